internal import IABytes

/// Checks that decoding and encoding agree with the standard library, and that base64 is canonical.
@Sendable func fuzzUTF8(_ bytes: [UInt8]) throws(FuzzFailure) {
  let decoding = UTF8Decoding(bytes.span, byteOrderMark: .kept, maximumOffsets: .max)
  let expected = String(decoding: bytes, as: UTF8.self)
  try require(decoding.units.elementsEqual(expected.utf16), "units as the standard library's")
  try require(
    decoding.replacementCount == decoding.replacementByteOffsets.count, "places are counted")
  let offsets = decoding.replacementByteOffsets
  try require(zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 }, "places are in order")
  try require((offsets.last ?? -1) < bytes.count, "places are inside the input")
  var encoded: [UInt8] = []
  try require(UTF8Encoding.append(decoding.units.span, to: &encoded) == 0, "nothing is lone")
  try require(encoded.elementsEqual(expected.utf8), "encoded as the standard library does")
  try require((offsets.isEmpty) == (encoded == bytes), "what is well-formed is unchanged")
  // The same bytes as UTF-16 code units.
  var units: [UInt16] = []
  for index in stride(from: 0, to: bytes.count - 1, by: 2) {
    units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
  }
  var fromUnits: [UInt8] = []
  let replaced = UTF8Encoding.append(units.span, to: &fromUnits)
  let text = String(decoding: units, as: UTF16.self)
  try require(fromUnits.elementsEqual(text.utf8), "units encode as the standard library's do")
  let lone = UTF8Encoding.firstLoneSurrogate(in: units.span)
  try require((lone == nil) == (replaced == 0), "lone surrogates are found")
  do {
    let back = try Base64.decode(bytes.span)
    try require(Base64.encode(back.span).utf8.elementsEqual(bytes), "base64 is canonical")
  } catch let error as FuzzFailure {
    throw error
  } catch {
    let text = Array(Base64.encode(bytes.span).utf8)
    try require((try? Base64.decode(text.span)) == bytes, "base64 reads back")
  }
}

internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IARTF
internal import IAText

/// Checks that RTF is read as a valid document, reproducibly, with a text length in proportion to
/// the input.
@Sendable func fuzzRTF(_ bytes: [UInt8]) throws(FuzzFailure) {
  let input = bytes.starts(with: Array("{\\rtf".utf8)) ? bytes : Array("{\\rtf1 ".utf8) + bytes
  guard let result = try? RTFReader().read(BytesSource(input)) else { return }
  let string = result.document.string
  try require(string.defects().isEmpty, "the document is valid")
  try require(string.utf16Count <= 8 * input.count + 64, "the text is in proportion")
  let again = try? RTFReader().read(BytesSource(input))
  try require(again?.document == result.document, "reading again gives the same")
}

internal import IABytes
internal import IACodec
internal import IAText

private let small = Limits(inputBytes: 1 << 20, entries: 1 << 20, outputBytes: 4 << 20)

/// Checks that a file that is read is canonical: writing its document again gives the same
/// identity.
///
/// Reading the parts separately must give the same content. Checksums are corrected first, so that
/// the code after them is reached.
@Sendable func fuzzIA(_ bytes: [UInt8]) throws(FuzzFailure) {
  for file in [bytes, mended(bytes)] {
    guard let found = try? DocumentDecoder.decode(file, limits: small) else { continue }
    let document = found.document
    try requireRules(of: document)
    try require(document.identity == found.identity, "the identity is that of the content")
    var encoder = DocumentEncoder()
    let again = try? DocumentDecoder.decode(encoder.encode(document), limits: small)
    try require(again?.identity == found.identity, "writing and reading keep the identity")
    try require(again?.document == document, "writing and reading keep the document")
    guard let view = try? DocumentFile(file, limits: small) else {
      throw FuzzFailure(description: "what is read whole can be read in part")
    }
    let range = document.string.utf16Range
    try require(
      (try? view.units(in: range)) == document.string.units(in: range), "the text in part")
    try require((try? view.string(in: range)) == document.string, "the string in part")
    try require((try? view.metadata()) == document.metadata, "the metadata in part")
  }
}

/// Returns the bytes with valid chunk checksums and identity, as far as their structure allows.
private func mended(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.count >= 16 else { return bytes }
  var file = bytes
  func mend(_ range: Range<Int>) {
    let check = CRC32C.of(file.span.extracting(range))
    for index in 0..<4 {
      file[range.upperBound + index] = UInt8(truncatingIfNeeded: check >> UInt32(8 * index))
    }
  }
  mend(0..<12)
  var at = 16
  var lastStart = 16
  while at + 12 <= file.count {
    let length = (0..<4).reduce(0) { $0 | Int(file[at + 4 + $1]) << (8 * $1) }
    guard length <= file.count - at - 12 else { break }
    mend(at..<at + 8 + length)
    lastStart = at
    at += length + 12
  }
  // The error message of the decoder contains the correct identity.
  guard let error = failure(of: file), error.code == .iaIdentity,
    let digits = error.detail.split(separator: " ").last, lastStart + 44 <= file.count
  else { return file }
  for (index, digit) in digits.utf8.enumerated() where index < 64 {
    let value = digit < 0x3A ? digit - 0x30 : digit - 0x57
    let place = lastStart + 8 + index / 2
    file[place] = index % 2 == 0 ? value << 4 : file[place] | value
  }
  mend(lastStart..<lastStart + 40)
  return file
}

/// Checks that a string satisfies the rules of the model, except that a block has one kind in all
/// its paragraphs, which no reader checks.
private func requireRules(of document: IADocument) throws(FuzzFailure) {
  for defect in document.string.defects() {
    if case .blockKindMismatch = defect { continue }
    throw FuzzFailure(description: "the string keeps the rules of the model: \(defect)")
  }
}

private func failure(of file: [UInt8]) -> InputError? {
  do {
    _ = try DocumentDecoder.decode(file, limits: small)
    return nil
  } catch { return error }
}

/// Checks that the document of a frame is equal after encoding and decoding.
@Sendable func fuzzIACompact(_ bytes: [UInt8]) throws(FuzzFailure) {
  var decoder = CompactDecoder(limits: small)
  for frame in [bytes, withCheck(bytes)] {
    guard let document = try? decoder.decode(frame) else { continue }
    try requireRules(of: document)
    let units = try? decoder.units(of: frame)
    try require(units == document.string.units(in: document.string.utf16Range), "the text alone")
    var encoder = CompactEncoder()
    let again = try? decoder.decode(encoder.encode(document, embedsBlobs: true))
    try require(again == document, "writing and reading keep the document")
    try require(again?.identity == document.identity, "writing and reading keep the identity")
  }
}

private func withCheck(_ bytes: [UInt8]) -> [UInt8] {
  let check = CRC16.of(bytes.span)
  return bytes + [UInt8(truncatingIfNeeded: check), UInt8(truncatingIfNeeded: check >> 8)]
}

/// Checks that the documents of a block are equal after encoding and decoding.
@Sendable func fuzzIABlock(_ bytes: [UInt8]) throws(FuzzFailure) {
  guard var decoder = try? BlockDecoder(bytes, limits: small) else { return }
  var documents: [IADocument] = []
  for index in 0..<min(decoder.documentCount, 64) {
    let count = decoder.holdsText ? decoder.utf16Count(at: index) : index
    let units = [UInt16](repeating: 0x61, count: min(count, 1 << 16))
    let found =
      decoder.holdsText
      ? try? decoder.document(at: index) : try? decoder.document(at: index, units: units)
    if let found { documents.append(found) }
  }
  if decoder.holdsText { _ = try? decoder.flattened() }
  var encoder = BlockEncoder(holdsText: true)
  for document in documents { encoder.append(document) }
  guard var again = try? BlockDecoder(encoder.finish(), limits: small) else {
    throw FuzzFailure(description: "our own block is read")
  }
  for (index, document) in documents.enumerated() {
    try requireRules(of: document)
    let found = try? again.document(at: index)
    try require(found?.string == document.string, "writing and reading keep the string")
    try require(found?.metadata == document.metadata, "writing and reading keep the metadata")
  }
}

/// Checks that documents are equal after encoding and decoding with any valid vocabulary.
///
/// The first two bytes state the length of the content of the vocabulary; a frame follows it.
/// Checksums are corrected, so that the code after them is reached.
@Sendable func fuzzIAVocabulary(_ bytes: [UInt8]) throws(FuzzFailure) {
  _ = try? Vocabulary(bytes, limits: small)
  guard bytes.count >= 2 else { return }
  let count = min(Int(bytes[0]) | Int(bytes[1]) << 8, bytes.count - 2)
  let content = Array(bytes[2..<2 + count])
  let id = CRC32C.of(content.span)
  let number = (0..<4).map { UInt8(truncatingIfNeeded: id >> UInt32(8 * $0)) }
  let file = [0x89, 0x49, 0x41, 0x56, 0x0D, 0x0A, 0x1A, 0x0A, 1] + number + [0] + content
  guard let vocabulary = try? Vocabulary(file, limits: small) else { return }
  try require(vocabulary.id == id, "the number is the check of the content")
  var encoder = CompactEncoder(vocabulary: vocabulary)
  var decoder = CompactDecoder(limits: small, vocabulary: vocabulary)
  let rest = Array(bytes[(2 + count)...])
  var documents = [IADocument(IAString(units: rest.map { UInt16($0) }))]
  let frame = [(rest.first ?? 0) & 0xFC | 2] + rest.dropFirst()
  let numbered = frame + number
  let check = CRC16.of(numbered.span)
  let checked = frame + [UInt8(truncatingIfNeeded: check), UInt8(truncatingIfNeeded: check >> 8)]
  if let found = try? decoder.decode(checked) {
    try requireRules(of: found)
    documents.append(found)
  }
  for document in documents {
    let again = try? decoder.decode(encoder.encode(document, embedsBlobs: true))
    try require(again == document, "writing and reading keep the document")
  }
}

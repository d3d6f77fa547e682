import IABytes
import IAFiles
import IAFormats
import IARTF
import IAText

/// Reads RTF source.
func readRTF(
  _ text: String, sideFiles: [String: [UInt8]] = [:], limits: Limits = .standard
) throws -> ReadResult {
  try RTFReader().read(
    BytesSource(Array(text.utf8), sideFiles: sideFiles), options: ReadOptions(limits: limits))
}

/// Returns the text of an RTF body.
func textOfRTF(_ body: String) throws -> String {
  try readRTF("{\\rtf1\\ansi " + body + "}").document.string.text
}

extension IAString {
  /// The whole text.
  var text: String { String(decoding: units(in: utf16Range), as: UTF16.self) }

  /// Returns the attributes at the first occurrence of a text, or `nil` if there is none.
  func attributes(of text: String) -> InlineAttributes? {
    let all = Array(units(in: utf16Range))
    let wanted = Array(text.utf16)
    guard wanted.count <= all.count else { return nil }
    for start in 0...(all.count - wanted.count)
    where all[start..<start + wanted.count].elementsEqual(wanted) {
      return attributeRuns(in: start..<start + 1).first?.attributes
    }
    return nil
  }

  /// The kinds of the blocks around each paragraph.
  var blockKinds: [[Block.Kind]] { paragraphs.map { $0.attributes.blocks.map(\.kind) } }
}

/// Writes a document as RTF; the bytes are ASCII.
func writtenRTF(
  _ document: IADocument, _ options: WriteOptions
) throws -> (text: String, report: ConversionReport) {
  var sink = BytesSink()
  let report = try RTFWriter().write(document, to: &sink, options: options)
  return (String(decoding: sink.bytes, as: UTF8.self), report)
}

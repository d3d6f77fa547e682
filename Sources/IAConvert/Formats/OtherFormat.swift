/// Recognises formats of other programs that are not supported, by the first bytes of a file, so that the error message
/// can name them.
enum OtherFormat {
  /// Returns the name of the format with its suffixes; `nil` if it is not recognised.
  ///
  /// - Parameter prefix: The first bytes of the file; 200 are enough.
  static func name(inPrefix prefix: [UInt8]) -> String? {
    if prefix.starts(with: compoundFile) { return "a file of Office 97 (.doc, .xls, .ppt)" }
    if prefix.starts(with: "%PDF-".utf8) { return "a PDF file" }
    guard let entry = ZipEntry(prefix) else { return nil }
    if entry.name == "mimetype" {
      if entry.content.starts(with: "application/vnd.oasis.opendocument".utf8) {
        return "an OpenDocument file (.odt, .ods, .odp)"
      }
      return entry.content.starts(with: "application/epub+zip".utf8) ? "an EPUB book" : nil
    }
    let isOffice =
      entry.name == "[Content_Types].xml"
      || ["_rels/", "docProps/", "word/"].contains(where: entry.name.hasPrefix)
    return isOffice ? "an Office Open XML file (.docx, .xlsx, .pptx)" : nil
  }

  /// The signature of the Compound File Binary Format ([MS-CFB], 2.2).
  private static let compoundFile: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

  /// The first entry of a ZIP file (APPNOTE, 4.3.7).
  private struct ZipEntry {
    let name: String
    /// The bytes of the content that are in the prefix; they are readable if the entry is not compressed.
    let content: ArraySlice<UInt8>

    init?(_ prefix: [UInt8]) {
      guard prefix.count >= 30, prefix.starts(with: [0x50, 0x4B, 3, 4]) else { return nil }
      let nameEnd = 30 + Int(prefix[26]) + Int(prefix[27]) << 8
      guard nameEnd <= prefix.count else { return nil }
      name = String(decoding: prefix[30..<nameEnd], as: UTF8.self)
      content = prefix.dropFirst(nameEnd + Int(prefix[28]) + Int(prefix[29]) << 8)
    }
  }
}

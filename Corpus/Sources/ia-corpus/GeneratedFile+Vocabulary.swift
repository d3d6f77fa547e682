import IABytes

extension GeneratedFile {
  /// Returns a vocabulary of three strings, a frame encoded with it, and vocabularies that each
  /// violate one rule.
  static func vocabularies() -> [GeneratedFile] {
    // Specs/ia-format.md, section 7.3.
    let content: [UInt8] = [
      3, 2, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0x62, 0, 0x61, 0, 0, 1, 0,
      1, 0, 0,
    ]
    let good = file(content)
    func changed(_ place: Int, to byte: UInt8) -> [UInt8] {
      var content = content
      content[place] = byte
      return file(content)
    }
    func flipped(_ place: Int, to byte: UInt8) -> [UInt8] {
      var file = good
      file[place] = byte
      return file
    }
    let cases: [(name: String, what: String, bytes: [UInt8])] = [
      ("ia.dictionary+magic", "transferred as text", good.filter { $0 != 0x0D }),
      ("ia.version+2", "a version that there is not", flipped(8, to: 2)),
      ("ia.checksum+bit", "a bit of the content flipped", flipped(20, to: 3)),
      ("ia.reserved+codec", "a codec that there is not", flipped(13, to: 4)),
      ("ia.trailing+byte", "a byte after the content", file(content + [0])),
      ("bytes.truncated+units", "the last string lacks its unit", file(content.dropLast())),
      ("ia.dictionary+classes", "one class only", changed(1, to: 1)),
      ("ia.dictionary+codes", "codes that are not complete", changed(8, to: 2)),
      ("ia.dictionary+order", "strings that do not ascend", changed(28, to: 0)),
      ("ia.dictionary+unit", "a unit beyond the alphabet", changed(28, to: 2)),
    ]
    return [
      GeneratedFile(
        path: "ia/vocabulary.iav", purpose: "a vocabulary of three strings", bytes: good),
      GeneratedFile(
        path: "ia/vocabulary.frame", purpose: "`abba!` as a compact frame with that vocabulary",
        bytes: [0x02, 0x7B, 0x86, 0, 0, 0x58, 0x54]),
    ]
      + cases.map { one in
        GeneratedFile(path: "ia/bad/\(one.name).iav", purpose: one.what, bytes: one.bytes)
      }
  }

  /// Returns the file of a vocabulary with the given content, without checking it.
  private static func file(_ content: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.append([0x89, 0x49, 0x41, 0x56, 0x0D, 0x0A, 0x1A, 0x0A, 1])
    writer.fixed(CRC32C.of(content.span))
    writer.byte(0)
    writer.append(content)
    return writer.bytes
  }
}

import IABytes
import IACodec
import IACorpus
import IAText

extension GeneratedFile {
  /// Documents of the corpus as `.ia` files without compression.
  static func good() throws -> [GeneratedFile] {
    try CorpusDocument.all.filter { $0.name != "long-report" }.map { document in
      var encoder = DocumentEncoder(level: nil)
      return GeneratedFile(
        path: "ia/\(document.name).ia", purpose: document.purpose, seed: document.seed,
        bytes: encoder.encode(try document.make()))
    }
  }

  /// Returns files that each violate one rule of the format.
  static func bad() -> [GeneratedFile] {
    var encoder = DocumentEncoder(level: nil)
    var document = IADocument(IAString("Hi!\n", intensity: 90))
    document.string.set(\.bold, to: true, in: 1..<3)
    document.metadata.title = "Bad"
    let file = encoder.encode(document)
    document.append([1, 2, 3], as: .file, name: "three")
    let attached = encoder.encode(document)
    func at(_ name: String) -> Int { offset(of: name, in: file) }
    func changed(_ name: String, _ change: (inout [UInt8]) -> Void) -> [UInt8] {
      GeneratedFile.changed(file, name, change)
    }
    let end = at("IEND")
    let cases: [(name: String, what: String, bytes: [UInt8])] = [
      ("ia.magic+line-ends", "transferred as text", file.filter { $0 != 0x0D }),
      ("bytes.truncated+end", "its last byte is missing", file.dropLast()),
      ("ia.trailing+byte", "a byte after the end", file + [0]),
      ("ia.checksum+bit", "a bit of the text flipped", flipped(file, at("TEXT") + 9)),
      ("ia.identity+text", "another text", changed("TEXT") { $0[1] = 0x68 }),
      ("ia.reserved+codec", "a codec that there is not", changed("TEXT") { $0[0] = 4 }),
      ("ia.text+byte", "a byte that is no UTF-8", changed("TEXT") { $0[1] = 0xFF }),
      ("ia.count+text", "a unit less than the head says", changed("TEXT") { $0.removeLast() }),
      ("ia.intensities+101", "an intensity of 101", changed("INTS") { $0[2] = 101 }),
      (
        "ia.canonical+runs", "two runs that should be one", changed("INLN") { $0[$0.count - 1] = 1 }
      ),
      (
        "field.unknown+member", "an attribute that there is not",
        changed("INLN") { $0[5] = 0x62 - 1 }
      ),
      (
        "ia.critical-chunk+NOTE", "a chunk that has to be known",
        file[..<end] + chunk("NOTE", [1]) + file[end...]
      ),
      (
        "ia.reserved+note", "a chunk whose third letter is small",
        file[..<end] + chunk("note", [1]) + file[end...]
      ),
      ("ia.order+HEAD", "two heads", file[..<29] + chunk("HEAD", [4]) + file[29...]),
      ("ia.version+2", "a later major version", withHeader(of: file) { $0[8] = 2 }),
      ("ia.reserved+flags", "a flag in the header", withHeader(of: file) { $0[10] = 1 }),
      ("ia.checksum+header", "a bit of the header flipped", flipped(file, 9)),
      (
        "ia.compression+frame", "no zstd frame after its codec",
        changed("TEXT") { $0 = [1, 4, 1, 2, 3, 4, 5, 6, 7, 8] }
      ),
      (
        "ia.blob+byte", "a blob with another hash",
        GeneratedFile.changed(attached, "BLOB") { $0[$0.count - 1] = 9 }
      ),
    ]
    return cases.map { one in
      GeneratedFile(path: "ia/bad/\(one.name).ia", purpose: one.what, bytes: one.bytes)
    }
  }

  private static func offset(of chunk: String, in file: [UInt8]) -> Int {
    file.indices.first { file[$0...].starts(with: Array(chunk.utf8)) } ?? 0
  }

  /// Returns a file with a changed chunk payload and a valid checksum.
  private static func changed(
    _ file: [UInt8], _ name: String, _ change: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    let start = offset(of: name, in: file)
    let count = Int(file[start + 4]) | Int(file[start + 5]) << 8
    var payload = Array(file[start + 8..<start + 8 + count])
    change(&payload)
    return file[..<start] + chunk(name, payload) + file[(start + 12 + count)...]
  }

  /// Returns a file with a changed header and a valid header checksum.
  private static func withHeader(
    of file: [UInt8], _ change: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    var header = Array(file[..<12])
    change(&header)
    var writer = ByteWriter()
    writer.append(header)
    writer.fixed(CRC32C.of(header.span))
    return writer.bytes + file[16...]
  }

  private static func flipped(_ file: [UInt8], _ index: Int) -> [UInt8] {
    var file = file
    file[index] ^= 1
    return file
  }

  private static func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Array(name.utf8))
    writer.fixed(UInt32(payload.count))
    writer.append(payload)
    writer.fixed(CRC32C.of(writer.bytes.span))
    return writer.bytes
  }
}

/// ZIP archives that each contain one contradiction, and consistent ones for comparison.
///
/// Programs interpret such archives differently, so each contradiction must be reported.
public enum InconsistentZips {
  /// An archive with a description of its contradiction.
  public struct Sample: Sendable, CustomStringConvertible {
    /// A description of the contradiction or feature.
    public let description: String
    /// The archive.
    public let bytes: [UInt8]
  }

  private static var files: [ZipBuilder.File] {
    var described = ZipBuilder.File("folder/b.txt", "the second file")
    described.hasDescriptor = true
    return [ZipBuilder.File("a.txt", "the first file"), described, .init("c.txt", "the third")]
  }

  private static func extra(_ id: Int, _ content: [UInt8]) -> [UInt8] {
    [id & 0xFF, id >> 8, content.count & 0xFF, content.count >> 8].map { UInt8($0) } + content
  }

  private static func name(_ text: String, crcOf name: String) -> [UInt8] {
    let crc = ZipBuilder.crc32(Array(name.utf8))
    return extra(
      0x7075,
      [1] + (0..<4).map { UInt8(truncatingIfNeeded: crc >> (8 * $0)) }
        + Array(text.utf8))
  }

  /// Consistent archives.
  public static var sound: [Sample] {
    var samples: [Sample] = []
    func add(_ what: String, _ change: (inout [ZipBuilder.File]) -> Void = { _ in }) {
      var files = files
      change(&files)
      samples.append(Sample(description: what, bytes: ZipBuilder(files, comment: "c").bytes))
    }
    add("plain")
    add("times") {
      $0[0].localExtra = extra(0x5455, [3] + [UInt8](repeating: 9, count: 8))
      $0[0].centralExtra = extra(0x5455, [3] + [UInt8](repeating: 9, count: 4))
    }
    add("owners") {
      $0[0].localExtra = extra(0x7875, [1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0])
      $0[0].centralExtra = $0[0].localExtra
    }
    add("room to align") { $0[0].localExtra = extra(0xD935, [4, 0, 0, 0]) }
    add("name in UTF-8") {
      $0[0].localExtra = name("a.txt", crcOf: "a.txt")
      $0[0].centralExtra = $0[0].localExtra
    }
    add("comment of an entry") { $0[1].comment = Array("a comment".utf8) }
    samples.append(
      Sample(description: "wide", bytes: ZipBuilder(files, comment: "c", isWide: true).bytes))
    return samples
  }

  /// Returns archives in which one field is incremented, for each field that other data
  /// contradicts.
  ///
  /// - Parameter isWide: Whether the archive has ZIP64 records.
  public static func wrongFields(isWide: Bool) -> [Sample] {
    // Fields without redundant data: any value is valid.
    let free: Set<String> = [
      "central.made-by", "central.internal-attributes", "central.external-attributes",
      "wide-end.made-by", "wide-end.version",
    ]
    var files = files
    if isWide { files[2].isWide = true }
    let zip = ZipBuilder(files, comment: "c", isWide: isWide)
    return zip.fields.filter { !free.contains($0.name) }.map { field in
      var bytes = zip.bytes
      bytes[field.byteRange.lowerBound] &+= 1
      return Sample(
        description: "\(field.name) at \(field.byteRange.lowerBound)", bytes: bytes)
    }
  }

  /// Archives with a contradiction in more than one field or in their structure.
  public static var others: [Sample] {
    var samples: [Sample] = []
    func add(_ what: String, _ bytes: [UInt8]) {
      samples.append(Sample(description: what, bytes: bytes))
    }
    func addFiles(_ what: String, _ change: (inout [ZipBuilder.File]) -> Void) {
      var files = files
      change(&files)
      add(what, ZipBuilder(files, comment: "c").bytes)
    }
    let zip = ZipBuilder(files, comment: "c")
    addFiles("CRC wrong in both headers") { $0[0].crc32 = 1 }
    addFiles("CRC wrong in directory and descriptor") { $0[1].crc32 = 1 }
    addFiles("two files of one name") { $0[2].name = $0[0].name }
    addFiles("gap between entries") { $0[1].gap = 5 }
    addFiles("gap before the first entry") { $0[0].gap = 5 }
    addFiles("extra field only local") { $0[0].localExtra = extra(0x4242, [1]) }
    addFiles("extra field only in the directory") { $0[0].centralExtra = extra(0x4242, [1]) }
    addFiles("extra fields of two contents") {
      $0[0].localExtra = extra(0x4242, [1])
      $0[0].centralExtra = extra(0x4242, [2])
    }
    addFiles("extra fields of two numbers") {
      $0[0].localExtra = extra(0x4242, [1])
      $0[0].centralExtra = extra(0x4243, [1])
    }
    addFiles("extra field longer than its room") {
      $0[0].localExtra = [0x42, 0x42, 9, 0, 1]
      $0[0].centralExtra = extra(0x4242, [1])
    }
    addFiles("half an extra field") {
      $0[0].centralExtra = extra(0x4242, [1]) + [1, 2]
      $0[0].localExtra = $0[0].centralExtra
    }
    addFiles("times shorter than their flags") {
      $0[0].localExtra = extra(0x5455, [3, 9, 9, 9, 9])
      $0[0].centralExtra = extra(0x5455, [3])
    }
    addFiles("owners longer than their lengths") {
      $0[0].localExtra = extra(0x7875, [1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0])
      $0[0].centralExtra = $0[0].localExtra
    }
    addFiles("another name in UTF-8") {
      $0[0].localExtra = name("b.txt", crcOf: "another.txt")
      $0[0].centralExtra = $0[0].localExtra
    }
    addFiles("two 64-bit fields") {
      $0[0].centralExtra = extra(1, []) + extra(1, [])
      $0[0].localExtra = $0[0].centralExtra
    }
    add("bytes before", [0x4D, 0x5A, 0x90] + zip.bytes)
    add("bytes after", zip.bytes + [0])
    add("two archives", zip.bytes + zip.bytes)
    for (what, header) in [("local", zip.headers[1]), ("content", zip.headers[0] + 36)] {
      var bytes = zip.bytes
      bytes[header + (what == "local" ? 30 : 0)] ^= 1
      add("\(what) byte changed", bytes)
    }
    var overlapping = zip.bytes
    let offsets = zip.fields.filter { $0.name == "central.offset" }
    overlapping.replaceSubrange(
      offsets[2].byteRange, with: zip.bytes[offsets[0].byteRange])
    add("two entries over one header", overlapping)
    var names = zip.bytes
    let central = zip.fields.filter { $0.name == "central.signature" }
    names[central[0].byteRange.lowerBound + 46] ^= 1
    add("name in the directory changed", names)
    for count in [1, 10, 30] { add("cut by \(count)", Array(zip.bytes.dropLast(count))) }
    let many = ZipBuilder([.init("a.txt", "x")] + files)
    let start = many.fields.first { $0.name == "central.signature" }
    var missing = many.bytes
    if let place = start?.byteRange.lowerBound { missing.removeSubrange(place..<place + 51) }
    add("an entry is missing in the directory", missing)
    return samples
  }
}

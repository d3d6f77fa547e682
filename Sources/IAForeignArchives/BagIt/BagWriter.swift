internal import IABytes
public import IAFiles
internal import IASyntax

/// Writes a bag (RFC 8493, version 1.0) with manifests of SHA-256 and SHA-512.
public struct BagWriter {
  private var sink: any FileTreeSink
  private let folder: String
  private var payload: [Line] = []
  private var payloadBytes = 0

  private struct Line {
    var path: String
    var sha256: String
    var sha512: String
  }

  /// Creates a writer of an empty bag.
  ///
  /// - Parameters:
  ///   - sink: The destination of its files.
  ///   - folder: The folder of the bag in an archive; `nil` if the sink is that folder.
  public init(to sink: any FileTreeSink, folder: String? = nil) {
    self.sink = sink
    self.folder = folder.map { $0 + "/" } ?? ""
  }

  /// Adds a payload file under a path below `data`.
  ///
  /// - Throws: Errors of the sink.
  public mutating func add(_ path: String, _ bytes: [UInt8]) throws {
    payload.append(try write(BagChecker.payload + path, bytes))
    payloadBytes += bytes.count
  }

  /// Writes the tag files and finishes the sink.
  ///
  /// - Parameter info: The lines of `bag-info.txt` before the two lines with the size of the payload.
  /// - Throws: Errors of the sink.
  public mutating func finish(info: [BagReport.Field] = []) throws {
    var tags: [Line] = []
    tags.append(
      try write("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"))
    let fields =
      info + [
        BagReport.Field("Bag-Size", Self.size(payloadBytes)),
        BagReport.Field("Payload-Oxum", "\(payloadBytes).\(payload.count)"),
      ]
    let lines = fields.map { "\($0.name): \(Self.oneLine($0.value))\n" }
    tags.append(try write("bag-info.txt", lines.joined()))
    payload.sort { $0.path < $1.path }
    tags.append(try write("manifest-sha256.txt", Self.manifest(payload, \.sha256)))
    tags.append(try write("manifest-sha512.txt", Self.manifest(payload, \.sha512)))
    tags.sort { $0.path < $1.path }
    _ = try write("tagmanifest-sha256.txt", Self.manifest(tags, \.sha256))
    _ = try write("tagmanifest-sha512.txt", Self.manifest(tags, \.sha512))
    try sink.finish()
  }

  /// Returns a readable size with a decimal unit.
  private static func size(_ byteCount: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var size = byteCount
    var unit = 0
    while size >= 10_000, unit + 1 < units.count {
      size = (size + 500) / 1000
      unit += 1
    }
    return "\(size) \(units[unit])"
  }

  private mutating func write(_ path: String, _ text: String) throws -> Line {
    try write(path, Array(text.utf8))
  }

  private mutating func write(_ path: String, _ bytes: [UInt8]) throws -> Line {
    try sink.add(folder + path, bytes)
    var sha512 = SHA512Hasher()
    sha512.update(bytes)
    return Line(
      path: path, sha256: SHA256Digest(of: bytes).description, sha512: sha512.finish())
  }

  private static func manifest(_ lines: [Line], _ digest: KeyPath<Line, String>) -> String {
    lines.map { "\($0[keyPath: digest])  \(escaped($0.path))\n" }.joined()
  }

  /// Returns a path with line ends and percent signs escaped, in the form of manifests.
  private static func escaped(_ path: String) -> String {
    var text = ""
    for scalar in path.unicodeScalars {
      switch scalar {
      case "%": text += "%25"
      case "\n": text += "%0A"
      case "\r": text += "%0D"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func oneLine(_ value: String) -> String {
    String(value.map { $0.isNewline ? " " : $0 })
  }
}

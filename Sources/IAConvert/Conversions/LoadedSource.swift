internal import IABytes
internal import IAFiles

/// A source whose bytes are in memory; its side files are read from the original source.
struct LoadedSource: DocumentSource {
  private let original: any DocumentSource
  private let content: [UInt8]

  /// Creates a source and reads all bytes of the original.
  init(_ original: any DocumentSource, limits: Limits) throws {
    self.original = original
    content = try original.bytes(limits: limits)
  }

  var name: String? { original.name }
  var byteCount: Int { content.count }
  var prefix: [UInt8] { Array(content.prefix(FormatRegistry.prefixLength)) }
  var contentBytes: [UInt8] { content }

  func bytes(limits: Limits) throws -> [UInt8] {
    try BytesSource(content).bytes(limits: limits)
  }

  func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    try original.sideFile(named: name, limits: limits)
  }

  func canRead(sideFile name: String) -> Bool { original.canRead(sideFile: name) }
}

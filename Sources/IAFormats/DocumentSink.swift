/// Where a writer puts its bytes.
public protocol DocumentSink {
  /// Appends bytes to the document.
  mutating func write(_ bytes: [UInt8]) throws

  /// Puts a file beside the document.
  ///
  /// - Returns: The relative name by which the document can refer to it; nil where the sink has no
  ///   place for side files.
  mutating func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String?
}

/// A document in memory.
public struct BytesSink: DocumentSink {
  /// What was written.
  public private(set) var bytes: [UInt8] = []
  /// The side files, in the order they were written.
  public private(set) var sideFiles: [(name: String, bytes: [UInt8])] = []
  private let keepsSideFiles: Bool

  /// Makes an empty sink, with a place for side files or without.
  public init(keepsSideFiles: Bool = false) { self.keepsSideFiles = keepsSideFiles }

  /// What was written, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends bytes.
  public mutating func write(_ bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }

  /// Keeps a side file.
  public mutating func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? {
    guard keepsSideFiles else { return nil }
    sideFiles.append((name, bytes))
    return name
  }
}

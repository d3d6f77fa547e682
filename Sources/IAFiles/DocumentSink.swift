/// A destination for the bytes of one document and for the files beside it.
///
/// Writers take a sink as `inout some DocumentSink`. Do not keep a copy of a sink that is a value:
/// bytes written to the copy do not reach the original.
public protocol DocumentSink {
  /// Appends bytes to the document.
  mutating func write(_ bytes: [UInt8]) throws

  /// Puts a file beside the document.
  ///
  /// - Returns: The relative name by which the document can refer to the file, or `nil` if the
  ///   sink does not accept side files.
  mutating func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String?
}

/// A document in memory.
public struct BytesSink: DocumentSink {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []
  /// The side files, in the order they were written.
  public private(set) var sideFiles: [(name: String, bytes: [UInt8])] = []
  private let keepsSideFiles: Bool

  /// Creates an empty sink.
  ///
  /// - Parameter keepsSideFiles: Whether the sink accepts side files.
  public init(keepsSideFiles: Bool = false) { self.keepsSideFiles = keepsSideFiles }

  /// The bytes written so far, decoded as UTF-8; invalid sequences become U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends bytes.
  public mutating func write(_ bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }

  /// Keeps a side file.
  ///
  /// - Returns: The name, or `nil` if the sink was created without a place for side files.
  public mutating func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? {
    guard keepsSideFiles else { return nil }
    sideFiles.append((name, bytes))
    return name
  }
}

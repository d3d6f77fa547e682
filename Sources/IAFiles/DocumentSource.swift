public import IABytes

/// Where a reader gets its bytes from.
public protocol DocumentSource: Sendable {
  /// The name of the file, without its folder; nil for a stream.
  var name: String? { get }

  /// All bytes of the document; throws where there are more than the limit.
  func bytes(limits: Limits) throws -> [UInt8]

  /// The bytes of a file that the document refers to by a relative name; nil where there is none,
  /// or where the source has no side files. Never leaves the folder of the document.
  func sideFile(named name: String, limits: Limits) throws -> [UInt8]?
}

/// A document in memory.
public struct BytesSource: DocumentSource {
  /// The name of the document.
  public let name: String?
  private let content: [UInt8]
  private let sideFiles: [String: [UInt8]]

  /// Makes a source from bytes.
  public init(_ bytes: [UInt8], name: String? = nil, sideFiles: [String: [UInt8]] = [:]) {
    content = bytes
    self.name = name
    self.sideFiles = sideFiles
  }

  /// Makes a source from the UTF-8 of a text.
  public init(_ text: String, name: String? = nil) {
    self.init(Array(text.utf8), name: name)
  }

  /// The bytes, where they are not over the limit.
  public func bytes(limits: Limits) throws -> [UInt8] {
    guard content.count <= limits.inputBytes else {
      throw InputError.exceeds(
        .inputSize, limit: "inputBytes", maximum: limits.inputBytes, seen: content.count,
        at: limits.inputBytes)
    }
    return content
  }

  /// The side file of a name.
  public func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    sideFiles[name]
  }
}

extension InputError.Code {
  /// The input is larger than allowed.
  public static let inputSize = InputError.Code(rawValue: "input.size")
}

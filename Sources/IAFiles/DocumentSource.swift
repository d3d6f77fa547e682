public import IABytes

/// A source of the bytes of one document and of the files beside it.
public protocol DocumentSource: Sendable {
  /// The name of the file without its folder; `nil` for a stream.
  var name: String? { get }

  /// Returns all bytes of the document.
  ///
  /// - Throws: `input.size` if there are more than `limits.inputBytes`; the errors of the file.
  func bytes(limits: Limits) throws -> [UInt8]

  /// Returns the bytes of a file to which the document refers by a relative name.
  ///
  /// - Parameters:
  ///   - name: A relative name. A source never reads outside the folder of the document.
  ///   - limits: `inputBytes` limits the size.
  /// - Returns: `nil` if the file does not exist or the source has no side files.
  /// - Throws: `input.size`; the errors of the file.
  func sideFile(named name: String, limits: Limits) throws -> [UInt8]?

  /// Returns whether the source would read a file with a given name if the file existed; `false` for names outside the
  /// folder whose files the document may refer to.
  ///
  /// - Parameter name: A relative name, or one that begins with a slash for a file below the root of the source.
  func canRead(sideFile name: String) -> Bool
}

extension DocumentSource {
  /// Returns whether a name is inside the folder of the document.
  public func canRead(sideFile name: String) -> Bool { FilePaths.safeParts(of: name) != nil }
}

/// A document in memory.
public struct BytesSource: DocumentSource {
  /// The name of the document.
  public let name: String?
  private let content: [UInt8]
  private let sideFiles: [String: [UInt8]]

  /// Creates a source from bytes.
  public init(_ bytes: [UInt8], name: String? = nil, sideFiles: [String: [UInt8]] = [:]) {
    content = bytes
    self.name = name
    self.sideFiles = sideFiles
  }

  /// Creates a source from a text, encoded as UTF-8.
  public init(_ text: String, name: String? = nil) {
    self.init(Array(text.utf8), name: name)
  }

  /// Returns the bytes.
  ///
  /// - Throws: `input.size` if there are more than `limits.inputBytes`.
  public func bytes(limits: Limits) throws -> [UInt8] {
    guard content.count <= limits.inputBytes else {
      throw InputError.exceeds(
        .inputSize, limit: "inputBytes", maximum: limits.inputBytes, seen: content.count,
        at: limits.inputBytes)
    }
    return content
  }

  /// Returns a side file, or `nil` if there is none with this name.
  ///
  /// - Throws: No errors.
  public func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    sideFiles[name]
  }
}

extension InputError.Code {
  /// The input is larger than `Limits.inputBytes`.
  public static let inputSize = InputError.Code(rawValue: "input.size")
}

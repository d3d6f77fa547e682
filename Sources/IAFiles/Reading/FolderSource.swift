public import IABytes

/// A document in a folder of its own: one file is the document, the others are its side files.
///
/// Nothing outside the folder is read, and nothing through a link.
public struct FolderSource: DocumentSource {
  /// The path as it was given.
  public let path: String
  private let document: String

  /// Names a folder and the file in it; nil where there is no folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - document: The name of the file in it that is the document.
  public init?(path: String, document: String) {
    guard (try? SystemCalls.status(at: path))?.kind == .folder else { return nil }
    self.path = path
    self.document = document
  }

  /// The last part of the folder's path.
  public var name: String? { FilePaths.name(of: path) }

  /// Reads the document.
  ///
  /// - Throws: `FileError` where it is missing, no regular file, or was changed twice while it was
  ///   read; `InputError` with `input.size` where it is larger than allowed.
  public func bytes(limits: Limits) throws -> [UInt8] {
    do {
      let folder = try OpenFile(folder: path)
      for _ in 0..<2 {
        let file = try OpenFile(reading: document, in: folder)
        let before = try file.regularStatus()
        let bytes = try file.contents(limits: limits)
        if try file.regularStatus() == before, bytes.count == before.size { return bytes }
      }
      throw FileError(.read, .changedDuringRead, path: path)
    } catch let error as FileError {
      throw FileError(error.operation, error.reason, path: path + "/" + document)
    }
  }

  /// Reads another file of the folder; nil where there is none, or it is no regular file.
  public func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    try FileSource(path: path + "/" + document).sideFile(named: name, limits: limits)
  }
}

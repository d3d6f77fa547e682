public import IABytes

/// A source for a document that is a folder: one file is the document, the others are its side
/// files.
///
/// Files outside the folder, and files that are reached through a link, are not read.
public struct FolderSource: DocumentSource {
  /// The path as the caller gave it.
  public let path: String
  private let document: String

  /// Creates a source; returns `nil` if there is no folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - document: The name of the document's file in the folder.
  public init?(path: String, document: String) {
    guard (try? SystemCalls.status(at: path))?.kind == .folder else { return nil }
    self.path = path
    self.document = document
  }

  /// The last component of the folder's path.
  public var name: String? { FilePaths.name(of: path) }

  /// Reads the document.
  ///
  /// - Throws: `FileError` if the file is missing, not a regular file, or was changed twice while
  ///   it was read; `input.size` if it exceeds the limit.
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

  /// Reads another file of the folder; returns `nil` if it does not exist or is not a regular file.
  ///
  /// - Throws: `FileError`; `input.size` if it exceeds the limit.
  public func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    try FileSource(path: path + "/" + document).sideFile(named: name, limits: limits)
  }
}

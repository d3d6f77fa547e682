import Foundation

/// A folder that is removed when the object is released.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "ia-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { path + "/" + name }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: self[name]))
  }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func contents(of name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: self[name]).map { Array($0) }
  }

  /// The sorted names of all entries, including those that begin with a full stop.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

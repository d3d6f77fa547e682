public import Foundation
internal import Testing

/// Collections of third-party files outside the repository.
///
/// The folder is `IA_EXTERNAL_CORPORA`, or else `../shared/corpora` beside the package. If a
/// collection is missing, the tests that need it are reported as skipped, or as failed if
/// `IA_REQUIRE_CORPORA=1`.
public enum ExternalCorpora {
  /// The root of the package, located relative to the path of this source file.
  public static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the corpora; it may not exist.
  public static let root: URL = {
    if let path = ProcessInfo.processInfo.environment["IA_EXTERNAL_CORPORA"] {
      return URL(filePath: path)
    }
    return packageRoot.deletingLastPathComponent().appending(path: "shared/corpora")
  }()

  /// Returns whether tests on a collection should run: it exists, or its absence is a failure.
  public static func has(_ set: String) -> Bool {
    if ProcessInfo.processInfo.environment["IA_REQUIRE_CORPORA"] == "1" { return true }
    return FileManager.default.fileExists(atPath: root.appending(path: set).path)
  }

  /// Returns the regular files of a collection, sorted by path; records a test failure if there are
  /// none.
  public static func files(in set: String, suffix: String = "") -> [URL] {
    let folder = root.appending(path: set)
    let names = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: [URL] = []
    while let url = names?.nextObject() as? URL {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      if exists, !isFolder.boolValue, url.lastPathComponent.hasSuffix(suffix) { found.append(url) }
    }
    #expect(!found.isEmpty, "no files in the external corpus \(set)")
    return found.sorted { $0.path < $1.path }
  }
}

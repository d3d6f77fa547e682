public import Foundation
internal import Testing

/// Where the real files that no one on this project wrote are kept, outside the tree.
///
/// The folder comes from `IA_EXTERNAL_CORPORA`, else it is `../shared/corpora` beside the package.
/// Tests that need it are skipped, visibly, where it is absent, unless `IA_REQUIRE_CORPORA=1`
/// makes absence a failure.
public enum ExternalCorpora {
  /// The root of the package, found from where this file was compiled.
  public static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the corpora; it may not exist.
  public static let root: URL = {
    if let path = ProcessInfo.processInfo.environment["IA_EXTERNAL_CORPORA"] {
      return URL(filePath: path)
    }
    return packageRoot.deletingLastPathComponent().appending(path: "shared/corpora")
  }()

  /// Whether tests on the named set should run: it is there, or its absence must be a failure.
  public static func has(_ set: String) -> Bool {
    if ProcessInfo.processInfo.environment["IA_REQUIRE_CORPORA"] == "1" { return true }
    return FileManager.default.fileExists(atPath: root.appending(path: set).path)
  }

  /// The regular files of a set, sorted by name; records a test failure where there are none.
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

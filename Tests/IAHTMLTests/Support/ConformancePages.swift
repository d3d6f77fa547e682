import Foundation
import IATestSupport

/// The pages of html5lib's tree construction tests, if the external corpora are installed.
enum ConformancePages {
  static let folder = "hostile/html5lib-tree"

  static func all() throws -> [[UInt8]] {
    try ExternalCorpora.files(in: folder, suffix: ".dat").flatMap { file in
      String(decoding: try Data(contentsOf: file), as: UTF8.self)
        .components(separatedBy: "#data\n").dropFirst()
        .map { Array(($0.components(separatedBy: "\n#errors").first ?? "").utf8) }
    }
  }
}

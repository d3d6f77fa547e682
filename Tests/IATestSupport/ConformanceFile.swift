private import Foundation

/// A Unicode break test file: `÷` is a boundary, `×` no boundary, between hexadecimal scalars.
public enum ConformanceFile {
  /// A case of a file.
  public struct Item: Sendable {
    /// The case as it is written in the file.
    public let source: String
    /// The text.
    public let units: [UInt16]
    /// The boundaries, in units from the start of the text.
    public let boundaries: [Int]
  }

  /// The folder in which Debian's package `unicode-data` installs the files.
  public static let folder = "/usr/share/unicode/auxiliary"

  /// Whether the files exist, or their absence is a failure.
  public static var areExpected: Bool {
    ProcessInfo.processInfo.environment["IA_REQUIRE_CORPORA"] == "1"
      || FileManager.default.fileExists(atPath: "\(folder)/WordBreakTest.txt")
  }

  /// Returns the cases of a file.
  public static func items(of name: String) throws -> [Item] {
    let content = try String(contentsOfFile: "\(folder)/\(name).txt", encoding: .utf8)
    return content.split(separator: "\n").compactMap { line in
      let source = line.prefix { $0 != "#" }.trimmingPrefix("\u{FEFF}")
      return source.contains("\u{F7}") ? item(of: source) : nil
    }
  }

  private static func item(of source: Substring) -> Item {
    var units: [UInt16] = []
    var boundaries: [Int] = []
    for part in source.split(whereSeparator: \.isWhitespace) {
      if part == "\u{F7}" {
        boundaries.append(units.count)
      } else if let scalar = UInt32(part, radix: 16) {
        if let valid = Unicode.Scalar(scalar) {
          units += UTF16.encode(valid).map { Array($0) } ?? []
        } else {
          units.append(UInt16(scalar))
        }
      }
    }
    return Item(
      source: source.split(whereSeparator: \.isWhitespace).joined(separator: " "), units: units,
      boundaries: boundaries)
  }
}

internal import Foundation

/// Real prose: the King James Bible of Debian's `bible-kjv` and `bible-kjv-text`, 4.1 MB.
public enum Prose {
  /// The verses as paragraphs, without their numbers.
  public static func units() throws -> [UInt16] {
    let text = String(
      decoding: try Tool.output(of: "bible", ["-f", "Gen1:1-Rev22:21"]), as: UTF8.self)
    var units: [UInt16] = []
    for line in text.split(separator: "\n") {
      guard let space = line.firstIndex(of: " ") else { continue }
      units.append(contentsOf: line[line.index(after: space)...].utf16)
      units.append(0x0A)
    }
    return units
  }

  /// The prose over and over, cut at a number of units.
  public static func units(count: Int) throws -> [UInt16] { repeated(try units(), count: count) }

  /// Units over and over, cut at a number of units.
  public static func repeated(_ units: [UInt16], count: Int) -> [UInt16] {
    var result: [UInt16] = []
    result.reserveCapacity(count)
    while result.count < count, !units.isEmpty {
      result.append(contentsOf: units.prefix(count - result.count))
    }
    return result
  }
}

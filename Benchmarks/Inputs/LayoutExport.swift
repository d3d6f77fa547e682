internal import Foundation
internal import IAText

/// Writes texts for the peers: NAME.txt, a paragraph a line, NAME.fonts, a family a line, and NAME.runs where looks change.
public enum LayoutExport {
  /// Writes NAME.txt, NAME.fonts and, if there are runs, NAME.runs.
  public static func write(_ text: LayoutTexts, to folder: String) throws {
    let string = try text.string()
    let base = URL(filePath: folder).appending(path: text.rawValue)
    try Data(string.text(in: string.utf16Range).utf8).write(to: base.appendingPathExtension("txt"))
    try Data(text.fontFamilies.map { $0 + "\n" }.joined().utf8)
      .write(to: base.appendingPathExtension("fonts"))
    let looks = runs(of: text, string)
    if !looks.isEmpty {
      try Data(looks.utf8).write(to: base.appendingPathExtension("runs"))
    }
  }

  private struct Look: Equatable {
    var color: Color
    var size: Int
    /// 1 for bold, 2 for italic, their sum for both.
    var style: Int
  }

  /// Returns a line for each run: bytes, units, colour, size in pixels, style.
  private static func runs(of text: LayoutTexts, _ string: IAString) -> String {
    let scheme = RenderScheme.hue()
    return switch text {
    case .attributes:
      lines(
        string,
        string.attributeRuns(in: string.utf16Range).map { run in
          let attributes = run.attributes
          return (
            run.utf16Range,
            Look(
              color: attributes.foreground ?? .black, size: Int(attributes.fontSize ?? 16),
              style: (attributes.bold ? 1 : 0) + (attributes.italic ? 2 : 0))
          )
        })
    case .intensities:
      lines(
        string,
        string.intensityRuns(in: string.utf16Range).map { run in
          let look = scheme.look(at: scheme.step(of: run.intensity), of: InlineAttributes())
          return (run.utf16Range, Look(color: look.color ?? .black, size: 16, style: 0))
        })
    default: ""
    }
  }

  private static func lines(_ string: IAString, _ runs: [(Range<Int>, Look)]) -> String {
    var result = ""
    var byte = 0
    for (range, look) in runs {
      let count = string.text(in: range).utf8.count
      let color =
        Int(look.color.red) << 16 | Int(look.color.green) << 8 | Int(look.color.blue)
      result += "\(byte) \(count) \(range.lowerBound) \(range.count) \(color) \(look.size) "
      result += "\(look.style)\n"
      byte += count
    }
    return result
  }
}

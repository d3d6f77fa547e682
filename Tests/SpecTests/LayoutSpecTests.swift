import Foundation
import IAFonts
import IALayout
import IAText
import Testing

/// Whether the font that the examples of Specs/layout.md name is installed.
private let fontsAreThere =
  FileManager.default.fileExists(atPath: "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")

@Suite(.enabled(if: fontsAreThere, "the fonts of Specs/layout.md are not installed"))
struct LayoutSpecTests {
  /// An example of the specification: a text with the width of its container, and its lines.
  struct Example: Sendable, CustomTestStringConvertible {
    var text: SpecFence
    var lines: SpecFence
    var testDescription: String { text.testDescription }
  }

  static func examples() throws -> [Example] {
    let fences = try SpecFence.all(of: "layout.md")
    return fences.indices.filter { fences[$0].words.prefix(2) == ["layout", "example"] }.map {
      Example(text: fences[$0], lines: fences[$0 + 1])
    }
  }

  @Test(arguments: try examples()) func `An example has the lines that are specified`(
    example: Example
  ) throws {
    #expect(example.lines.words == ["lines"])
    let width = try #require(
      example.text.words.compactMap { word in
        word.hasPrefix("width=") ? Double(word.dropFirst(6)) : nil
      }.first)
    var options = LayoutOptions()
    options.fontFamilies = ["Noto Sans"]
    options.fontSize = 16
    let typesetter = Typesetter(
      fonts: try FontCollection.folder("/usr/share/fonts/truetype"), options: options)
    let layout = LayoutManager(
      typesetter, containers: [TextContainer(width: width, lineFragmentPadding: 0)])
    // The text of an example with one line has no terminator, unless two lines are expected.
    let isOneLine = example.text.content.filter { $0 == "\n" }.count == 1
    let isTerminated = !isOneLine || example.lines.content.split(separator: "\n").count == 2
    layout.setString(
      IAString(isTerminated ? example.text.content : String(example.text.content.dropLast())))
    let found = layout.lineFragments().map { line in
      let text = layout.string.text(in: line.utf16Range).trimmingCharacters(in: .newlines)
      let numbers = String(
        format: "x=%.2f y=%.2f width=%.2f height=%.2f", line.usedRect.x, line.usedRect.y,
        line.usedRect.width, line.usedRect.height)
      return "\(line.utf16Range) \(numbers) \(text)".trimmingCharacters(in: .whitespaces) + "\n"
    }
    #expect(found.joined() == example.lines.content)
  }
}

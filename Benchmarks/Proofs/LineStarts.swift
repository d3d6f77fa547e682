import Foundation
import IACorpus
import IAFonts
import IALayout
import IAText
import Inputs

/// Where lines start, in the shape that LayoutPeers/pango_lines.cpp has: for each line the number of
/// its paragraph, the bytes where it starts and ends, its width without the spaces at its end.
struct LineStarts {
  let text: String
  let width: Double

  init(file: String, width: Double) throws {
    text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    self.width = width
  }

  /// Writes the whole Bible, the fortunes of four languages, and a paragraph of each script that is
  /// cut by dictionary from each of its spaces on; a paragraph a line.
  static func writeTexts(to folder: String) throws {
    let folder = URL(filePath: folder)
    let bible = String(decoding: try Prose.units(), as: UTF16.self)
    try Data(bible.utf8).write(to: folder.appending(path: "bible.txt"))
    for language in Messages.Language.allCases {
      let messages = try Messages.all(in: language).map { $0.replacing("\n", with: " ") }
      try Data((messages.joined(separator: "\n") + "\n").utf8)
        .write(to: folder.appending(path: "fortunes-\(language.rawValue).txt"))
    }
    for script in DictionaryScript.allCases {
      let words = script.paragraph.split(separator: " ")
      let texts = words.indices.map { words[$0...].joined(separator: " ") }
      try Data((texts.joined(separator: "\n") + "\n").utf8)
        .write(to: folder.appending(path: "\(script.rawValue).txt"))
    }
  }

  func run() throws {
    var options = LayoutOptions()
    options.fontFamilies = ["Noto Sans"]
    options.fontSize = 16
    let typesetter = Typesetter(fonts: try .system(), options: options)
    var output = ""
    for (number, paragraph) in text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard !paragraph.isEmpty else { continue }
      let manager = LayoutManager(
        typesetter, containers: [TextContainer(width: width, lineFragmentPadding: 0)])
      manager.setString(IAString(String(paragraph)))
      let bytes = Self.byteOffsets(String(paragraph))
      for line in manager.lineFragments() {
        let range = line.utf16Range
        output +=
          "\(number) \(bytes[range.lowerBound]) \(bytes[range.upperBound]) \(line.usedRect.width)\n"
      }
    }
    FileHandle.standardOutput.write(Data(output.utf8))
  }

  /// The byte in UTF-8 where each UTF-16 unit starts, and the end.
  private static func byteOffsets(_ text: String) -> [Int] {
    var offsets: [Int] = []
    var byte = 0
    for scalar in text.unicodeScalars {
      for _ in 0..<UTF16.width(scalar) { offsets.append(byte) }
      byte += UTF8.width(scalar)
    }
    return offsets + [byte]
  }
}

import Foundation
import IATestSupport
import Testing

/// A fenced block of a specification.
struct SpecFence: Sendable, CustomTestStringConvertible {
  /// The words after the opening fence: `json example NAME …`.
  var words: [String]
  /// The lines between the fences, each with its line feed.
  var content: String
  /// The line of the opening fence, from 1.
  var line: Int

  var testDescription: String { "line \(line): \(words.joined(separator: " "))" }

  /// The fenced blocks of a file in `Specs`, in order.
  static func all(of file: String) throws -> [SpecFence] {
    let url = ExternalCorpora.packageRoot.appending(path: "Specs").appending(path: file)
    let text = try String(contentsOf: url, encoding: .utf8)
    var fences: [SpecFence] = []
    var open: SpecFence?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if !line.hasPrefix("```") {
        open?.content += line + "\n"
      } else if let fence = open {
        fences.append(fence)
        open = nil
      } else {
        let words = line.dropFirst(3).split(separator: " ").map(String.init)
        open = SpecFence(words: words, content: "", line: index + 1)
      }
    }
    return fences
  }
}

import Foundation
import IATestSupport

/// A requirement of a specification, and the bad files that violate it.
struct Requirement: Sendable {
  /// Consecutive words of the specification that contain each `must` of the requirement.
  let text: String
  /// The names of bad files, without folders and suffixes.
  var files: [String] = []
  /// The reason why there is no bad file: the program that must meet the requirement, and the test
  /// that checks it.
  var reason: String = ""

  /// Creates a requirement that bad files violate.
  init(_ text: String, _ files: String...) {
    self.text = text
    self.files = files
  }

  /// Creates a requirement that no file can violate.
  init(_ text: String, reason: String) {
    self.text = text
    self.reason = reason
  }
}

/// The prose of a specification, with single spaces and without fenced blocks.
struct SpecProse {
  let text: String

  init(_ file: String) throws {
    let url = ExternalCorpora.packageRoot.appending(path: "Specs").appending(path: file)
    var isProse = true
    var words: [Substring] = []
    let content = try String(contentsOf: url, encoding: .utf8)
    for line in content.split(separator: "\n") {
      if line.hasPrefix("```") {
        isProse.toggle()
      } else if isProse {
        words += line.split(separator: " ")
      }
    }
    text = words.joined(separator: " ")
  }

  /// The ranges of the word `must` in any case, except `*Must*`, which defines the word.
  var requirements: [Range<String.Index>] {
    text.ranges(of: /\b[Mm]ust\b/).filter { range in
      guard range.lowerBound > text.startIndex, range.upperBound < text.endIndex else {
        return true
      }
      return text[text.index(before: range.lowerBound)] != "*" || text[range.upperBound] != "*"
    }
  }
}

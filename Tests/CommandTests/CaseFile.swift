import Foundation
import IATestSupport

/// A Markdown file of commands and their expected results.
///
/// Blocks fenced by at least three backquotes are parts of the case; all other text is prose:
///
/// - A block with the word `file` and a name creates that file.
/// - A block that begins with `$ ` is a command for `/bin/sh`, run in the folder of the case. The
///   lines up to `^D` are its input. Then follow the lines of its output, the lines of its standard
///   error after `2> `, and the exit status, such as `=> 64`, unless it is 0.
///
/// `%` at the end of the output means that its last line has no line feed.
struct CaseFile: CustomStringConvertible, Sendable {
  let url: URL
  var description: String { url.deletingPathExtension().lastPathComponent }

  struct Block {
    /// The line numbers of the block's content in the file.
    var lines: Range<Int>
    /// The name of the file to create; `nil` for a command.
    var fileName: String?
    var content: [String]
  }

  static let all: [CaseFile] = {
    let folder = ExternalCorpora.packageRoot.appending(path: "Tests/CommandTests/Cases")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted()
      .map { CaseFile(url: folder.appending(path: $0)) }
  }()

  func lines() throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
  }

  /// Returns the blocks that are parts of the case.
  static func blocks(in lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var start: (line: Int, fence: String, info: String)?
    for (number, line) in lines.enumerated() {
      if let open = start {
        guard line == open.fence else { continue }
        let content = Array(lines[open.line + 1..<number])
        let name = open.info.hasPrefix("file ") ? String(open.info.dropFirst(5)) : nil
        if name != nil || content.first?.hasPrefix("$ ") == true {
          blocks.append(
            Block(lines: open.line + 1..<number, fileName: name, content: content))
        }
        start = nil
      } else if line.hasPrefix("```") {
        let fence = String(line.prefix { $0 == "`" })
        start = (number, fence, String(line.dropFirst(fence.count)))
      }
    }
    return blocks
  }
}

/// A command with its input and its expected or actual results, in the form of a block.
struct Transcript: Equatable {
  var command: String
  /// The lines of the input; `nil` for no input.
  var input: [String]?
  var output: [String] = []
  var errors: [String] = []
  var status: Int32 = 0

  init(command: String, input: [String]?) {
    self.command = command
    self.input = input
  }

  init(_ content: [String]) {
    command = String(content.first?.dropFirst(2) ?? "")
    var rest = content.dropFirst()
    if let end = rest.firstIndex(of: "^D") {
      input = Array(rest[..<end])
      rest = rest[(end + 1)...]
    }
    for line in rest {
      if line.hasPrefix("2> ") {
        errors.append(String(line.dropFirst(3)))
      } else if line.hasPrefix("=> "), let number = Int32(line.dropFirst(3)) {
        status = number
      } else {
        output.append(line)
      }
    }
  }

  var lines: [String] {
    var lines = ["$ " + command]
    if let input { lines += input + ["^D"] }
    lines += output + errors.map { "2> " + $0 }
    if status != 0 { lines.append("=> \(status)") }
    return lines
  }
}

import Foundation
import IATestSupport

/// A Markdown file of commands and what they must do.
///
/// Blocks fenced by three backquotes are parts of the case; all else is prose:
///
/// - A block with the word `file` and a name makes that file.
/// - A block that begins with `$ ` is a command for `/bin/sh`, run in the folder of the case:
///   the lines after it up to `^D` are its input; then come the lines of its output, those of its
///   standard error with `2> ` before them, and, unless it is 0, its exit status as `=> 64`.
///
/// `%` at the end of an output says that its last line does not end.
struct CaseFile: CustomStringConvertible, Sendable {
  let url: URL
  var description: String { url.deletingPathExtension().lastPathComponent }

  struct Block {
    /// The lines of the file that the block's content takes.
    var lines: Range<Int>
    /// The name of a file to make; nil for a command.
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

  /// The blocks of the file that are parts of the case.
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

/// What a command is given, or what it did, in the form of a block.
struct Transcript: Equatable {
  var command: String
  /// Nil for no input at all.
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

public import IAText

/// The differences between two texts in the unified format of `diff -u`: lines of text with three
/// lines of context.
///
/// Source of the format: POSIX.1-2017, `diff`, "Diff -u Output Format". Lines are paragraphs. Control characters in
/// their text are escaped, so that the output is safe for a terminal.
public struct UnifiedDifference: Sendable {
  private static let context = 3

  private let left: [String]
  private let right: [String]
  private let edits: [Edit]

  /// A range of lines that differs.
  private struct Edit {
    var left: Range<Int>
    var right: Range<Int>
  }

  /// Creates the comparison of two texts by lines.
  ///
  /// - Complexity: That of `SequenceDiff`.
  public init(_ left: IAString, _ right: IAString) {
    let (ours, theirs) = (left.units(in: left.utf16Range), right.units(in: right.utf16Range))
    let (lines, others) = (TextParts.lines(of: ours), TextParts.lines(of: theirs))
    var numbers = PartNumbers()
    let common = SequenceDiff(
      numbers.numbers(of: lines, in: ours), numbers.numbers(of: others, in: theirs)
    ).matches
    var edits: [Edit] = []
    var at = (left: 0, right: 0)
    for match in common + [.init(left: lines.count, right: others.count, count: 0)] {
      let edit = Edit(left: at.left..<match.left, right: at.right..<match.right)
      if !edit.left.isEmpty || !edit.right.isEmpty { edits.append(edit) }
      at = (match.left + match.count, match.right + match.count)
    }
    self.edits = edits
    self.left = Self.texts(lines, ours)
    self.right = Self.texts(others, theirs)
  }

  /// Returns the lines of the format; none if the texts are equal.
  ///
  /// - Parameters:
  ///   - names: The names of the documents, for the first two lines.
  ///   - colors: The number of colours of the terminal; 0 for none.
  public func lines(names: (String, String), colors: Int = 0) -> [String] {
    guard !edits.isEmpty else { return [] }
    var lines = [
      "--- " + HarmlessText.escape(names.0), "+++ " + HarmlessText.escape(names.1),
    ]
    for hunk in hunks {
      lines.append(Self.painted(header(of: hunk), 36, colors))
      var at = max(hunk[0].left.lowerBound - Self.context, 0)
      for edit in hunk {
        lines += left[at..<edit.left.lowerBound].map { " " + $0 }
        lines += left[edit.left].map { Self.painted("-" + $0, 31, colors) }
        lines += right[edit.right].map { Self.painted("+" + $0, 32, colors) }
        at = edit.left.upperBound
      }
      lines += left[at..<min(at + Self.context, left.count)].map { " " + $0 }
    }
    return lines
  }

  /// The hunks: edits whose lines of context touch or overlap are in the same hunk.
  private var hunks: [[Edit]] {
    var hunks: [[Edit]] = []
    for edit in edits {
      if let last = hunks.last?.last,
        edit.left.lowerBound - last.left.upperBound <= 2 * Self.context
      {
        hunks[hunks.count - 1].append(edit)
      } else {
        hunks.append([edit])
      }
    }
    return hunks
  }

  private func header(of hunk: [Edit]) -> String {
    let (first, last) = (hunk[0], hunk[hunk.count - 1])
    let before = min(first.left.lowerBound, Self.context)
    let after = min(left.count - last.left.upperBound, Self.context)
    let ours = first.left.lowerBound - before..<last.left.upperBound + after
    let theirs = first.right.lowerBound - before..<last.right.upperBound + after
    return "@@ -\(Self.range(ours)) +\(Self.range(theirs)) @@"
  }

  /// Returns a range as the format writes it: the first line, counted from 1, and the number of lines.
  private static func range(_ lines: Range<Int>) -> String {
    switch lines.count {
    case 0: "\(lines.lowerBound),0"
    case 1: "\(lines.lowerBound + 1)"
    default: "\(lines.lowerBound + 1),\(lines.count)"
    }
  }

  private static func texts(_ lines: [Range<Int>], _ units: [UInt16]) -> [String] {
    lines.map { line in
      let end = units[line].last == 0x0A ? line.upperBound - 1 : line.upperBound
      return HarmlessText.escape(String(decoding: units[line.lowerBound..<end], as: UTF16.self))
    }
  }

  private static func painted(_ line: String, _ color: Int, _ colors: Int) -> String {
    colors > 0 ? "\u{1B}[\(color)m\(line)\u{1B}[0m" : line
  }
}

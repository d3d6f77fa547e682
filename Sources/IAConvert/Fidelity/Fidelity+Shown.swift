public import IABytes

extension Fidelity {
  /// Compares two files as another program shows them.
  ///
  /// The program prints both files to PDF; the words of the pages and their appearance are compared.
  ///
  /// The rows count words: first the words that both files have in the same order, then those of them that have the
  /// same font family, size, colour, weight, slant, link and page. The programs `pdftohtml` and `program` must be
  /// installed.
  ///
  /// - Parameter isStopped: Called every 20 ms while programs run; if it returns `true`, the programs
  ///   are killed and the comparison ends.
  /// - Throws: `Failure` with `program.format`, `program.missing`, `program.timeout`,
  ///   `program.failed` or `program.stopped`; `FileError`.
  public static func shown(
    _ left: String, _ right: String, by program: OtherProgram, limits: Limits = .standard,
    isStopped: () -> Bool = { false }
  ) throws -> Fidelity {
    let words = (
      try program.words(of: left, limits: limits, isStopped: isStopped),
      try program.words(of: right, limits: limits, isStopped: isStopped)
    )
    return Fidelity(words.0, words.1)
  }

  /// Creates the comparison of the words of two printed documents.
  init(_ left: [PrintedWord], _ right: [PrintedWord]) {
    var numbers: [[UInt8]: UInt32] = [:]
    func number(_ word: PrintedWord) -> UInt32 {
      if let known = numbers[word.text] { return known }
      let next = UInt32(numbers.count)
      numbers[word.text] = next
      return next
    }
    let diff = SequenceDiff(left.map(number), right.map(number))
    let pairs = diff.matches.flatMap { match in
      (0..<match.count).map { (left[match.left + $0], right[match.right + $0]) }
    }
    var rows = [
      Row(
        part: .shown, name: "words", agreeing: pairs.count,
        total: left.count + right.count - pairs.count)
    ]
    func add(_ name: String, _ agrees: (PrintedWord, PrintedWord) -> Bool) {
      rows.append(
        Row(
          part: .shown, name: name, agreeing: pairs.count(where: agrees), total: pairs.count))
    }
    add("fontFamily") { $0.look.family == $1.look.family }
    add("fontSize") { $0.look.size == $1.look.size }
    add("foreground") { $0.look.color == $1.look.color }
    add("bold") { $0.look.isBold == $1.look.isBold }
    add("italic") { $0.look.isItalic == $1.look.isItalic }
    add("link") { $0.look.isLink == $1.look.isLink }
    add("page") { $0.page == $1.page }
    self.init(
      rows: rows.filter { $0.total > 0 }, isEqual: left == right, isCutShort: diff.isCutShort)
  }
}

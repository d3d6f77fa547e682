internal import IAFormats

/// Reports the parts of the input that the reader does not use: each name once.
struct RTFAccounting {
  /// The maximum number of unknown words that are reported by name; further ones are not reported.
  private static let maxUnknownNames = 64

  /// Whether each word of the table was already reported, by the index of the word.
  private var isReported: [Bool] = []
  /// The values with which a word is not reported, by the index of the word; only for words that occurred.
  private var usualValues: [Int: [Int32]] = [:]
  private var unknown: Set<UInt64> = []
  /// The words that only drawings of the file use.
  let drawnWords = RTFDrawnWords()

  /// Notes a control word that is not read, if it is in text of the document.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - bytes: The bytes of the document, from which its name is taken if it is unknown.
  ///   - isText: Whether the word is in text, a picture or an old list of the document.
  ///   - report: Receives the note.
  /// - Returns: Whether the table lists the word as a destination; `false` for an unknown word.
  mutating func note(
    _ word: RTFUnreadWord, in bytes: Span<UInt8>, isText: Bool, report: inout ConversionReport
  ) -> Bool {
    guard let index = RTFUnreadWords.standard.index(of: word.hash) else {
      if isText { noteUnknown(word, in: bytes, report: &report) }
      return false
    }
    if isText { noteKnown(index, word, report: &report) }
    return RTFUnreadWords.standard.isDestination(index)
  }

  /// Notes the words of a style that text has.
  mutating func note(_ words: [RTFUnreadWord], report: inout ConversionReport) {
    for word in words {
      guard let index = RTFUnreadWords.standard.index(of: word.hash) else { continue }
      noteKnown(index, word, report: &report)
    }
  }

  private mutating func noteKnown(
    _ index: Int, _ word: RTFUnreadWord, report: inout ConversionReport
  ) {
    let words = RTFUnreadWords.standard
    guard words.isReported(index) else { return }
    if isReported.isEmpty { isReported = Array(repeating: false, count: words.count) }
    guard !isReported[index] else { return }
    if let usual = usualValues[index], usual.contains(word.value ?? 1) { return }
    let entry = words.entry(at: index)
    guard case .reported(let feature, let usual) = entry.treatment else { return }
    usualValues[index] = usual
    if usual.contains(word.value ?? 1) { return }
    isReported[index] = true
    let detail = entry.name + (word.value.map(String.init) ?? "")
    report.add(.dropped, feature, detail, byteOffset: word.start)
  }

  private mutating func noteUnknown(
    _ word: RTFUnreadWord, in bytes: Span<UInt8>, report: inout ConversionReport
  ) {
    guard unknown.count < Self.maxUnknownNames, unknown.insert(word.hash).inserted else { return }
    var name = ""
    for index in (word.start + 1)..<min(word.nameEnd, word.start + 33) {
      name.unicodeScalars.append(Unicode.Scalar(bytes[index]))
    }
    report.add(.dropped, .unknownControlWord, name, byteOffset: word.start)
  }
}

/// A control word that is not read.
struct RTFUnreadWord {
  /// The hash of its name.
  var hash: UInt64
  /// Its number.
  var value: Int32?
  /// The offset of its backslash.
  var start: Int
  /// The offset of the end of its name.
  var nameEnd: Int
}

public import IAText

/// The byte order mark and the line ends of a plain text, which are not characters of the document.
///
/// A document stores them as the custom metadata `text.form` (Specs/text-backed.md, section 2), so that a
/// text that is read and written again has the same bytes.
public struct TextForm: Hashable, Sendable {
  /// A byte order mark.
  public enum Mark: String, Hashable, Sendable {
    /// The mark of UTF-8.
    case utf8 = "utf-8"
    /// The mark of UTF-16 with the high byte first.
    case utf16BigEndian = "utf-16be"
    /// The mark of UTF-16 with the low byte first.
    case utf16LittleEndian = "utf-16le"
  }

  /// A line end of the text; in the document it is U+000A.
  public enum LineEnd: String, Hashable, Sendable {
    /// U+000A.
    case lineFeed = "lf"
    /// U+000D.
    case carriageReturn = "cr"
    /// U+000D U+000A.
    case both = "crlf"
    /// U+2029.
    case separator = "ps"
  }

  /// A number of consecutive line ends of one kind.
  public struct Run: Hashable, Sendable {
    /// The number of line ends, at least 1.
    public var count: Int
    /// The kind.
    public var lineEnd: LineEnd

    /// Creates a run.
    public init(count: Int, lineEnd: LineEnd) {
      self.count = count
      self.lineEnd = lineEnd
    }
  }

  /// The byte order mark, or `nil` for UTF-8 without one.
  public var mark: Mark?
  /// The line ends in order, empty if all are U+000A.
  ///
  /// The last run continues to the end.
  public var lineEnds: [Run] = []

  /// Creates the form of UTF-8 without a mark whose line ends are U+000A.
  public init() {}

  /// The name of the custom metadata.
  public static let metadataName = "text.form"
  /// The maximum number of runs of line ends.
  public static let maxRuns = 1 << 16

  /// Whether the text is UTF-8 without a mark, and all line ends are U+000A.
  public var isPlain: Bool { mark == nil && lineEnds.isEmpty }

  /// The form as text: the name of the mark, then the name of the line end of all lines.
  ///
  /// If line ends differ, a number and a name for each run follow the mark instead. Spaces separate the parts.
  public var description: String {
    var words = mark.map { [$0.rawValue] } ?? []
    if lineEnds.count == 1 {
      words.append(lineEnds[0].lineEnd.rawValue)
    } else {
      for run in lineEnds { words += ["\(run.count)", run.lineEnd.rawValue] }
    }
    return words.joined(separator: " ")
  }

  /// Creates a form from its text, or returns `nil` if the text is not valid.
  public init?(_ text: String) {
    var words = text.split(separator: " ")[...]
    if let first = words.first, let mark = Mark(rawValue: String(first)) {
      self.mark = mark
      words.removeFirst()
    }
    if words.count == 1, let lineEnd = words.first.flatMap({ LineEnd(rawValue: String($0)) }) {
      lineEnds = [Run(count: 1, lineEnd: lineEnd)]
      return
    }
    guard words.count / 2 <= Self.maxRuns else { return nil }
    while let number = words.popFirst() {
      guard let count = Int(number), count > 0,
        let lineEnd = words.popFirst().flatMap({ LineEnd(rawValue: String($0)) })
      else { return nil }
      lineEnds.append(Run(count: count, lineEnd: lineEnd))
    }
  }
}

extension DocumentMetadata {
  /// The form of the plain text from which the document was read; `nil` if it is UTF-8 without a mark
  /// whose line ends are U+000A, or was not read from text.
  public var textForm: TextForm? {
    get {
      custom.first { $0.name == TextForm.metadataName }.flatMap { TextForm($0.value) }
    }
    set {
      custom.removeAll { $0.name == TextForm.metadataName }
      guard let newValue, !newValue.isPlain else { return }
      let place = custom.firstIndex { $0.name > TextForm.metadataName } ?? custom.endIndex
      custom.insert(.init(TextForm.metadataName, newValue.description), at: place)
    }
  }
}

extension IADocument {
  /// Returns the document without the form of the plain text from which it was read, and reports the
  /// loss.
  package func withoutTextForm(_ report: inout ConversionReport) -> IADocument {
    guard let tag = metadata.custom.first(where: { $0.name == TextForm.metadataName }) else {
      return self
    }
    report.add(.dropped, .lineEnd, TextForm.lossDetail(tag.value))
    var document = self
    document.metadata.textForm = nil
    return document
  }
}

extension TextForm {
  /// Returns the detail of the note for a form that is lost.
  static func lossDetail(_ text: String) -> String {
    TextForm(text).map { $0.lineEnds.count > 1 ? "mixed" : text } ?? text
  }
}

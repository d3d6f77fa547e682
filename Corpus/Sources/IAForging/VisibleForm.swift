internal import IASyntax
internal import IAText

/// The visible content of a document: text, pictures and link targets, in order.
struct VisibleForm {
  /// The text of each paragraph that shows something.
  private var lines: [String] = []

  /// Creates the visible form of a document.
  init(_ document: IADocument) {
    let string = document.string
    for paragraph in string.paragraphs {
      var line = ""
      var target: String?
      for run in string.attributeRuns(in: paragraph.contentRange) {
        if run.attributes.link?.url != target {
          target = run.attributes.link?.url
          line += "⟨\(target ?? "")⟩"
        }
        guard Self.isVisible(run.attributes) else { continue }
        for at in run.utf16Range {
          if let attachment = string.attachment(at: at) {
            line += Self.text(of: attachment)
          } else {
            line += Self.letters(of: String(decoding: [string.unit(at: at)], as: UTF16.self))
          }
        }
      }
      if !line.isEmpty { lines.append(line) }
    }
  }

  private static func isVisible(_ attributes: InlineAttributes) -> Bool {
    !attributes.hidden && !(attributes.fontSize.map { $0 < 1 } ?? false)
  }

  /// Returns the attributes of visible text that change its order, strike it through or make it
  /// hard to read.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - showsMarks: Whether the format always shows strikethrough and superscript or subscript.
  static func distortions(of document: IADocument, showsMarks: Bool) -> Set<String> {
    var found: Set<String> = []
    let string = document.string
    for paragraph in string.paragraphs {
      let isOnPaper = paragraph.attributes.shading == nil
      for run in string.attributeRuns(in: paragraph.contentRange) where isVisible(run.attributes) {
        // The second surrogate of a pair shows no attributes of its own.
        guard !UTF16.isTrailSurrogate(string.unit(at: run.utf16Range.lowerBound)),
          showsAnything(run.utf16Range, of: string)
        else { continue }
        let set = run.attributes
        if let direction = set.direction { found.insert("direction \(direction.rawValue)") }
        if showsMarks, set.strikethrough != nil { found.insert("strikethrough") }
        if showsMarks, set.script != nil { found.insert("script") }
        if let spacing = set.letterSpacing, spacing < -2 || spacing > 40 {
          found.insert("spacing")
        }
        if abs(set.baselineOffset ?? 0) > 40 { found.insert("offset") }
        if set.fontFamily == "Wingdings" { found.insert("font") }
        if set.foreground.map(isPale) ?? false, isOnPaper, set.background == nil {
          found.insert("pale colour")
        }
      }
    }
    return found
  }

  /// Returns whether a colour, blended with white by its opacity, is nearly white.
  private static func isPale(_ color: Color) -> Bool {
    [color.red, color.green, color.blue].allSatisfy { channel in
      (255 - Int(channel)) * Int(color.alpha) <= 16 * 255
    }
  }

  /// Returns whether a range contains characters or pictures.
  ///
  /// The format determines whether it shows other attachments, independently of their attributes.
  private static func showsAnything(_ utf16Range: Range<Int>, of string: IAString) -> Bool {
    utf16Range.contains { offset in
      guard let attachment = string.attachment(at: offset) else { return true }
      return attachment.kind == .image && attachment.content != .none
    }
  }

  private static func text(of attachment: Attachment) -> String {
    switch attachment.content {
    case .blob(let digest): "⟦\(digest.description.prefix(12))⟧"
    case .url(let url): "⟦\(url)⟧"
    case .none: letters(of: attachment.textBacking ?? attachment.altText ?? "")
    }
  }

  /// Returns the text without white space, which readers and writers may change.
  static func letters(of text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
  }

  /// Returns whether all formats can represent a character without U+FFFD, and show it.
  static func isHeld(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .unassigned, .surrogate: false
    default:
      // U+FEFF at the start of a text is a byte order mark.
      !scalar.properties.isWhitespace && scalar != "\u{FFFD}" && scalar != "\u{FEFF}"
    }
  }

  /// Returns a description of the first difference from another form, or `nil` if they are equal.
  func difference(from other: VisibleForm) -> String? {
    let mine = lines.joined()
    let theirs = other.lines.joined()
    guard mine != theirs else { return nil }
    let shared = zip(mine.unicodeScalars, theirs.unicodeScalars).prefix { $0 == $1 }.count
    func part(_ text: String) -> String {
      let scalars = text.unicodeScalars.dropFirst(max(shared - 20, 0)).prefix(60)
      return String(String.UnicodeScalarView(scalars))
    }
    return "\"\(part(mine))\" became \"\(part(theirs))\""
  }
}

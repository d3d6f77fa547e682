/// A style of the document.
struct RTFStyle {
  /// The meanings of styles in the model, beyond their formatting.
  enum Role: Equatable {
    case none, header(Int), quote, code, codeText, link, list, rule, note, scheme, mark
  }

  var role = Role.none
  var isCharacter = false
  /// The number of the style that it is based on; `nil` if it is based on none.
  var basedOn: Int32?
  var character = RTFCharacter()
  var paragraph = RTFParagraph()
  /// The same without the indents and spaces that the style states itself: in Word and LibreOffice, a paragraph in a
  /// file gets these only from its own words.
  var ofParagraph = RTFParagraph()
  /// The words of the style, and of those that it is based on, that are reported where text has the style.
  var unread: [RTFUnreadWord] = []

  /// Whether the style is that of a header.
  var isHeader: Bool { if case .header = role { true } else { false } }

  /// Returns the role of a style name; case does not matter.
  static func role(of name: String) -> Role {
    let name = name.lowercased()
    switch name {
    case "quote", "block text", "intense quote", "quotations": return .quote
    case "html preformatted", "preformatted text": return .code
    case "html code", "html typewriter", "source text": return .codeText
    case "hyperlink", "followedhyperlink", "internet link", "visited internet link": return .link
    case "list paragraph": return .list
    case "horizontal line": return .rule
    case "footnote text", "endnote text", "annotation text", "header", "footer", "frame contents":
      return .note
    case "ia-scheme": return .scheme
    case "ia-mark": return .mark
    default: break
    }
    for prefix in ["heading ", "\u{FC}berschrift ", "titre ", "rubrik "] {
      if name.hasPrefix(prefix), let level = Int(name.dropFirst(prefix.count)),
        (1...9).contains(level)
      {
        return .header(level)
      }
    }
    return .none
  }

  /// Returns the character formatting that the role implies and that is therefore not stored as attributes.
  ///
  /// For a header, it is the weight and the size that the writer gives it. For any other role in a document of the
  /// suite, it is the formatting of the style. In other documents it is the size that the writer gives code blocks and
  /// notes, nothing for other blocks, and the formatting of the style for roles of text.
  ///
  /// - Parameters:
  ///   - isOwn: Whether the document is one of the suite's.
  ///   - isInNote: Whether the text is that of a footnote or endnote.
  func impliedCharacter(isOwn: Bool, isInNote: Bool) -> RTFCharacter {
    var implied = RTFCharacter.unset
    switch role {
    case .header(let level):
      implied.flags = .bold
      implied.halfPoints = Int32(RTFStyles.headerSizes[RTFStyles.header(level: level) - 1])
    case _ where isOwn: return character
    case .code: implied.halfPoints = Self.smallHalfPoints
    case .note where isInNote: implied.halfPoints = Self.smallHalfPoints
    case .quote, .note, .rule: break
    default: return character
    }
    return implied
  }

  /// The size that the writer gives code blocks and notes, in half points.
  private static let smallHalfPoints: Int32 = 20

  /// The paragraph formatting that the role implies: for a header the one that the writer gives it, otherwise that of
  /// the style.
  var impliedParagraph: RTFParagraph {
    guard case .header(let level) = role else { return paragraph }
    return Self.headerParagraph(level: level)
  }

  /// Returns the paragraph formatting that the writer gives a header of a level.
  static func headerParagraph(level: Int) -> RTFParagraph {
    var implied = RTFParagraph()
    let spacing = RTFStyles.headerSpacing[RTFStyles.header(level: level) - 1]
    implied.spaceBefore = Int32(spacing.before)
    implied.spaceAfter = Int32(spacing.after)
    implied.keepsWithNext = true
    return implied
  }

  /// Whether the formatting of the style follows from its role and is therefore not stored as
  /// attributes.
  var impliesFormatting: Bool {
    switch role {
    case .none, .codeText, .link, .list, .scheme, .mark: false
    default: true
    }
  }
}

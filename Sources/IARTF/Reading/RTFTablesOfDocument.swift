internal import IAText
internal import IAUnicode

/// A font of the document.
struct RTFFont {
  var name: String?
  /// The index of its character set; -1 for that of the document.
  var charset: Int32 = -1
  /// Whether all its characters are as wide as each other: columns of text depend on it.
  var isFixedPitch = false
}

/// The colours of the document.
struct RTFColors {
  /// The table of colours; nil for the default.
  var entries: [Color?] = []
  /// Cocoa's table, which says how opaque they are.
  var expanded: [Color?] = []

  /// The colour of an index; nil for the default.
  func color(_ index: Int32) -> Color? {
    guard index > 0, Int(index) < entries.count else { return nil }
    return (Int(index) < expanded.count ? expanded[Int(index)] : nil) ?? entries[Int(index)]
  }
}

/// A style of the document.
struct RTFStyle {
  /// What a style means to the model, beyond its looks.
  enum Role: Equatable {
    case none, header(Int), quote, code, codeText, link, list, rule, note, scheme, mark
  }

  var role = Role.none
  var isCharacter = false
  var basedOn: Int32 = -1
  var character = RTFCharacter()
  var paragraph = RTFParagraph()

  /// What a name means; letters of either case.
  static func role(of name: String) -> Role {
    let name = name.lowercased()
    switch name {
    case "quote", "block text", "intense quote", "quotations": return .quote
    case "html preformatted", "preformatted text": return .code
    case "html code", "html typewriter", "source text": return .codeText
    case "hyperlink", "followedhyperlink", "internet link", "visited internet link": return .link
    case "list paragraph": return .list
    case "horizontal line": return .rule
    case "footnote text", "annotation text", "header", "footer", "frame contents": return .note
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

  /// The looks of characters that go without saying: of a header its size, weight and font.
  var hiddenCharacter: RTFCharacter {
    guard case .header = role else { return character }
    var hidden = RTFCharacter.unsaid
    hidden.flags = character.flags.intersection(.bold)
    hidden.halfPoints = character.halfPoints
    hidden.font = character.font
    return hidden
  }

  /// What of the paragraph goes without saying: of a header all but where it stands in the line.
  var hiddenParagraph: RTFParagraph {
    guard case .header = role else { return paragraph }
    var hidden = paragraph
    hidden.alignment = 0
    return hidden
  }

  /// Whether the looks of the style are those of what it means.
  var hidesLooks: Bool {
    switch role {
    case .none, .codeText, .link, .list, .scheme, .mark: false
    default: true
    }
  }
}

/// A list of the document's table of lists.
struct RTFList {
  struct Level {
    var format: Int32 = 0
    var start: Int32 = 1
    var text: [UInt16] = []
  }
  var levels: [Level] = []
}

/// What `\ls` refers to.
struct RTFListOverride {
  var list: Int32 = 0
  /// The starts of levels that differ from those of the list.
  var starts: [Int32?] = []
}

/// A list of the kind that Word had before there were tables of lists.
struct RTFOldList: Equatable {
  var format: Int32 = 0
  var start: Int32 = 1
  var isBullet = false
  var isContinuation = false
  var before: [UInt16] = []
  var after: [UInt16] = []
}

/// A character set of the document, ready for single bytes.
struct RTFCharset {
  let charset: Charset
  /// The units of single bytes; U+FFFD where the stream decides.
  let units: [UInt16]
  /// Whether bytes are those of a font of symbols.
  var isSymbol = false

  init(_ charset: Charset) {
    self.charset = charset
    units = (0..<256).map { byte in
      let units = charset.decode([UInt8(byte)])
      return units.count == 1 ? units[0] : 0xFFFD
    }
  }
}

/// Numbers of character sets.
enum RTFCharsetNumbers {
  /// The code page of a `\fcharset`; nil for the one of the document.
  static func codePage(of charset: Int32) -> Int? {
    switch charset {
    case 0: 1252
    case 77: 10000
    case 78: 10001
    case 79: 10003
    case 80: 10008
    case 81: 10002
    case 85: 10006
    case 86: 10081
    case 87: 10021
    case 88: 10029
    case 89: 10007
    case 128: 932
    case 129: 949
    case 130: 1361
    case 134: 936
    case 136: 950
    case 161: 1253
    case 162: 1254
    case 163: 1258
    case 177, 181: 1255
    case 178, 179, 180: 1256
    case 186: 1257
    case 204: 1251
    case 222: 874
    case 238: 1250
    case 254: 437
    case 255: 850
    default: nil
    }
  }
}

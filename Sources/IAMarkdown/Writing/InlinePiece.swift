internal import IAText

/// A set of the marks around text.
struct MarkSet: OptionSet {
  let rawValue: UInt8

  static let link = MarkSet(rawValue: 1)
  static let strikethrough = MarkSet(rawValue: 2)
  static let bold = MarkSet(rawValue: 4)
  static let italic = MarkSet(rawValue: 8)
  static let emphasis: MarkSet = [.strikethrough, .bold, .italic]

  /// The marks other than links.
  static let emphases: [MarkSet] = [.strikethrough, .bold, .italic]
}

extension MarkSet {
  /// Creates the set of one mark: 0 for a link, 1 for strikethrough, 2 for bold, 3 for italic.
  ///
  /// If marks end at the same position, the one with the lower number is outside.
  init(bit: Int) { self.init(rawValue: 1 &<< UInt8(truncatingIfNeeded: bit)) }
}

/// A set of elements of raw HTML around text, for attributes that Markdown cannot show.
struct TagSet: OptionSet {
  let rawValue: UInt8

  static let underline = TagSet(rawValue: 1)
  static let subscripted = TagSet(rawValue: 2)
  static let superscripted = TagSet(rawValue: 4)

  /// The names of the elements, the outermost first.
  ///
  /// GitHub removes `u`, and shows `ins` as underlined.
  private static let names: [(tag: TagSet, name: String)] = [
    (.underline, "ins"), (.subscripted, "sub"), (.superscripted, "sup"),
  ]
  /// The start tags that this version or an earlier version of the writer produces.
  static let openings: Set<String> = ["<ins>", "<u>", "<sub>", "<sup>"]

  /// The start tags.
  var opening: String {
    Self.names.lazy.filter { contains($0.tag) }.map { "<\($0.name)>" }.joined()
  }

  /// The end tags.
  var closing: String {
    Self.names.reversed().lazy.filter { contains($0.tag) }.map { "</\($0.name)>" }.joined()
  }
}

/// A range of a paragraph that is written in one form.
struct InlinePiece {
  enum Kind: Equatable {
    case text, code
    /// The TeX of an equation.
    case math(MathSpan.Form)
    /// A picture, which is written as Markdown.
    case picture
    /// A reference to a footnote.
    case note
  }

  var kind: Kind
  /// The units of the piece in the text that is written.
  var range: Range<Int>
  var marks: MarkSet
  /// The number of the link, or -1 if the piece has no link.
  var link: Int
  /// Whether the piece is blank text, beside which marks can neither open nor close.
  var isBlank = false
  /// The elements around the piece.
  var tags: TagSet = []

  /// Returns whether a mark continues from this piece to the next one.
  func continues(_ mark: MarkSet, into next: InlinePiece) -> Bool {
    marks.contains(mark) && next.marks.contains(mark) && (mark != .link || link == next.link)
  }

  /// Returns whether the piece is text with the same marks and the same link as another text.
  func joins(_ other: InlinePiece) -> Bool {
    kind == .text && other.kind == .text && marks == other.marks && link == other.link
      && tags == other.tags
  }
}

/// The form in which text with a set of attributes is written.
struct AttributeForm {
  /// Bold, italic and strikethrough, and whether there is a link that may be written.
  var marks: MarkSet = []
  /// Underline and script.
  var tags: TagSet = []
  /// The number of the link, or -1.
  var link = -1
  var isCode = false
  /// Whether tags of the document change the form: raw HTML, footnote references, titles and info strings.
  var isSpecial = false

  /// Whether the text is written without any markup.
  var isPlain: Bool { marks.isEmpty && tags.isEmpty && !isCode && !isSpecial }
}

/// The forms of all sets of attributes of a string, by their numbers.
struct AttributeForms {
  private(set) var forms: [AttributeForm] = []
  /// The links by number, as a reader finds them.
  private(set) var links: [InlineAttributes.Link] = []
  let sets: [InlineAttributes]

  init(_ sets: [InlineAttributes]) {
    self.sets = sets
    forms.reserveCapacity(sets.count)
    var numbers: [InlineAttributes.Link: Int] = [:]
    for attributes in sets {
      var form = AttributeForm()
      if attributes.bold { form.marks.insert(.bold) }
      if attributes.italic { form.marks.insert(.italic) }
      if attributes.strikethrough != nil { form.marks.insert(.strikethrough) }
      if attributes.underline != nil { form.tags.insert(.underline) }
      switch attributes.script {
      case .subscript: form.tags.insert(.subscripted)
      case .superscript: form.tags.insert(.superscripted)
      case nil: break
      }
      form.isCode = attributes.code
      form.isSpecial = attributes.tags.contains { MarkdownAttributes.isShown($0.name) }
      if let link = attributes.link, LinkPolicy.allows(link.url) {
        form.marks.insert(.link)
        let written = LinkText.found(link)
        form.link = numbers[written] ?? links.count
        if form.link == links.count {
          numbers[written] = links.count
          links.append(written)
        }
        // A reader may find another title.
        if written != link { form.isSpecial = true }
      }
      forms.append(form)
    }
  }

  /// Returns the attributes that a reader finds on text with marks and elements.
  func found(_ marks: MarkSet, _ tags: TagSet, link: Int) -> InlineAttributes {
    var found = InlineAttributes()
    found.bold = marks.contains(.bold)
    found.italic = marks.contains(.italic)
    found.strikethrough = marks.contains(.strikethrough) ? .single : nil
    if marks.contains(.link), link >= 0 { found.link = links[link] }
    guard !tags.isEmpty else { return found }
    if tags.contains(.underline) { found.underline = .init() }
    if tags.contains(.subscripted) { found.script = .subscript }
    if tags.contains(.superscripted) { found.script = .superscript }
    return found
  }
}

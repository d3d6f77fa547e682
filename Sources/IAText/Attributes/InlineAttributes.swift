/// What a range of characters looks like and means, apart from its intensity.
///
/// A value with nothing set is plain text. Lengths are in points. Equality is by value; a string
/// keeps each distinct set once, so a million units of one style cost one set.
public struct InlineAttributes: Hashable, Sendable {
  /// The base size in points, greater than 0; `nil` for the reader's default.
  ///
  /// The source system knew whole points from 1 to 255.
  public var fontSize: Double?
  /// Whether the text is bold.
  public var bold = false
  /// Whether the text is italic.
  public var italic = false
  /// The line below the text, if any.
  public var underline: Underline?
  /// The line through the text, if any.
  public var strikethrough: Strikethrough?
  /// Whether the text is raised or lowered and made smaller.
  public var script: Script?
  /// How far the baseline is raised, in points; negative lowers it.
  public var baselineOffset: Double?
  /// The name of the font family.
  @Spelled public var fontFamily: String?
  /// The weight of the font, 1…1000 as CSS counts: 400 is regular, 700 bold.
  public var fontWeight: Int?
  /// The colour of the text.
  public var foreground: Color?
  /// The colour behind the text.
  public var background: Color?
  /// Space added after each character, in points.
  public var letterSpacing: Double?
  /// Whether letters are shown as capitals.
  public var capitals: Capitals?
  /// Whether the text is kept but not shown.
  public var hidden = false
  /// The language as a BCP 47 tag.
  @Spelled public var language: String?
  /// The direction of the characters, against what their bidi classes say.
  public var direction: WritingDirection?
  /// Whether the text is program code.
  public var code = false
  /// Where the text leads to.
  public var link: Link?
  /// What no attribute above can hold, kept under a name: sorted by name, names unique.
  public var tags: [Tag] = []

  /// Creates the attributes of plain text.
  public init() {}

  /// Whether nothing is set.
  public var isPlain: Bool {
    !bold && !italic && !hidden && !code && link == nil && tags.isEmpty && fontSize == nil
      && underline == nil && strikethrough == nil && script == nil && baselineOffset == nil
      && fontFamily == nil && fontWeight == nil && foreground == nil && background == nil
      && letterSpacing == nil && capitals == nil && language == nil && direction == nil
  }

  /// Hashes all that tells sets apart, what is not set in one number: documents may hold many sets
  /// that differ in one value alone.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(flags: [
      bold, italic, hidden, code, underline != nil, strikethrough == .single,
      strikethrough == .double, script == .subscript, script == .superscript, capitals == .all,
      capitals == .small, direction == .leftToRight, direction == .rightToLeft, fontSize != nil,
      baselineOffset != nil, fontWeight != nil, letterSpacing != nil, fontFamily != nil,
      language != nil, foreground != nil, background != nil, link != nil, !tags.isEmpty,
    ])
    if foreground != nil || background != nil {
      hasher.combine(UInt64(foreground?.bits ?? 0) << 32 | UInt64(background?.bits ?? 0))
    }
    hasher.combine(ifSet: fontSize)
    hasher.combine(ifSet: baselineOffset)
    hasher.combine(ifSet: letterSpacing)
    if let fontWeight { hasher.combine(fontWeight) }
    if let underline { hasher.combine(underline) }
    hasher.combine(spelling: fontFamily)
    hasher.combine(spelling: language)
    hasher.combine(spelling: link?.url)
    hasher.combine(spelling: link?.title)
    for tag in tags {
      hasher.combine(spelling: tag.name)
      hasher.combine(spelling: tag.value)
    }
  }

  /// What a line end takes that is added after text with these attributes: its looks, but neither
  /// its link nor its tags, which are of a range of text that ended there.
  public var forLineEnd: InlineAttributes {
    var looks = self
    looks.link = nil
    looks.tags = []
    return looks
  }
}

extension InlineAttributes {
  /// A line below text.
  public struct Underline: Hashable, Sendable {
    /// How the line is drawn.
    public enum Style: String, Hashable, Sendable, CaseIterable {
      case single, double, thick, dotted, dashed, wavy, words
    }
    /// How the line is drawn.
    public var style: Style
    /// The colour of the line; `nil` for that of the text.
    public var color: Color?

    /// Creates an underline.
    public init(_ style: Style = .single, color: Color? = nil) {
      self.style = style
      self.color = color
    }
  }

  /// A line through text.
  public enum Strikethrough: String, Hashable, Sendable, CaseIterable { case single, double }

  /// A position above or below the line.
  public enum Script: String, Hashable, Sendable, CaseIterable { case superscript, `subscript` }

  /// A display of letters as capitals that leaves the text as it is.
  public enum Capitals: String, Hashable, Sendable, CaseIterable { case all, small }

  /// Where a range of text leads to.
  public struct Link: Hashable, Sendable {
    /// The target, as written.
    ///
    /// Writers emit only harmless schemes.
    @Spelled public var url: String
    /// A title shown on demand.
    @Spelled public var title: String?

    /// Creates a link.
    public init(_ url: String, title: String? = nil) {
      self.url = url
      self.title = title
    }
  }

  /// A property of text that the model has no field for.
  public struct Tag: Hashable, Sendable {
    /// What the property is called, prefixed by the format it came from: `html.kbd`.
    @Spelled public var name: String
    /// Its value; may be empty.
    @Spelled public var value: String

    /// Creates a tag.
    public init(_ name: String, _ value: String = "") {
      self.name = name
      self.value = value
    }
  }

  /// Returns the value of the tag with this name; setting `nil` removes it.
  public subscript(tag name: String) -> String? {
    get { tags.first { $0.name == name }?.value }
    set {
      tags.removeAll { $0.name == name }
      guard let newValue else { return }
      let place = tags.firstIndex { $0.name > name } ?? tags.endIndex
      tags.insert(Tag(name, newValue), at: place)
    }
  }
}

/// The direction in which text runs.
public enum WritingDirection: String, Hashable, Sendable, CaseIterable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}

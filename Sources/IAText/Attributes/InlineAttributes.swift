/// The attributes of a range of characters, except for its intensity.
///
/// A value without any attribute is plain text. Lengths are in points. Equality is by value; a
/// string stores each distinct set once, so that a million units with one style need one set.
public struct InlineAttributes: Hashable, Sendable {
  /// The font size in points, greater than 0; `nil` for the reader's default.
  ///
  /// The source system supported whole points from 1 to 255.
  public var fontSize: Double?
  /// Whether the text is bold.
  public var bold = false
  /// Whether the text is italic.
  public var italic = false
  /// The underline, or `nil`.
  public var underline: Underline?
  /// The strikethrough, or `nil`.
  public var strikethrough: Strikethrough?
  /// The superscript or subscript position, or `nil`.
  public var script: Script?
  /// The distance in points by which the baseline is raised; negative values lower it.
  public var baselineOffset: Double?
  /// The name of the font family, or a list of names separated by a comma and a space; the first installed family is
  /// used.
  @Spelled public var fontFamily: String?
  /// The weight of the font, 1…1000 as in CSS: 400 is regular, 700 is bold.
  public var fontWeight: Int?
  /// The colour of the text.
  public var foreground: Color?
  /// The colour behind the text.
  public var background: Color?
  /// The space added after each character, in points.
  public var letterSpacing: Double?
  /// The display of letters as capitals, or `nil`.
  public var capitals: Capitals?
  /// Whether letters are drawn as outlines.
  public var outline = false
  /// Whether the text has a shadow.
  public var shadow = false
  /// The value of `horizontalScale` in two bytes, because layouts and pages store many sets of attributes.
  var scale: Int16?
  /// The mark at each character, or `nil`.
  public var emphasisMark: EmphasisMark?
  /// Whether the text is stored but not displayed.
  public var hidden = false
  /// The language as a BCP 47 tag.
  @Spelled public var language: String?
  /// The direction of the characters, which overrides their bidi classes.
  public var direction: WritingDirection?
  /// Whether the text is program code.
  public var code = false
  /// The link of the text, or `nil`.
  public var link: Link?
  /// Attributes for which there is no other property, sorted by name; names are unique.
  public var tags: [Tag] = []

  /// The width of the characters relative to that of the font, in percent, 1…600; `nil` for 100.
  public var horizontalScale: Int? {
    get { scale.map(Int.init) }
    set { scale = newValue.map { Int16(clamping: $0) } }
  }

  /// Creates the attributes of plain text.
  public init() {}

  /// Whether no attribute is set.
  public var isPlain: Bool {
    !bold && !italic && !hidden && !code && link == nil && tags.isEmpty && fontSize == nil
      && underline == nil && strikethrough == nil && script == nil && baselineOffset == nil
      && fontFamily == nil && fontWeight == nil && foreground == nil && background == nil
      && letterSpacing == nil && capitals == nil && language == nil && direction == nil
      && !outline && !shadow && horizontalScale == nil && emphasisMark == nil
  }

  /// Hashes all attributes, and a number that states which of them are set, because a document may have many sets that
  /// differ in one value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(flags: [
      bold, italic, hidden, code, underline != nil, strikethrough == .single,
      strikethrough == .double, script == .subscript, script == .superscript, capitals == .all,
      capitals == .small, direction == .leftToRight, direction == .rightToLeft, fontSize != nil,
      baselineOffset != nil, fontWeight != nil, letterSpacing != nil, fontFamily != nil,
      language != nil, foreground != nil, background != nil, link != nil, !tags.isEmpty,
      outline, shadow, horizontalScale != nil, emphasisMark != nil,
    ])
    if foreground != nil || background != nil {
      hasher.combine(UInt64(foreground?.bits ?? 0) << 32 | UInt64(background?.bits ?? 0))
    }
    hasher.combine(ifSet: fontSize)
    hasher.combine(ifSet: baselineOffset)
    hasher.combine(ifSet: letterSpacing)
    if let fontWeight { hasher.combine(fontWeight) }
    if let horizontalScale { hasher.combine(horizontalScale) }
    if let emphasisMark { hasher.combine(emphasisMark) }
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

  /// The attributes of a line end that is added after text with these attributes: all except the
  /// link and the tags, which apply to a range that ends there.
  public var forLineEnd: InlineAttributes {
    var looks = self
    looks.link = nil
    looks.tags = []
    return looks
  }
}

extension InlineAttributes {
  /// An underline.
  public struct Underline: Hashable, Sendable {
    /// The patterns of an underline.
    public enum Style: String, Hashable, Sendable, CaseIterable {
      case single, double, thick, dotted, dashed, wavy, words
    }
    /// The pattern of the line.
    public var style: Style
    /// The colour of the line; `nil` for that of the text.
    public var color: Color?

    /// Creates an underline.
    public init(_ style: Style = .single, color: Color? = nil) {
      self.style = style
      self.color = color
    }
  }

  /// The kinds of strikethrough.
  public enum Strikethrough: String, Hashable, Sendable, CaseIterable { case single, double }

  /// The positions above or below the baseline.
  public enum Script: String, Hashable, Sendable, CaseIterable { case superscript, `subscript` }

  /// The ways to display letters as capitals without a change of the text.
  public enum Capitals: String, Hashable, Sendable, CaseIterable { case all, small }

  /// The marks at characters that emphasise a text.
  public enum EmphasisMark: String, Hashable, Sendable, CaseIterable {
    /// A dot above each character.
    case dot
    /// A comma above each character.
    case comma
    /// A circle above each character.
    case circle
    /// A dot below each character.
    case dotBelow = "dot-below"
  }

  /// The widths of characters, in percent of those of the font.
  public static let horizontalScales = 1...600

  /// The target of a range of text.
  public struct Link: Hashable, Sendable {
    /// The target as written.
    ///
    /// Writers write only targets with harmless URL schemes.
    @Spelled public var url: String
    /// The title, which readers show as a tooltip.
    @Spelled public var title: String?

    /// Creates a link.
    public init(_ url: String, title: String? = nil) {
      self.url = url
      self.title = title
    }
  }

  /// An attribute for which the model has no property.
  public struct Tag: Hashable, Sendable {
    /// The name of the attribute, with its source format as a prefix: `html.kbd`.
    @Spelled public var name: String
    /// The value of the attribute, which may be empty.
    @Spelled public var value: String

    /// Creates a tag.
    public init(_ name: String, _ value: String = "") {
      self.name = name
      self.value = value
    }
  }

  /// Accesses the value of the tag with this name; setting `nil` removes the tag.
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

/// The directions of text.
public enum WritingDirection: String, Hashable, Sendable, CaseIterable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}

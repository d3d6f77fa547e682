internal import IAText

/// The tables of the document, to which text and paragraphs refer by index.
struct RTFDocumentTables {
  var charsets = RTFCharsets()
  var fonts = RTFFontTable()
  var colors = RTFColorTable()
  var styles = RTFStyleSheet()
  var lists = RTFListTables()
  var tabs = RTFTabStops()
  var frames = RTFFrames()
  /// The distinct character formats of the text.
  var formats = RTFCharacterTable()
  var links = RTFLinks()
  var changes = RTFChanges()
  /// The tags of references to notes, form fields and equations in the text.
  private(set) var tags: [RTFTag] = []
  /// The default formatting of the document.
  var base = RTFBase()
  /// Whether Cocoa wrote the document.
  var isCocoa = false
  /// Whether the suite wrote the document.
  ///
  /// If so, stated formatting becomes an attribute even if it equals the default.
  var isOwn = false
  /// The offset at which a table exceeded its limit; `nil` if none did.
  var fullTableOffset: Int?

  /// Adds a tag of text, and returns its index.
  mutating func addTag(_ name: String, _ value: String) -> RTFIndex<RTFTag> {
    tags.append(RTFTag(name: name, value: value))
    return RTFIndex(tags.count - 1)
  }

  // MARK: Attributes

  /// Returns the attributes of a character format.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - isInNote: Whether it is text of a footnote or endnote, which writers make smaller than other
  ///     text, so that the default size is an attribute there.
  func attributes(of format: RTFCharacter, isInNote: Bool = false) -> InlineAttributes {
    var result = InlineAttributes()
    let style = styles[format.impliedBy]
    let implied = style?.impliedCharacter(isOwn: isOwn, isInNote: isInNote) ?? .unset
    let flags = format.flags.subtracting(implied.flags)
    result.bold = flags.contains(.bold)
    let isHeader = style?.isHeader ?? false
    if isHeader, !format.flags.contains(.bold) { result.fontWeight = 400 }
    result.italic = flags.contains(.italic)
    result.hidden = flags.contains(.hidden)
    result.code = flags.contains(.code)
    if flags.contains(.capitals) { result.capitals = .all }
    if flags.contains(.smallCapitals) { result.capitals = .small }
    if flags.contains(.rightToLeft) { result.direction = .rightToLeft }
    if flags.contains(.page) { result.pageField = .page }
    if flags.contains(.pages) { result.pageField = .pages }
    result.outline = flags.contains(.outline)
    result.shadow = flags.contains(.shadow)
    if format.scale != 0 { result.horizontalScale = Int(format.scale) }
    result.emphasisMark = format.emphasis
    if let underline = format.underline, underline != implied.underline {
      result.underline = .init(underline, color: colors.color(format.underlineColor))
    }
    switch format.strike {
    case .none: break
    case .single: result.strikethrough = .single
    case .double: result.strikethrough = .double
    }
    switch format.script {
    case .none: break
    case .superscript: result.script = .superscript
    case .subscript: result.script = .subscript
    }
    if format.baseline != 0 { result.baselineOffset = Double(format.baseline) / 2 }
    let isOwnSize = format.flags.contains(.ownSize)
    let isStatedInNote = isInNote && !isOwn && (style == nil || style?.role == .note)
    let isCodeBlock = style?.role == .code
    let isSized = isHeader || isCodeBlock
    if isSized || isOwnSize || isStatedInNote || format.halfPoints != base.halfPoints,
      format.halfPoints != implied.halfPoints,
      format.halfPoints > 0
    {
      result.fontSize = Double(format.halfPoints) / 2
    }
    let font = format.font
    if !font.isNone, font != implied.font,
      isCodeBlock || !implied.font.isNone || !isBaseFont(font)
    {
      let name = fonts[font]?.name
      // Code has this font unless it states another one.
      let isCode = isCodeBlock || format.flags.contains(.code)
      if name != RTFTables.codeFont || !isCode { result.fontFamily = name }
    }
    if format.foreground != implied.foreground {
      result.foreground = colors.color(format.foreground)
    }
    result.background = colors.color(format.highlight) ?? colors.color(format.background)
    if format.spacing != 0 { result.letterSpacing = Double(format.spacing) / 20 }
    if format.language != 0 { result.language = RTFLanguage.tag(of: Int(format.language)) }
    if let link = links[format.link] {
      result.link = link
      removeLinkStyle(of: format, from: &result)
    }
    if let tag = format.tag.value { result[tag: tags[tag].name] = tags[tag].value }
    changes.add(format.change, to: &result)
    return result
  }

  /// Removes the formatting that every link has because of the link style: the underline, unless the text has its own,
  /// and the colour of the writer's link style.
  private func removeLinkStyle(of format: RTFCharacter, from result: inout InlineAttributes) {
    guard let style = styles[format.linkStyle]?.character else { return }
    if format.underline == style.underline, format.underlineColor == style.underlineColor,
      !format.flags.contains(.ownUnderline)
    {
      result.underline = nil
    }
    if result.foreground == RTFTables.linkColor { result.foreground = nil }
  }

  // MARK: Default formatting

  /// Sets the default formatting to that of the style `Normal`.
  mutating func setBase() {
    guard let normal = styles.ordinary, normal.role == .none else { return }
    if normal.character.halfPoints > 0 {
      base.halfPoints = normal.character.halfPoints
      base.hasSize = true
    }
    base.spaceAfter = max(normal.paragraph.spaceAfter, 0)
    base.isSpaceStated = normal.paragraph.stated.contains(.spaceAfter)
    let font = normal.character.font
    if let entry = fonts[font], !entry.isFixedPitch { base.font = font }
  }

  /// The font of text that states none; `.none` if the default font is of fixed pitch.
  var baseFont: RTFIndex<RTFFont> {
    if !base.font.isNone { return base.font }
    let index = fonts.index(of: fonts.defaultNumber)
    return fonts.isFixedPitch(index) ? .none : index
  }

  /// Returns whether a font is the base font, or has its name.
  func isBaseFont(_ font: RTFIndex<RTFFont>) -> Bool {
    let index = baseFont
    guard let base = fonts[index], let other = fonts[font] else { return false }
    return font == index || other.name == base.name
  }

  /// Returns the default formatting as display options, limited to the parts that are used by any text or paragraph.
  ///
  /// - Parameter isOwn: Whether the suite wrote the document. If so, only the style `Normal` is
  ///   used, and the writer's default spacing is ignored.
  func baseOptions(isOwn: Bool) -> DisplayOptions {
    var options = DisplayOptions()
    let ordinary = formats.entries
    let font = baseFont
    let hasFont =
      isOwn
      ? !base.font.isNone
      : !font.isNone && ordinary.contains { $0.font.isNone || isBaseFont($0.font) }
    if hasFont { options.fontFamily = fonts[font]?.name }
    let hasSize = isOwn ? base.hasSize : ordinary.contains { $0.halfPoints == base.halfPoints }
    if hasSize { options.fontSize = Double(base.halfPoints) / 2 }
    let isUsual = base.spaceAfter == RTFStyles.usualSpacing && !base.isSpaceStated
    if isOwn || base.isSpaceUsed, !(isOwn && isUsual) {
      options.paragraphSpacing = Double(base.spaceAfter) / 20
    }
    return options
  }
}

/// The default formatting of text and paragraphs: that of the style `Normal`, otherwise that of
/// RTF.
struct RTFBase {
  /// The font size, in half points.
  var halfPoints = RTFCharacter.usualHalfPoints
  /// The font; none for the default font of the document.
  var font = RTFIndex<RTFFont>.none
  /// The space after paragraphs, in twips.
  var spaceAfter: Int32 = 0
  /// Whether the style `Normal` has a size.
  var hasSize = false
  /// Whether the style states the space, even if it equals the default of the writer.
  var isSpaceStated = false
  /// Whether any paragraph has this space.
  var isSpaceUsed = false
}

/// A tag of text.
struct RTFTag {
  let name: String
  let value: String
}

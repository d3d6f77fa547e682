internal import IABytes
internal import IAFormats
internal import IAText

/// The classes, tags and links of a document, each created once.
struct PageStyles {
  /// An inline style prepared for writing.
  ///
  /// A document can have a style for each link or run, so that each one is kept small.
  struct Inline {
    private var open: Int32
    private var close: Int32
    private var linkNumber: Int32 = 0
    /// Whether the attributes set weight, size or colour, which schemes also set.
    var touchesScheme = false
    var isEmpty = false
    /// Whether the page shows all of the attributes; not computed for the dialect `cocoa`.
    var isShown = true
    /// The attributes that the page does not show.
    var losses: [DocumentFeature] = []
    /// The form field; an array with zero or one element.
    private var forms: [FormField] = []
    /// The display form of the equation; an array with zero or one element.
    private var equations: [String] = []

    /// The index of its start tags in the markup table.
    var openEntry: Int { Int(open) }
    /// The index of its end tags in the markup table.
    var closeEntry: Int { Int(close) }
    /// The number of the enclosing link, from 1; 0 if there is none.
    var link: Int {
      get { Int(linkNumber) }
      set { linkNumber = Int32(newValue) }
    }
    /// The form field whose state is the text.
    var form: FormField? { forms.first }
    /// The display form of the equation whose TeX is the text.
    var equation: String? { equations.first }

    /// Creates a style from entries of the markup table.
    init(
      openEntry: Int, closeEntry: Int, link: Int = 0, form: FormField? = nil,
      equation: String? = nil
    ) {
      open = Int32(openEntry)
      close = Int32(closeEntry)
      linkNumber = Int32(link)
      if let form { forms = [form] }
      if let equation { equations = [equation] }
    }
  }

  var sheet = StyleSheet()
  /// The inline styles by number; number 0 is plain text.
  private(set) var inline: [Inline]
  /// The table of tags that are ready to be copied.
  private(set) var markup = MarkupTable()
  /// The markup entry of the start tag of each scheme appearance; number 0 has none.
  private(set) var lookTags: [Int] = [0]
  /// The markup entry that ends one scheme appearance and starts another, by the number of the
  /// latter.
  private(set) var lookChanges: [Int] = [0]
  /// The class name of each scheme appearance.
  private(set) var lookClasses: [String] = [""]
  /// The animated and dark variants, by class name.
  private(set) var lookVariants: [(className: String, look: SchemeLook)] = []
  /// The link targets; link *n* is at index *n* − 1.
  private(set) var links: [LinkTarget] = []
  /// The state of the start tag of each link.
  var linkTags: [LinkTag] = []
  /// The table of line end attributes.
  private(set) var lineEnds = LineEnds()
  /// Whether the document sets colours.
  var hasOwnColors = false
  /// Whether the page states attributes that browsers do not show, because it has no hidden data.
  let statesUnshown: Bool

  private let scheme: RenderScheme?
  private let animation: AnimationParameters?
  private let dialect: HTMLDialect
  /// The default style of the document.
  private let base: DisplayOptions
  /// The class names in `lookVariants`.
  private var variantNames: Set<String> = []
  private var lookNumbers: [String: Int] = [:]
  private var linkNumbers: [LinkTarget: Int] = [:]
  /// The last attribute set with a link, without that link, and the number of its style.
  ///
  /// Many links of a document differ only in the target.
  private var lastLinked: (attributes: InlineAttributes, style: Int, isRestShown: Bool)?
  private var paragraphNames: [ParagraphAttributes: String] = [:]
  private var namesOfSets: [UInt32: String] = [:]
  /// The style numbers of the document's inline attribute sets; -1 if not created yet.
  private var numbersOfSets: [Int32] = []
  /// The number of the appearance of each scheme step in each style; -1 if unknown.
  private var looks: [Int32]
  private let stepCount: Int

  /// Creates an empty table.
  ///
  /// - Parameter scheme: The scheme, or `nil` for a page that shows no intensities.
  init(
    scheme: RenderScheme?, animation: AnimationParameters?, dialect: HTMLDialect,
    base: DisplayOptions = DisplayOptions(), statesUnshown: Bool = false
  ) {
    self.dialect = dialect
    self.base = base
    self.statesUnshown = statesUnshown
    self.scheme = scheme
    self.animation = animation
    let nothing = markup.add([])
    inline = [Inline(openEntry: nothing, closeEntry: nothing)]
    stepCount = scheme?.steps ?? 0
    looks = Array(repeating: -1, count: stepCount)
  }

  /// Creates a table for the next document of the same page, which takes over the classes of the
  /// previous one.
  init(
    scheme: RenderScheme?, animation: AnimationParameters?, dialect: HTMLDialect,
    base: DisplayOptions, continuing former: inout PageStyles
  ) {
    self.init(scheme: scheme, animation: animation, dialect: dialect, base: base)
    swap(&sheet, &former.sheet)
    swap(&lookVariants, &former.lookVariants)
    swap(&variantNames, &former.variantNames)
    hasOwnColors = former.hasOwnColors
  }

  /// Returns the class of the default style of a document; `nil` if that has no declarations.
  mutating func className(ofDefaults display: DisplayOptions) -> String? {
    let declarations = BaseLooks(display, dialect: dialect).declarations
    return declarations.isEmpty ? nil : sheet.className(.inline, declarations)
  }

  /// Returns the number of the style of an inline attribute set.
  mutating func number(ofSet set: UInt32, _ sets: [InlineAttributes]) -> Int {
    if numbersOfSets.count != sets.count {
      numbersOfSets = Array(repeating: -1, count: sets.count)
      // The first set of every document is plain text.
      numbersOfSets[0] = 0
    }
    let known = numbersOfSets[Int(set)]
    if known >= 0 { return Int(known) }
    let number = add(sets[Int(set)])
    numbersOfSets[Int(set)] = Int32(number)
    return number
  }

  /// Returns the number of a new style without the background, which the enclosing inline box has.
  mutating func number(inBox set: InlineAttributes) -> Int {
    var attributes = set
    attributes.background = nil
    return add(attributes)
  }

  /// Returns whether the page shows all of an inline attribute set; `nil` if its style is not
  /// created yet or the dialect is `cocoa`.
  func isShown(ofSet set: UInt32) -> Bool? {
    guard !dialect.isCocoa, Int(set) < numbersOfSets.count, numbersOfSets[Int(set)] >= 0 else {
      return nil
    }
    return inline[Int(numbersOfSets[Int(set)])].isShown
  }

  /// Returns the number of the appearance of a scheme step in a style.
  @inline(__always)
  mutating func look(
    atStep step: Int, style: Int, set: UInt32, _ sets: [InlineAttributes]
  ) -> Int {
    guard step < stepCount else { return 0 }
    let known = looks[style * stepCount + step]
    return known >= 0 ? Int(known) : addLook(atStep: step, style: style, sets[Int(set)])
  }

  @inline(never)
  private mutating func addLook(
    atStep step: Int, style: Int, _ attributes: InlineAttributes
  ) -> Int {
    guard let scheme else { return 0 }
    let look = SchemeLook(
      scheme, step: step, attributes: attributes, animation: animation,
      fontSize: BaseLooks.fontSize(base))
    let number = self.number(of: look)
    looks[style * stepCount + step] = Int32(number)
    return number
  }

  /// Returns the class of a paragraph; `nil` if it needs none.
  ///
  /// - Parameters:
  ///   - set: The number of the paragraph attribute set; 0 is the plain set.
  ///   - sets: The paragraph attribute sets of the document.
  ///   - isEmpty: Whether the paragraph has no text; Cocoa gives it a minimum height.
  mutating func className(
    ofSet set: UInt32, _ sets: [ParagraphAttributes], isEmpty: Bool
  ) -> String? {
    guard dialect.showsLooks else { return nil }
    if !dialect.isCocoa {
      if set == 0 || sets[Int(set)].hasOrdinaryLooks { return nil }
      if let known = namesOfSets[set] { return known.isEmpty ? nil : known }
    }
    var key = sets[Int(set)]
    key.blocks = dialect.isCocoa ? [] : ParagraphCSS.blocks(of: key)
    key.direction = nil
    if dialect.isCocoa {
      if key.spacingAfter == nil, sets[Int(set)].takesDocumentSpacing {
        key.spacingAfter = base.paragraphSpacing
      }
      return sheet.className(
        .paragraph, CocoaStyle.declarations(key, isEmpty: isEmpty, base: base))
    }
    let name = className(ofKey: key)
    namesOfSets[set] = name
    return name.isEmpty ? nil : name
  }

  /// Returns the class of the lines of a code block; `nil` if the page shows no paragraph
  /// attributes.
  mutating func className(ofCode attributes: ParagraphAttributes) -> String? {
    guard dialect.showsLooks, !dialect.isCocoa else { return nil }
    var key = attributes
    key.blocks = ParagraphCSS.blocks(of: key)
    key.direction = nil
    let name = className(ofKey: key)
    return name.isEmpty ? nil : name
  }

  private mutating func className(ofKey key: ParagraphAttributes) -> String {
    if let known = paragraphNames[key] { return known }
    // On a dark page, text without a colour would be too light for the shading.
    if key.shading != nil { hasOwnColors = true }
    let text = ParagraphCSS.declarations(key, statesUnshown: statesUnshown)
    let name = text.isEmpty ? "" : sheet.className(.paragraph, text)
    paragraphNames[key] = name
    return name
  }

  /// Returns the number of a style in the line end table; 0 if the style has no tags.
  mutating func lineEnd(ofStyle number: Int) -> Int {
    inline[number].isEmpty ? 0 : lineEnds.number(of: inline[number])
  }

  /// Adds markup to the table and returns its index.
  mutating func addMarkup(_ markup: [UInt8]) -> Int { self.markup.add(markup) }

  private mutating func add(_ attributes: InlineAttributes) -> Int {
    let link = linkNumber(of: attributes)
    guard let target = attributes.link, attributes.tags.isEmpty, !dialect.isCocoa else {
      return addStyle(of: attributes, link: link)
    }
    // A link is an element outside of the others, so that the style does not depend on it.
    var unlinked = attributes
    unlinked.link = nil
    // Hidden data does not contain refused targets.
    let isTargetShown = InlineStyle.isSeen(target) || !SafeURL.isHarmless(target.url)
    guard let last = lastLinked, last.attributes == unlinked else {
      let number = addStyle(of: attributes, link: link)
      lastLinked = (unlinked, number, inline[number].isShown)
      inline[number].isShown = inline[number].isShown && isTargetShown
      return number
    }
    var style = inline[last.style]
    style.isShown = last.isRestShown && isTargetShown
    style.link = link
    style.losses.removeAll { $0 == .link }
    if link == 0 { style.losses.append(.link) }
    looks.append(contentsOf: repeatElement(-1, count: stepCount))
    inline.append(style)
    return inline.count - 1
  }

  /// Adds the style of an inline attribute set.
  ///
  /// For a set with a link and no tags, `isShown` is that of the set without the link.
  private mutating func addStyle(of attributes: InlineAttributes, link: Int) -> Int {
    var style =
      dialect.isCocoa
      ? InlineStyle(
        cocoa: attributes, link: link, isDerived: dialect.isDerived, base: base, in: &sheet)
      : InlineStyle(attributes, link: link, showsLooks: dialect.showsLooks, in: &sheet)
    if let link = attributes.link, !SafeURL.isHarmless(link.url) { style.losses.append(.link) }
    if attributes.foreground != nil || attributes.background != nil
      || attributes.underline?.color != nil
    {
      hasOwnColors = hasOwnColors || dialect.showsLooks
    }
    looks.append(contentsOf: repeatElement(-1, count: stepCount))
    var stated = attributes
    if attributes.tags.isEmpty { stated.link = nil }
    var made = Inline(
      openEntry: markup.add(Array(style.open.utf8)),
      closeEntry: markup.add(Array(style.close.utf8)),
      link: link, form: style.form, equation: style.equation)
    made.touchesScheme = style.touchesScheme
    made.isEmpty = style.open.isEmpty
    made.isShown = dialect.isCocoa || stated.lacking(style.seen).isPlain
    made.losses = style.losses
    inline.append(made)
    return inline.count - 1
  }

  private mutating func linkNumber(of attributes: InlineAttributes) -> Int {
    var target: LinkTarget?
    if let label = attributes[tag: NoteLabels.tag] {
      target = .note(label: label)
    } else if let link = attributes.link, SafeURL.isHarmless(link.url) {
      target = .target(link)
    }
    guard let target else { return 0 }
    if let known = linkNumbers[target] { return known }
    links.append(target)
    linkTags.append(.unused)
    linkNumbers[target] = links.count
    return links.count
  }

  private mutating func number(of look: SchemeLook) -> Int {
    guard !look.still.isEmpty else { return 0 }
    if let known = lookNumbers[look.still] { return known }
    // Cocoa does not support custom properties.
    let css =
      dialect.isCocoa ? look.still.replacing("var(--ia-ink)", with: "0 0 0") : look.still
    let name = sheet.className(.scheme, css)
    let tag = "<span class=\"ia-s \(name)\">"
    lookTags.append(markup.add(Array(tag.utf8)))
    lookChanges.append(markup.add(Array(("</span>" + tag).utf8)))
    lookClasses.append(name)
    if look.moving != nil || look.dark != nil, variantNames.insert(name).inserted {
      lookVariants.append((name, look))
    }
    lookNumbers[look.still] = lookTags.count - 1
    return lookTags.count - 1
  }
}

/// The table of line end attributes of a page.
struct LineEnds {
  /// The styles with the attributes; entry *n* is at index *n* − 1.
  private(set) var styles: [PageStyles.Inline] = []
  private var numbers: [Int: Int] = [:]

  /// Returns the number of a style, and adds it if it is new; styles that differ only in their
  /// links share a number.
  mutating func number(of style: PageStyles.Inline) -> Int {
    if let known = numbers[style.openEntry] { return known }
    styles.append(style)
    numbers[style.openEntry] = styles.count
    return styles.count
  }
}

/// The target of linked text.
enum LinkTarget: Hashable {
  /// A harmless link target.
  case target(InlineAttributes.Link)
  /// A note of the document.
  case note(label: String)

  /// The document feature that the link represents.
  var feature: DocumentFeature {
    switch self {
    case .target: .link
    case .note: .tag
    }
  }
}

/// The state of the start tag of a link; a tag that is used again is cached.
enum LinkTag {
  case unused, usedOnce
  /// Cached as this entry of the markup table.
  case made(Int)
}

extension ParagraphAttributes {
  /// Whether no attributes are set except blocks and a direction.
  var hasOrdinaryLooks: Bool {
    alignment == nil && firstLineIndent == nil && headIndent == nil && tailIndent == nil
      && spacingBefore == nil && spacingAfter == nil && lineHeight == nil && tabStops.isEmpty
      && !pageBreakBefore && !keepTogether && keepWithNext == nil && widowControl == nil
      && borders.isEmpty && borderSpacing.isEmpty && shading == nil
  }
}

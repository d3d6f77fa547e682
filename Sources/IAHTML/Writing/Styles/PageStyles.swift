internal import IABytes
internal import IAFormats
internal import IAText

/// The styles of a document, each made once.
struct PageStyles {
  /// The properties of an inline style for writing: a document may have one for each of its links, or for
  /// nearly each run of text, so that each takes few bytes.
  struct Inline {
    private var open: Int32
    private var close: Int32
    private var linkNumber: Int32 = 0
    /// Whether the attributes set what schemes set too: weight, size, colour.
    var touchesScheme = false
    /// Whether it has no tags.
    var isEmpty = false
    /// Whether the page shows all of the attributes; not set in pages for Apple's programs.
    var isShown = true
    /// The attributes that the page does not show.
    var losses: [DocumentFeature] = []
    /// The form field, as an array of zero or one elements.
    private var forms: [FormField] = []
    /// The form of the equation, as an array of zero or one elements.
    private var equations: [String] = []

    /// The entry of its start tags in the table of markup.
    var openEntry: Int { Int(open) }
    /// The entry of its end tags in the table of markup.
    var closeEntry: Int { Int(close) }
    /// The link around them, 0 for none, else one more than its index.
    var link: Int {
      get { Int(linkNumber) }
      set { linkNumber = Int32(newValue) }
    }
    /// The form field whose state the text is.
    var form: FormField? { forms.first }
    /// The form of the equation whose TeX the text is.
    var equation: String? { equations.first }

    /// Creates a style with entries of the table of markup.
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

  /// The classes.
  var sheet = StyleSheet()
  /// The inline styles by number; number 0 is plain text.
  private(set) var inline: [Inline]
  /// The tags of styles and looks, ready to be copied.
  private(set) var markup = MarkupTable()
  /// The entry of the start tag of each appearance; number 0 has none.
  private(set) var lookTags: [Int] = [0]
  /// The entry of the end tag of any look and the start tag of each.
  private(set) var lookChanges: [Int] = [0]
  /// The name of the class of each look.
  private(set) var lookClasses: [String] = [""]
  /// The animated and the dark variants, by class.
  private(set) var lookVariants: [(className: String, look: SchemeLook)] = []
  /// The targets of links; link n is at index n - 1.
  private(set) var links: [LinkTarget] = []
  /// The start tag of each.
  var linkTags: [LinkTag] = []
  /// The table of the attributes of paragraph ends.
  private(set) var lineEnds = LineEnds()
  /// Whether the document sets colours of its own.
  var hasOwnColors = false
  /// Whether the page states what it does not show, because it has no hidden data.
  let statesUnshown: Bool

  private let scheme: RenderScheme?
  private let animation: AnimationParameters?
  private let dialect: HTMLDialect
  /// The options whose looks text and paragraphs have that were given none.
  private let base: DisplayOptions
  /// The classes of those variants.
  private var variantNames: Set<String> = []
  private var lookNumbers: [String: Int] = [:]
  private var linkNumbers: [LinkTarget: Int] = [:]
  /// The last attributes with a link, without it, and the style of their tags: documents have many links
  /// that differ in nothing but the target.
  private var lastLinked: (attributes: InlineAttributes, style: Int, isRestShown: Bool)?
  private var paragraphNames: [ParagraphAttributes: String] = [:]
  private var namesOfSets: [UInt32: String] = [:]
  /// The styles of the document's sets by their numbers; -1 where not made.
  private var numbersOfSets: [Int32] = []
  /// The appearance of each step under each style; -1 if not known yet.
  private var looks: [Int32]
  private let stepCount: Int

  /// Creates an empty table; without a scheme for pages that show no intensities.
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

  /// Creates a table for the next document of a page; it takes the classes of the one before.
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

  /// Returns the class of the defaults of a document; `nil` if it has none.
  mutating func className(ofDefaults display: DisplayOptions) -> String? {
    let declarations = BaseLooks(display, dialect: dialect).declarations
    return declarations.isEmpty ? nil : sheet.className(.inline, declarations)
  }

  /// Returns the number of the style of one of the document's sets of attributes.
  mutating func number(ofSet set: UInt32, _ sets: [InlineAttributes]) -> Int {
    if numbersOfSets.count != sets.count {
      numbersOfSets = Array(repeating: -1, count: sets.count)
      // The first set of any document is that of plain text.
      numbersOfSets[0] = 0
    }
    let known = numbersOfSets[Int(set)]
    if known >= 0 { return Int(known) }
    let number = add(sets[Int(set)])
    numbersOfSets[Int(set)] = Int32(number)
    return number
  }

  /// Returns the number of a new style of a set of attributes without the background, which a box around the text has.
  mutating func number(inBox set: InlineAttributes) -> Int {
    var attributes = set
    attributes.background = nil
    return add(attributes)
  }

  /// Returns whether the page shows all of one of the document's sets of attributes; `nil` if its style
  /// is not made, or if the page is for Apple's programs.
  func isShown(ofSet set: UInt32) -> Bool? {
    guard !dialect.isCocoa, Int(set) < numbersOfSets.count, numbersOfSets[Int(set)] >= 0 else {
      return nil
    }
    return inline[Int(numbersOfSets[Int(set)])].isShown
  }

  /// Returns the number of the appearance of a scheme step under the style of one of the document's sets.
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

  /// Returns the class of a paragraph, or `nil` for an ordinary one.
  ///
  /// - Parameters:
  ///   - set: The number of how it is set; 0 for an ordinary one.
  ///   - sets: The document's sets of attributes.
  ///   - isEmpty: Whether the paragraph has no text, which Apple's programs give a height.
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

  /// Returns the class of the lines of a code block; `nil` if the page shows none.
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
    // On a dark background, text without a colour would be as light as its shading.
    if key.shading != nil { hasOwnColors = true }
    let text = ParagraphCSS.declarations(key, statesUnshown: statesUnshown)
    let name = text.isEmpty ? "" : sheet.className(.paragraph, text)
    paragraphNames[key] = name
    return name
  }

  /// Returns the entry of the table of paragraph ends for a style, or 0 if the style has no tags.
  mutating func lineEnd(ofStyle number: Int) -> Int {
    inline[number].isEmpty ? 0 : lineEnds.number(of: inline[number])
  }

  /// Keeps markup to be copied, and returns its entry.
  mutating func addMarkup(_ markup: [UInt8]) -> Int { self.markup.add(markup) }

  private mutating func add(_ attributes: InlineAttributes) -> Int {
    let link = linkNumber(of: attributes)
    guard let target = attributes.link, attributes.tags.isEmpty, !dialect.isCocoa else {
      return addStyle(of: attributes, link: link)
    }
    // A link is an element around the others, so that its style is that of the text without it.
    var unlinked = attributes
    unlinked.link = nil
    // Hidden data holds no target that is refused.
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

  /// Adds the style of a set of attributes; `isShown` of a set with a link and no tags is that of the set
  /// without the link.
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
    // Apple's programs know no variables.
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

/// A table of the attributes of paragraph ends.
struct LineEnds {
  /// The styles that have the attributes; entry n is at index n - 1.
  private(set) var styles: [PageStyles.Inline] = []
  private var numbers: [Int: Int] = [:]

  /// Returns the entry of a style, and adds it if it is new; styles that differ in their links share one.
  mutating func number(of style: PageStyles.Inline) -> Int {
    if let known = numbers[style.openEntry] { return known }
    styles.append(style)
    numbers[style.openEntry] = styles.count
    return styles.count
  }
}

/// The target of linked text.
enum LinkTarget: Hashable {
  /// A harmless target.
  case target(InlineAttributes.Link)
  /// A note of the document.
  case note(label: String)

  /// The feature of a document that it shows.
  var feature: DocumentFeature {
    switch self {
    case .target: .link
    case .note: .tag
    }
  }
}

/// The state of the start tag of a link, which is cached if it is used more than once.
enum LinkTag {
  case unused, usedOnce
  /// Kept as this entry of the table of markup.
  case made(Int)
}

extension ParagraphAttributes {
  /// Whether nothing is set but blocks and a direction.
  var hasOrdinaryLooks: Bool {
    alignment == nil && firstLineIndent == nil && headIndent == nil && tailIndent == nil
      && spacingBefore == nil && spacingAfter == nil && lineHeight == nil && tabStops.isEmpty
      && !pageBreakBefore && !keepTogether && keepWithNext == nil && widowControl == nil
      && borders.isEmpty && borderSpacing.isEmpty && shading == nil
  }
}

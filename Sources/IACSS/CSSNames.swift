package import IAFormats

/// The names of CSS properties, including those that the reader does not use.
package enum CSSNames {
  /// The properties that are read.
  package static let readProperties = Set(
    """
    color background-color background mso-shading mso-highlight font font-family font-size font-weight
    font-style font-variant font-variant-caps text-transform text-decoration text-decoration-line
    text-decoration-style text-decoration-color text-decoration-thickness text-underline
    vertical-align letter-spacing text-align text-indent --ia-text-indent --ia-margin-inline-start
    --ia-tab-stops --ia-delimiter --ia-number-prefix line-height white-space white-space-collapse
    direction display visibility list-style list-style-type width border border-width
    border-top border-bottom border-left border-right border-top-width border-bottom-width --ia-border
    break-before page-break-before mso-list margin padding margin-top margin-bottom margin-left
    margin-right margin-block-start margin-block-end margin-inline-start margin-inline-end padding-left
    padding-right padding-inline-start padding-inline-end padding-top padding-bottom
    border-color border-style border-top-color border-right-color border-bottom-color border-left-color
    border-top-style border-right-style border-bottom-style border-left-style border-left-width
    border-right-width border-block border-block-start border-block-end border-inline
    border-inline-start border-inline-end border-block-style border-block-width border-block-color
    border-inline-style border-inline-width border-inline-color border-block-start-style
    border-block-start-width border-block-start-color border-block-end-style border-block-end-width
    border-block-end-color border-inline-start-style border-inline-start-width
    border-inline-start-color border-inline-end-style border-inline-end-width
    border-inline-end-color padding-block padding-block-start padding-block-end padding-inline
    margin-block margin-inline break-inside break-after page-break-inside page-break-after widows orphans
    text-shadow text-emphasis text-emphasis-style text-emphasis-position text-stroke float
    clear
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// The properties that are not read, with the feature under which each is reported, if any.
  package static let properties = HTMLNameGroup.table([
    .neutral(
      "is for interaction with the page",
      """
      cursor pointer-events user-select touch-action resize caret-color accent-color appearance
      scroll-behavior scrollbar-width scrollbar-color scrollbar-gutter overscroll-behavior will-change
      scroll-snap-type scroll-snap-align scroll-margin scroll-padding outline-color outline-width
      outline-offset ime-mode behavior tap-highlight-color
      """),
    .neutral(
      "guides the program that draws, not what it draws",
      """
      color-scheme contain contain-intrinsic-size content-visibility isolation image-rendering
      text-rendering font-smooth font-smoothing font-display font-synthesis print-color-adjust
      color-adjust font-optical-sizing text-size-adjust backface-visibility src unicode-range
      forced-color-adjust shape-rendering
      """),
    .neutral("is for speech", "speak speak-as pause cue voice-family"),
    .neutral(
      "is about lines that are broken by the program that shows the text",
      """
      word-break overflow-wrap word-wrap line-break text-wrap text-wrap-mode text-wrap-style hyphens
      hyphenate-character text-overflow text-justify hanging-punctuation
      text-spacing-trim text-autospace text-justify-trim tab-interval line-height-step
      """),
    .reported(
      .position,
      """
      position top right bottom left inset inset-block inset-inline inset-block-start inset-block-end
      inset-inline-start inset-inline-end z-index shape-outside shape-margin
      """),
    .reported(
      .size,
      """
      height min-width max-width min-height max-height box-sizing aspect-ratio object-fit object-position
      inline-size block-size min-inline-size max-inline-size min-block-size max-block-size zoom
      """),
    .reported(
      .pageBackground,
      """
      background-image background-position background-repeat background-size background-attachment
      background-origin background-clip background-blend-mode
      """),
    .reported(
      .border,
      """
      border-radius border-image border-top-left-radius border-top-right-radius
      border-bottom-left-radius border-bottom-right-radius border-image-source border-image-slice
      border-image-width border-image-outset border-image-repeat box-shadow box-decoration-break outline outline-style
      """),
    .reported(.margin, "margin-trim"),
    .reported(
      .textEffect,
      """
      text-emphasis-color text-fill-color text-combine-upright text-underline-offset text-underline-position
      text-decoration-skip-ink text-decoration-skip text-security initial-letter
      """),
    .reported(
      .fontDetail,
      """
      font-stretch font-width font-feature-settings font-variation-settings font-variant-ligatures
      font-variant-numeric font-variant-east-asian font-variant-alternates font-variant-position
      font-variant-emoji font-size-adjust font-language-override font-palette font-kerning word-spacing
      """),
    .reported(
      .columns,
      """
      columns column-count column-width column-gap column-rule column-rule-color column-rule-style
      column-rule-width column-span column-fill
      """),
    .reported(
      .boxLayout,
      """
      flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap order gap row-gap grid
      grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end
      grid-column-start grid-row grid-row-end grid-row-start grid-template grid-template-areas
      grid-template-columns grid-template-rows align-content align-items align-self justify-content
      justify-items justify-self place-content place-items place-self grid-gap
      """),
    .reported(
      .pageLayout,
      """
      page size marks bleed
      mso-page-orientation mso-header-margin mso-footer-margin mso-paper-source mso-break-type
      """),
    .reported(
      .generatedContent,
      "content counter-increment counter-reset counter-set quotes string-set list-style-image"
        + " list-style-position"),
    .reported(.opacity, "opacity"),
    .reported(
      .visualEffect,
      """
      filter backdrop-filter transform transform-origin transform-style perspective rotate scale
      translate animation animation-name animation-duration transition transition-property
      transition-duration clip clip-path mask mask-image mask-box-image box-reflect mix-blend-mode
      offset-path
      animation-delay animation-iteration-count animation-timing-function transition-timing-function
      transition-delay animation-fill-mode animation-direction
      """),
    .reported(
      .textLayout,
      "tab-size writing-mode text-orientation unicode-bidi ruby-position ruby-align tab-stops"
        + " layout-grid layout-grid-mode punctuation-wrap text-align-last"),
    .reported(
      .overflow, "overflow overflow-x overflow-y overflow-block overflow-inline line-clamp"),
    .reported(
      .tableLayout, "table-layout border-collapse border-spacing caption-side empty-cells"),
  ])

  /// The properties that are not in `readProperties` and of which some values are read.
  private static let partlyRead: Set<String> = [
    "opacity", "position", "overflow", "overflow-x", "overflow-y", "height", "animation",
    "animation-name", "transition", "transition-property", "text-stroke-width", "quotes",
    "flex-direction", "flex-flow",
  ]

  /// The SVG properties that are kept for drawings in a page (SVG 2, chapter 13).
  static let drawingProperties: Set<String> = [
    "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity",
    "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray",
    "stroke-dashoffset", "stop-color", "stop-opacity", "text-anchor",
  ]

  /// Returns whether some values of a property are read.
  static func readsValue(of property: String) -> Bool {
    let prefix = "-webkit-"
    let plain =
      property.hasPrefix(prefix) ? String(property.dropFirst(prefix.utf8.count)) : property
    return readProperties.contains(plain) || partlyRead.contains(plain)
  }

  /// The keywords that are the default value of most properties.
  private static let usualValues: Set<String> = [
    "none", "auto", "normal", "initial", "inherit", "unset", "revert", "static", "visible", "0",
    "separate", "content-box", "start", "baseline", "top", "currentcolor", "row",
    "stretch", "relative", "scroll", "repeat", "outside", "ltr", "horizontal-tb", "avoid",
  ]

  /// The keywords and numbers of `usualValues` that are not the default value of a property.
  private static let unusualValues: [String: Set<String>] = [
    "align-content": ["start", "baseline", "stretch"], "align-items": ["start", "baseline"],
    "align-self": ["start", "baseline"],
    "background": ["currentcolor", "content-box"], "background-clip": ["content-box"],
    "background-color": ["currentcolor"], "background-origin": ["content-box"],
    "block-size": ["0"], "border-spacing": ["0"],
    "column-fill": ["auto"], "flex": ["auto"], "flex-basis": ["0"],
    "flex-shrink": ["0"], "font-kerning": ["none"], "font-size-adjust": ["0"],
    "font-variant-ligatures": ["none"], "height": ["0"], "inline-size": ["0"],
    "justify-items": ["start", "baseline"], "justify-self": ["start", "baseline"],
    "max-block-size": ["0"], "max-height": ["0"], "max-inline-size": ["0"], "max-width": ["0"],
    "object-fit": ["none"], "outline": ["auto"], "outline-style": ["auto"],
    "place-items": ["start", "baseline"], "place-self": ["start", "baseline"], "scale": ["0"],
    "tab-size": ["0"], "text-decoration-skip-ink": ["none"], "vertical-align": ["top"],
  ]

  /// Returns whether a keyword or number is the default value of a property, or shows the same.
  static func isUsual(_ word: String, of property: String) -> Bool {
    if property == "zoom" && word == "1" { return true }
    return usualValues.contains(word) && !(unusualValues[property]?.contains(word) ?? false)
  }

  /// The names with a vendor prefix whose other part is not the name of the property.
  private static let aliases: [String: String] = {
    var names = ["-epub-text-transform": "text-transform", "-epub-writing-mode": "writing-mode"]
    let sides = [
      "start": "inline-start", "end": "inline-end", "before": "block-start", "after": "block-end",
    ]
    for (old, side) in sides {
      names["-webkit-margin-\(old)"] = "margin-\(side)"
      names["-webkit-padding-\(old)"] = "padding-\(side)"
      names["-webkit-border-\(old)"] = "border-\(side)"
      for part in ["color", "style", "width"] {
        names["-webkit-border-\(old)-\(part)"] = "border-\(side)-\(part)"
      }
    }
    for (old, new) in [("width", "inline-size"), ("height", "block-size")] {
      names["-webkit-logical-\(old)"] = new
      names["-webkit-min-logical-\(old)"] = "min-\(new)"
      names["-webkit-max-logical-\(old)"] = "max-\(new)"
    }
    return names
  }()

  /// Returns the property that browsers set for an old name with a vendor prefix.
  static func alias(_ name: String) -> String {
    name.utf8.first == UInt8(ascii: "-") ? aliases[name] ?? name : name
  }

  /// Returns the single keyword that is equal to the words of `display` (CSS Display Level 3,
  /// section 2); empty if there is none.
  static func display(of words: [String]) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    let isInline = words.contains("inline")
    let inner = words.filter { $0 != "inline" && $0 != "block" && $0 != "flow" }
    switch inner {
    case []: return isInline ? "inline" : "block"
    case ["flow-root"]: return isInline ? "inline-block" : "flow-root"
    case ["flex"], ["grid"], ["table"]: return (isInline ? "inline-" : "") + inner[0]
    case _ where inner.contains("list-item"): return isInline ? "" : "list-item"
    default: return ""
    }
  }

  /// Returns whether a property can give a grid more than one column.
  package static func isGrid(_ property: String) -> Bool {
    switch property {
    case "grid", "grid-template", "grid-template-columns", "grid-template-areas",
      "grid-auto-columns", "grid-auto-flow", "grid-area", "grid-column", "grid-column-start",
      "grid-column-end":
      true
    default: false
    }
  }

  /// Returns the feature under which a declaration that is not used is reported.
  ///
  /// - Parameters:
  ///   - property: The property, in lower case.
  ///   - word: The first identifier of the value in lower case, or its first number.
  /// - Returns: The feature, or `nil` for a declaration that does not change the document.
  package static func feature(of property: String, value word: String) -> DocumentFeature? {
    if isUsual(word, of: property) { return nil }
    if readProperties.contains(property) { return .cssValue }
    switch properties[property] {
    case .neutral: return nil
    case .reported(let feature): return feature
    case nil: break
    }
    if property.hasPrefix("--") || property.hasPrefix("mso-") { return nil }
    if property.hasPrefix("-"), let end = property.dropFirst().firstIndex(of: "-") {
      let plain = String(property[property.index(after: end)...])
      return readProperties.contains(plain)
        ? nil
        : feature(of: plain, value: word)
          .flatMap { $0 == .unknownProperty ? nil : $0 }
    }
    return .unknownProperty
  }
}

/// A CSS declaration that was not used, or only in part.
package struct CSSUnread: Hashable {
  /// The feature under which the declaration is reported.
  package var feature: DocumentFeature
  /// The name of the property.
  package var property: String
  /// Whether a similar value was used instead.
  package var isApproximated = false

  /// Creates a report of a declaration that was not approximated.
  package init(feature: DocumentFeature, property: String) {
    self.feature = feature
    self.property = property
  }
}

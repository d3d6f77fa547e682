/// The names of HTML attributes and elements: those that the reader uses, and the treatment of those that it does not
/// use.
package enum HTMLNames {
  /// The attributes that are read, on at least one element.
  package static let readAttributes = Set(
    """
    align alt bgcolor border bordercolor cellpadding charset checked class clear color colspan content data-author data-column
    data-date data-ia data-label data-ordinal data-pages datetime dir disabled face height hidden
    href http-equiv id lang multiple name open popover property role rowspan selected size src srcset start
    style type valign value width
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// The attributes that are not read.
  package static let attributes = HTMLNameGroup.table([
    .neutral(
      "is for interaction with the page",
      """
      accesskey tabindex autofocus draggable contenteditable spellcheck translate autocapitalize
      autocorrect enterkeyhint inputmode virtualkeyboardpolicy writingsuggestions
      popovertarget popovertargetaction contextmenu dropzone inert
      """),
    .neutral(
      "describes a link or its use, not where it leads",
      "target rel rev download hreflang ping referrerpolicy attributionsrc interestfor coords shape"
    ),
    .neutral(
      "says how something is loaded, and nothing is loaded",
      """
      async blocking crossorigin decoding defer elementtiming fetchpriority imagesizes imagesrcset
      importance integrity loading media nomodule nonce preload sizes lowsrc dynsrc longdesc
      autoplay controls loop muted playsinline poster usemap ismap controlslist
      disablepictureinpicture disableremoteplayback
      """),
    .neutral(
      "belongs to the submission of a form",
      """
      accept accept-charset action autocomplete enctype form formaction formenctype formmethod
      formnovalidate formtarget list max maxlength method min minlength novalidate pattern
      readonly required step capture dirname for
      """),
    .neutral(
      "is machine-readable data beside the text",
      """
      about cite datatype inlist is itemid itemprop itemref itemscope itemtype prefix profile resource
      slot part exportparts typeof vocab version xmlns scheme aria-label abbr axis headers scope summary
      language xml:lang xml:space xml:base
      """),
    .neutral(
      "is the state of an element whose text is read", "cols rows wrap label low high optimum"),
    .neutral(
      "is for older programs", "compact declare event codebase codetype classid classid archive"),
    .reported(.title, "title"),
    .reported(.formField, "placeholder"),
    .reported(.pageColor, "text link vlink alink background bgproperties"),
    .reported(
      .tableLayout,
      "cellspacing rules frame bordercolordark bordercolorlight nowrap char charoff span"),
    .reported(.pictureLayout, "hspace vspace"),
    .reported(.ruleLayout, "noshade"),
    .reported(.pageLayout, "marginheight marginwidth topmargin leftmargin"),
    .reported(.listOrder, "reversed"),
  ])

  /// The elements inside text that are read, and those of which only the text is read.
  package static let inlineElements = Set(
    """
    a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input ins kbd label
    mark meter nobr noscript output picture progress q rb rp rt rtc ruby s samp select slot small span
    strike strong sub sup textarea time tt u var video wbr xml html body option image isindex basefont
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// The elements that are not read.
  package static let elements = HTMLNameGroup.table([
    .neutral("defines what other elements use", "datalist param source track colgroup col"),
    .neutral("is shown by programs without frames", "noframes"),
    .neutral("is in the head of the page", "head meta style bgsound nextid"),
    .neutral("is read with the head of the page", "title"),
    .reported(.textEffect, "blink marquee"),
    .reported(.pictureArea, "map area"),
    .reported(.drawing, "canvas"),
    .reported(.formField, "keygen"),
    .reported(.space, "spacer"),
  ])

  /// Returns the treatment of an attribute; `nil` if it is read.
  package static func treatment(ofAttribute name: String) -> HTMLTreatment? {
    if readAttributes.contains(name) { return nil }
    if let known = attributes[name] { return known }
    if name.hasPrefix("on") { return .neutral(reason: "is reported as an event handler") }
    for prefix in [
      "data-", "aria-", "xmlns", "xml:", "xlink:", "v:", "o:", "w:", "x:", "ng-", "v-",
    ]
    where name.hasPrefix(prefix) {
      return .neutral(reason: "is data of a program beside the text")
    }
    if name.utf8.contains(where: { !($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x2D) }) {
      return .neutral(reason: "is no name of an attribute")
    }
    return .reported(feature: .unknownAttribute)
  }

  /// Returns the treatment of an element inside text; `nil` if it is read.
  package static func treatment(ofElement name: String) -> HTMLTreatment? {
    if inlineElements.contains(name) { return nil }
    if let known = elements[name] { return known }
    if name.hasPrefix("v:") { return .reported(feature: .drawing) }
    if name.hasPrefix("m:") { return .reported(feature: .equation) }
    if name.utf8.contains(0x3A) {
      return .neutral(reason: "is an element of a program; its text is read")
    }
    if name.utf8.contains(0x2D) { return .neutral(reason: "is a custom element; its text is read") }
    return .reported(feature: .unknownElement)
  }
}

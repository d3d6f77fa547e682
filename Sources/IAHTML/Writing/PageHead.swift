internal import IAFiles
internal import IAText

/// Writes the part of a page before its text: metadata and style sheets.
struct PageHead {
  let document: IADocument
  let styles: PageStyles
  let base: BaseLooks
  let animation: AnimationParameters?
  let hidden: String?
  /// The bytes of attachments that no element of the page contains.
  let unshown: [[UInt8]]
  /// The stickers whose pictures the style sheet contains.
  let stickers: [RepeatedStickers.Rule]
  /// Whether the page refers to files beside it.
  let hasFiles: Bool
  var fonts: [PageFont] = []
  /// The theme of a thread; `nil` for a page with one document.
  var threadTheme: HTMLThreadWriter.Theme?
  /// The custom metadata.
  var custom: [InlineAttributes.Tag] = []
  /// The prefix of the names of custom metadata.
  static let customPrefix = "ia-custom:"
  /// The content of `ia-final-line-end` if the last paragraph has no U+000A.
  static let noFinalEnd = "none"

  /// Writes the page up to the start of its text.
  func write(to output: inout HTMLOutput, sink: inout some DocumentSink) throws {
    let metadata = document.metadata
    output.write("<!DOCTYPE html>\n<html")
    if let language = metadata.language, SafeURL.isLanguageTag(language) {
      output.writeAttribute("lang", language)
    }
    output.write(">\n<head>\n<meta charset=\"utf-8\">\n")
    output.write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    // Defence in depth: the page contains nothing that runs or loads, and inserted content cannot
    // do so either.
    output.write("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    output.write(hasFiles ? "img-src data: 'self'; " : "img-src data:; ")
    if !fonts.isEmpty { output.write("font-src data:; ") }
    output.write("style-src 'unsafe-inline'; base-uri 'none'; ")
    output.write("form-action 'none'\">\n")
    writeTitle(to: &output)
    output.write("<meta name=\"generator\" content=\"intensity-suite\">\n")
    writeMetadata(to: &output)
    for tag in custom {
      output.write("<meta")
      output.writeAttribute("name", Self.customPrefix + tag.name)
      output.writeAttribute("content", tag.value)
      output.write(">\n")
    }
    if styles.statesUnshown, let last = document.string.lastUnit, last != 0x0A {
      writeMeta("ia-final-line-end", Self.noFinalEnd, to: &output)
    }
    writeMeta("ia-doc", hidden, to: &output)
    try writeBlobs(to: &output, sink: &sink)
    writeStyle(to: &output)
    try writeFonts(to: &output, sink: &sink)
    try writeStickers(to: &output, sink: &sink)
    output.write("</head>\n<body>\n")
    writeLineEnds(to: &output)
    output.write("<main>\n")
  }

  /// Writes the hidden table of line end attributes.
  private func writeLineEnds(to output: inout HTMLOutput) {
    guard !styles.lineEnds.styles.isEmpty else { return }
    output.write("<div hidden class=\"ia-ends\">")
    for style in styles.lineEnds.styles {
      output.write(style.openEntry, of: styles.markup)
      output.write(style.closeEntry, of: styles.markup)
    }
    output.write("</div>\n")
  }

  /// Writes the page up to the start of its text as Cocoa does.
  ///
  /// - Parameter isOwn: Whether the page has hidden data, so that the reader recognises it as a
  ///   page of this suite.
  func writeCocoa(
    to output: inout HTMLOutput, sink: inout some DocumentSink, isOwn: Bool
  ) throws {
    output.write("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" ")
    output.write("\"http://www.w3.org/TR/html4/strict.dtd\">\n<html")
    if let language = document.metadata.language, SafeURL.isLanguageTag(language) {
      output.writeAttribute("lang", language)
    }
    output.write(">\n<head>\n")
    output.write("<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n")
    output.write("<meta http-equiv=\"Content-Style-Type\" content=\"text/css\">\n")
    writeTitle(to: &output)
    output.write("<meta name=\"Generator\" content=\"Cocoa HTML Writer\">\n")
    output.write("<meta name=\"CocoaVersion\" content=\"2575\">\n")
    writeMetadata(to: &output)
    if isOwn { output.write("<meta name=\"ia-profile\" content=\"cocoa\">\n") }
    writeMeta("ia-doc", hidden, to: &output)
    try writeBlobs(to: &output, sink: &sink)
    output.write("<style type=\"text/css\">\n")
    output.write("span.Apple-tab-span {white-space:pre}\n")
    for rule in styles.sheet.rules {
      let prefix = rule.prefix == .paragraph ? "p." : rule.prefix == .scheme ? "span." : "."
      output.write(safe: (rule.prefix == .marker ? "@counter-style " : prefix) + rule.name)
      output.write(safe: " {" + rule.declarations + "}\n")
    }
    output.write("</style>\n</head>\n<body>\n")
  }

  private func writeBlobs(
    to output: inout HTMLOutput, sink: inout some DocumentSink
  ) throws {
    for bytes in unshown {
      output.write("<meta name=\"ia-blob\" content=\"")
      try output.write(base64: bytes, to: &sink)
      output.write("\">\n")
    }
  }

  private func writeStickers(
    to output: inout HTMLOutput, sink: inout some DocumentSink
  ) throws {
    guard !stickers.isEmpty else { return }
    output.write("<style class=\"ia-s\">\n")
    for rule in stickers {
      output.write(".")
      output.write(safe: rule.className)
      output.write("{content:url(\"data:")
      output.write(safe: rule.picture.type)
      output.write(";base64,")
      try output.write(base64: rule.picture.bytes, to: &sink)
      output.write("\")}\n")
    }
    output.write("</style>\n")
  }

  private func writeFonts(to output: inout HTMLOutput, sink: inout some DocumentSink) throws {
    guard !fonts.isEmpty else { return }
    output.write("<style class=\"ia-s\">\n")
    for font in fonts {
      guard let name = font.name else { continue }
      output.write("@font-face{font-family:")
      output.write(safe: name)
      output.write(";")
      output.write(safe: font.descriptors)
      output.write(";src:url(\"data:")
      output.write(font.hasCFF ? "font/otf" : "font/ttf")
      output.write(";base64,")
      try output.write(base64: font.bytes, to: &sink)
      output.write("\")}\n")
    }
    output.write(safe: PageFont.rule(for: fonts))
    output.write("</style>\n")
  }

  private func writeMetadata(to output: inout HTMLOutput) {
    let metadata = document.metadata
    for author in metadata.authors { writeMeta("author", author, to: &output) }
    writeMeta("description", metadata.subject, to: &output)
    let keywords = metadata.keywords.joined(separator: ", ")
    writeMeta("keywords", keywords.isEmpty ? nil : keywords, to: &output)
    writeMeta("dcterms.created", metadata.created, to: &output)
    writeMeta("dcterms.modified", metadata.modified, to: &output)
  }

  private func writeMeta(_ name: StaticString, _ value: String?, to output: inout HTMLOutput) {
    guard let value else { return }
    output.write("<meta name=\"")
    output.write(name)
    output.write("\"")
    output.writeAttribute("content", value)
    output.write(">\n")
  }

  /// Writes the title, or the first words of the text with the class `ia-s`, which marks a derived
  /// title.
  private func writeTitle(to output: inout HTMLOutput) {
    if let title = document.metadata.title, !title.isEmpty {
      output.write("<title>")
      output.write(escaping: title)
    } else {
      output.write("<title class=\"ia-s\">")
      let words = firstWords()
      output.write(escaping: words.isEmpty ? "Untitled" : words)
    }
    output.write("</title>\n")
  }

  private func firstWords() -> String {
    let string = document.string
    let start = string.text(in: 0..<min(string.utf16Count, 400))
    let line =
      start.split(whereSeparator: \.isNewline)
      .map { $0.filter { $0 != "\u{FFFC}" && $0 != "\u{FFFD}" } }
      .first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 60 ? words.prefix(59) + "\u{2026}" : words
  }

  /// Writes the style sheets; those with the class `ia-s` (general appearance, dark mode,
  /// animation) are ignored by the reader.
  private func writeStyle(to output: inout HTMLOutput) {
    output.write("<style class=\"ia-s\">\n")
    output.write(BaseStyles.page)
    let string = document.string
    // A set can be unused.
    if string.inlineSets.contains(where: \.hidden),
      string.attributeRuns(in: string.utf16Range).contains(where: \.attributes.hidden)
    {
      output.write(BaseStyles.hidden)
    }
    if threadTheme != nil { output.write(BaseStyles.thread) }
    output.write(safe: base.appearance)
    for rule in styles.sheet.rules where rule.prefix == .paragraph && rule.hasLeastLineHeight {
      // Text with a larger font increases a minimum line height.
      output.write(safe: ".\(rule.name) span{line-height:1.2}\n")
    }
    output.write("</style>\n<style>\n")
    output.write(BaseStyles.text)
    output.write(safe: base.text)
    for rule in styles.sheet.rules {
      output.write(safe: (rule.prefix == .marker ? "@counter-style " : ".") + rule.name)
      output.write(safe: "{" + rule.declarations + "}\n")
    }
    output.write("</style>\n")
    // A page with colours of its own stays light, because these were chosen for light paper.
    let isDarkToo = (threadTheme ?? .automatic) == .automatic && !styles.hasOwnColors
    let isDark = threadTheme == .dark
    guard isDarkToo || isDark || animation != nil else { return }
    output.write("<style class=\"ia-s\">\n")
    if isDarkToo { output.write("@media (prefers-color-scheme:dark){\n") }
    if isDarkToo || isDark { writeDark(to: &output) }
    if isDarkToo { output.write("}\n") }
    if let animation { write(animation, isDarkToo: isDarkToo, isDark: isDark, to: &output) }
    output.write("</style>\n")
  }

  private func writeDark(to output: inout HTMLOutput) {
    output.write(BaseStyles.dark)
    if threadTheme != nil { output.write(BaseStyles.darkThread) }
    for (name, look) in styles.lookVariants { write(name, look.dark, to: &output) }
  }

  private func write(_ name: String, _ declarations: String?, to output: inout HTMLOutput) {
    guard let declarations else { return }
    output.write(".")
    output.write(safe: name)
    output.write("{")
    output.write(safe: declarations)
    output.write("}\n")
  }

  private func write(
    _ animation: AnimationParameters, isDarkToo: Bool, isDark: Bool, to output: inout HTMLOutput
  ) {
    guard styles.lookVariants.contains(where: { $0.look.moving != nil }) else { return }
    output.write(BaseStyles.clock)
    output.write("@media screen and (prefers-reduced-motion:no-preference){\n")
    output.write("main{animation:ia-fade ")
    output.write(safe: CSSText.number(animation.duration, in: 0.05...3600) ?? "1")
    output.write("s ease-in-out infinite alternate}\n")
    for (name, look) in styles.lookVariants {
      write(name, isDark ? look.movingDark ?? look.moving : look.moving, to: &output)
    }
    output.write("}\n")
    if isDarkToo, styles.lookVariants.contains(where: { $0.look.movingDark != nil }) {
      output.write("@media screen and (prefers-reduced-motion:no-preference) and ")
      output.write("(prefers-color-scheme:dark){\n")
      for (name, look) in styles.lookVariants { write(name, look.movingDark, to: &output) }
      output.write("}\n")
    }
    output.write("@media (prefers-reduced-motion:reduce){main{animation:none}}\n")
  }
}

public import IAFiles
public import IAFormats
internal import IAText

/// A writer for message threads as self-contained HTML pages without scripts: one list of messages
/// for each day.
///
/// The body of each message is that of a page of `HTMLWriter` without hidden data.
/// `Specs/render.md` describes the page.
public struct HTMLThreadWriter {
  /// The colours of a page.
  public enum Theme: Hashable, Sendable {
    /// Light or dark, as the viewer's system prefers.
    case automatic
    /// Dark text on a white background.
    case light
    /// Light text on a nearly black background.
    case dark
  }

  private let theme: Theme

  /// Creates a writer.
  public init(theme: Theme) { self.theme = theme }

  /// Writes a thread and reports what the page does not show.
  ///
  /// - Throws: Errors of the sink; `UnicodeError` if ICU fails.
  /// - Complexity: O(*n*) in the size of the messages; the page is held in memory.
  public func write(
    _ thread: MessageThread, to sink: inout some DocumentSink, options: WriteOptions
  ) throws -> ConversionReport {
    let held = HeldBody(limit: .max)
    var body = ThreadBody(thread, options: options, isDark: theme == .dark)
    var target = HeldBodySink(held: held, files: sink)
    try body.write(to: &target)
    sink = target.files
    var head = PageHead(
      document: Self.head(of: thread), styles: body.styles,
      base: BaseLooks(.init(), dialect: .styled), animation: body.animation, hidden: nil,
      unshown: [], stickers: body.stickers.rules, hasFiles: options.linksMedia)
    head.threadTheme = theme
    var output = HTMLOutput()
    try head.write(to: &output, sink: &sink)
    try output.drain(into: &sink, isEnd: true)
    try held.release(to: &sink)
    return body.report
  }

  /// Returns a document without text, with the metadata of the page.
  private static func head(of thread: MessageThread) -> IADocument {
    var document = IADocument(IAString())
    var authors: [String] = []
    var known: Set<String> = []
    for sender in thread.rows.compactMap(\.sender) where known.insert(sender).inserted {
      authors.append(sender)
    }
    document.metadata.authors = authors
    document.metadata.title = title(of: thread)
    document.metadata.language = thread.rows.first?.document.metadata.language
    return document
  }

  /// Returns the title of the thread; without one, the names of up to four senders.
  static func title(of thread: MessageThread) -> String {
    if let title = thread.title, !title.isEmpty { return title }
    var names: [String] = []
    for sender in thread.rows.lazy.compactMap(\.sender) where !names.contains(sender) {
      guard names.count < 4 else { return names.joined(separator: ", ") + ", \u{2026}" }
      names.append(sender)
    }
    return names.isEmpty ? "Messages" : names.joined(separator: ", ")
  }
}

/// Writes the messages of a thread, and collects the information for the head of the page.
struct ThreadBody {
  private let thread: MessageThread
  private let options: WriteOptions
  private let isDark: Bool
  private var output = HTMLOutput()
  /// The classes of all messages.
  private(set) var styles: PageStyles
  /// The animation of the first message that has one; all messages use it.
  private(set) var animation: AnimationParameters?
  /// The stickers that several messages show.
  private(set) var stickers = RepeatedStickers()
  /// The conversion notes.
  private(set) var report = ConversionReport()
  private var dayCount = 0
  private var isListOpen = false

  init(_ thread: MessageThread, options: WriteOptions, isDark: Bool) {
    self.thread = thread
    self.options = options
    self.isDark = isDark
    styles = PageStyles(scheme: nil, animation: nil, dialect: .styled)
    for row in thread.rows where animation == nil {
      animation = MessageLooks(row.document, options).animation
    }
  }

  mutating func write(to sink: inout some DocumentSink) throws {
    if !options.linksMedia { stickers = RepeatedStickers(stickerPictures) }
    output.write("<h1 class=\"ia-unseen\">")
    output.write(escaping: HTMLThreadWriter.title(of: thread))
    output.write("</h1>\n")
    for (number, row) in thread.rows.enumerated() {
      open(row)
      try write(row, number, to: &sink)
      try output.drain(into: &sink)
    }
    if isListOpen { output.write("</ol>\n") }
    if dayCount > 0 { output.write("</section>\n") }
    output.write("</main>\n</body>\n</html>\n")
    try output.drain(into: &sink, isEnd: true)
  }

  private var stickerPictures: [BodyWriter.Picture] {
    thread.rows.flatMap { row -> [BodyWriter.Picture] in
      guard row.document.string.attachments.contains(where: \.attachment.isSticker) else {
        return []
      }
      return BodyWriter(
        row.document, steps: [],
        styles: PageStyles(scheme: nil, animation: nil, dialect: .styled),
        hidden: HiddenPages(row.document, isKept: false, dialect: .styled), dialect: .styled
      ).stickerPictures
    }
  }

  /// Opens the section of a new day and the list of its messages.
  private mutating func open(_ row: MessageThread.Row) {
    if let day = row.newDay {
      if isListOpen { output.write("</ol>\n") }
      if dayCount > 0 { output.write("</section>\n") }
      dayCount += 1
      output.write("<section class=\"ia-day\"")
      output.writeAttribute("aria-labelledby", "day-\(dayCount)")
      output.write(">\n<h2")
      output.writeAttribute("id", "day-\(dayCount)")
      output.write("><time")
      output.writeAttribute("datetime", day)
      output.write(">")
      output.write(escaping: day)
      output.write("</time></h2>\n")
      isListOpen = false
    }
    guard !isListOpen else { return }
    // Some screen readers do not announce a list without markers unless it has this role.
    output.write("<ol class=\"ia-thread\" role=\"list\">\n")
    isListOpen = true
  }

  private mutating func write(
    _ row: MessageThread.Row, _ number: Int, to sink: inout some DocumentSink
  ) throws {
    output.write(row.isOwn ? "<li class=\"ia-row ia-own" : "<li class=\"ia-row")
    output.write(row.startsGroup ? " ia-first\">" : "\">")
    output.write("<article")
    let label = [row.sender, row.moment?.time].compactMap(\.self).joined(separator: ", ")
    if !label.isEmpty { output.writeAttribute("aria-label", label) }
    if let language = row.document.metadata.language, SafeURL.isLanguageTag(language) {
      output.writeAttribute("lang", language)
    }
    output.write(">\n")
    // The label of the article contains name and time.
    if let sender = row.sender, row.startsGroup, !row.isOwn {
      output.write("<p class=\"ia-sender\" aria-hidden=\"true\">")
      output.write(escaping: sender)
      output.write("</p>\n")
    }
    output.write("<div class=\"ia-bubble")
    try writeBody(row.document, number, to: &sink)
    output.write("</div>\n")
    if let moment = row.moment, let time = moment.time {
      output.write("<p class=\"ia-time\" aria-hidden=\"true\"><time")
      output.writeAttribute("datetime", moment.date)
      output.write(">")
      output.write(escaping: time)
      output.write("</time></p>\n")
    }
    output.write("</article></li>\n")
  }

  /// Writes the end of the start tag of a bubble, and the message.
  private mutating func writeBody(
    _ document: IADocument, _ number: Int, to sink: inout some DocumentSink
  ) throws {
    let document = isDark ? document.lightenedForDark() : document
    let looks = MessageLooks(document, options)
    let steps =
      try looks.scheme.map {
        try document.string.numberedSteps(of: $0, smoothing: looks.display.smoothing ?? .character)
      } ?? []
    var body = writer(of: document, number, looks, steps)
    if let name = body.styles.className(ofDefaults: looks.display) {
      output.write(" ")
      output.write(safe: name)
    }
    output.write("\">\n")
    body.media.linksFiles = options.linksMedia
    body.media.haveRoundCorners = true
    swapShared(&body)
    let held = HeldBody(limit: .max)
    let reached = try body.begin(into: held, filesTo: &sink)
    try held.release(to: &sink)
    _ = try body.walk(from: reached, to: &sink)
    body.finish()
    body.noteDocumentLosses(document)
    swapShared(&body)
    styles = body.styles
  }

  /// Exchanges the state that all messages share with the writer of one message.
  private mutating func swapShared(_ body: inout BodyWriter) {
    swap(&body.output, &output)
    swap(&body.media.stickers, &stickers)
    swap(&body.report, &report)
  }

  private mutating func writer(
    of document: IADocument, _ number: Int, _ looks: MessageLooks, _ steps: [IAString.NumberedRun]
  ) -> BodyWriter {
    BodyWriter(
      document, steps: steps,
      styles: PageStyles(
        scheme: looks.scheme, animation: looks.animation == nil ? nil : animation,
        dialect: .styled, base: looks.display, continuing: &styles),
      hidden: HiddenPages(document, isKept: false, dialect: .styled), dialect: .styled,
      idPrefix: "m\(number + 1)-")
  }
}

/// The display of the intensities of one message.
struct MessageLooks {
  /// The options of the call and the document.
  var display = DisplayOptions()
  /// The scheme; `nil` if there is no intensity to show.
  var scheme: RenderScheme?
  /// The animation of the scheme.
  var animation: AnimationParameters?

  init() {}

  init(_ document: IADocument, _ options: WriteOptions) {
    display = options.effectiveDisplay(for: document)
    scheme =
      HTMLWriter.showsIntensity(document, options) ? options.scheme(for: document) : nil
    animation = HTMLWriter.animation(of: scheme, display, document, options)
  }
}

extension IADocument {
  /// Returns the document with colours for a dark page: lighter text, darker backgrounds.
  fileprivate func lightenedForDark() -> IADocument {
    guard
      string.inlineSets.contains(where: { $0.foreground != nil || $0.background != nil })
    else { return self }
    var lightened = self
    lightened.string.updateAttributes(in: string.utf16Range) { attributes in
      attributes.foreground = attributes.foreground?.readableOnDark()
      attributes.background = attributes.background.map { color in
        var dark = Color.darkGround.over(color, opacity: 0.7)
        dark.alpha = color.alpha
        return dark
      }
    }
    return lightened
  }
}

internal import IAFormats
internal import IAStickers
internal import IAText

/// Creates a document from units with sticker tokens, intensity marks and escapes.
///
/// A sequence of backslashes is an escape only directly before a token or a mark. It is then halved, and if its length
/// is odd, the token or mark is literal text. All other text is literal. The text is read in one pass, and each opening
/// bracket is examined once.
struct TextScanner {
  private let index: StickerIndex
  private let readsMarks: Bool
  private var builder = IAStringBuilder()
  private var store = AttachmentStore()
  private var report = ConversionReport()
  private var made: [Attachment?]
  private var intensity = DisplayOptions.defaultIntensity

  private static let backslash = UInt16(UInt8(ascii: "\\"))

  init(index: StickerIndex, readsMarks: Bool) {
    self.index = index
    self.readsMarks = readsMarks
    made = Array(repeating: nil, count: index.stickers.count)
  }

  /// The kind of an opening bracket.
  private enum Sign {
    case sticker(Int)
    case mark(UInt8)
  }

  consuming func scan(_ units: [UInt16]) -> ReadResult {
    let text = units.span
    let count = text.count
    let hasTokens = !index.isEmpty
    var literalStart = 0
    var at = 0
    while at < count {
      let unit = text[at]
      var sign: Sign?
      var length = 0
      if unit == StickerIndex.opening, hasTokens, let token = index.token(in: text, at: at) {
        sign = .sticker(token.sticker)
        length = token.utf16Count
      } else if unit == IntensityMark.opening, readsMarks,
        let mark = IntensityMark.match(in: text, at: at)
      {
        sign = .mark(mark.intensity)
        length = mark.utf16Count
      }
      guard let sign else {
        at += 1
        continue
      }
      var run = at
      while run > literalStart, text[run - 1] == Self.backslash { run -= 1 }
      let backslashes = at - run
      append(units[literalStart..<run + backslashes / 2])
      literalStart = at
      if backslashes % 2 == 1 {
        at += 1
      } else {
        append(sign)
        at += length
        literalStart = at
      }
    }
    append(units[literalStart...])
    return ReadResult(IADocument(builder.finish(), attachments: store), report: report)
  }

  private mutating func append(_ literal: ArraySlice<UInt16>) {
    if !literal.isEmpty { builder.append(units: literal, intensity: intensity) }
  }

  private mutating func append(_ sign: Sign) {
    switch sign {
    case .mark(let value): intensity = value
    case .sticker(let number):
      let sticker = index.stickers[number]
      let attachment = made[number] ?? sticker.attachment(storingIn: &store)
      let place = builder.utf16Count..<builder.utf16Count + 1
      if made[number] == nil, index.duplicateCounts[number] > 0 {
        report.add(
          .repaired, .duplicateSticker,
          "\(sticker.name): \(index.duplicateCounts[number]) more of this name",
          utf16Range: place)
      }
      made[number] = attachment
      if attachment.state != .ready {
        report.add(.approximated, .stickerPicture, sticker.name, utf16Range: place)
      }
      builder.append(attachment, intensity: intensity)
    }
  }
}

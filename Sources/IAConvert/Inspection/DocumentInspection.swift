public import IAFormats
public import IAText
public import IAUnicode

/// Counts and other numbers of a document.
public struct DocumentInspection: Hashable, Sendable {
  /// The format of the input.
  public var format: FormatID
  /// The size of the input in bytes.
  public var byteCount: Int
  /// The number of UTF-16 units.
  public var utf16Count: Int
  /// The number of user-perceived characters (grapheme clusters).
  public var characterCount: Int
  /// The number of words: segments that contain a letter or a digit.
  public var wordCount: Int
  /// The number of sentences.
  public var sentenceCount: Int
  /// The number of paragraphs.
  public var paragraphCount: Int
  /// The lowest intensity; `nil` for an empty text.
  public var lowestIntensity: UInt8?
  /// The highest intensity; `nil` for an empty text.
  public var highestIntensity: UInt8?
  /// The mean intensity over UTF-16 units.
  public var meanIntensity: Double
  /// The number of UTF-16 units for each intensity, 0…100.
  public var histogram: [Int]
  /// The number of ranges of equal intensity.
  public var intensityRunCount: Int
  /// The number of ranges of equal attributes.
  public var attributeRunCount: Int
  /// The number of links; consecutive runs with the same link are one.
  public var linkCount: Int
  /// The number of attachments for each kind; stickers are counted separately.
  public var attachmentCounts: [Attachment.Kind: Int] = [:]
  /// The number of stickers.
  public var stickerCount = 0
  /// The number of bytes of all attachments.
  public var attachmentByteCount: Int
  /// The display options of the document.
  public var options: DisplayOptions
  /// The metadata of the document.
  public var metadata: DocumentMetadata
  /// The losses and repairs during reading.
  public var report: ConversionReport

  /// Creates the numbers of a document.
  ///
  /// - Throws: `UnicodeError` if ICU is required and fails.
  /// - Complexity: O(*n*).
  public init(of input: Conversion.Input) throws(UnicodeError) {
    let string = input.document.string
    let summary = string.summary(in: string.utf16Range)
    format = input.format.id
    byteCount = input.byteCount
    utf16Count = string.utf16Count
    paragraphCount = string.paragraphs.count
    lowestIntensity = summary.lowestIntensity
    highestIntensity = summary.highestIntensity
    meanIntensity = string.meanIntensity(in: string.utf16Range)
    attributeRunCount = summary.attributeRunCount

    let units = string.units(in: string.utf16Range)
    var segmenter = TextSegmenter()
    characterCount = try Self.count(.character, in: units, &segmenter)
    sentenceCount = try Self.count(.sentence, in: units, &segmenter)
    wordCount = try segmenter.words(in: units.span).count { $0.isWordLike }

    let runs = string.intensityRuns(in: string.utf16Range)
    intensityRunCount = runs.count
    histogram = Array(repeating: 0, count: 101)
    for run in runs { histogram[Int(min(run.intensity, 100))] += run.utf16Range.count }

    var links = 0
    var previous: InlineAttributes.Link?
    for run in string.attributeRuns(in: string.utf16Range) {
      if let link = run.attributes.link, link != previous { links += 1 }
      previous = run.attributes.link
    }
    linkCount = links
    for placed in string.attachments {
      if placed.attachment.isSticker {
        stickerCount += 1
      } else {
        attachmentCounts[placed.attachment.kind, default: 0] += 1
      }
    }
    let store = input.document.attachments
    attachmentByteCount = store.digests.reduce(0) { $0 + (store[$1]?.count ?? 0) }
    options = string.options
    metadata = input.document.metadata
    report = input.report
  }

  private static func count(
    _ unit: TextUnit, in units: [UInt16], _ segmenter: inout TextSegmenter
  ) throws(UnicodeError) -> Int {
    units.isEmpty ? 0 : try segmenter.enclosingRanges(of: unit, in: units.span).count
  }
}

public import Foundation
public import IAText

extension AttributedString {
  /// Creates an attributed string with everything of an `IAString` except its options and
  /// bookmarks.
  ///
  /// Links, emphasis, code and strikethrough are also set as Foundation's own attributes, for
  /// programs that support only those. A lone surrogate becomes U+FFFD.
  ///
  /// - Complexity: O(*n* + runs).
  public init(_ string: IAString) {
    self.init()
    var attachmentCount = 0
    for stretch in string.uniformStretches() {
      var container = AttributeContainer()
      container[IntensityAttribute.self] = Int(stretch.intensity)
      if !stretch.attributes.isPlain {
        container[InlineAttributesAttribute.self] = stretch.attributes
        container.setFoundationAttributes(of: stretch.attributes)
      }
      if !stretch.paragraph.isPlain {
        container[ParagraphAttributesAttribute.self] = stretch.paragraph
      }
      if let attachment = stretch.attachment {
        attachmentCount += 1
        container[AttachmentAttribute.self] = .init(
          attachment: attachment, ordinal: attachmentCount)
      }
      append(AttributedString(string.text(in: stretch.utf16Range), attributes: container))
    }
  }
}

extension AttributeContainer {
  fileprivate mutating func setFoundationAttributes(of attributes: InlineAttributes) {
    #if canImport(Darwin)
      var intent: InlinePresentationIntent = []
      if attributes.bold { intent.insert(.stronglyEmphasized) }
      if attributes.italic { intent.insert(.emphasized) }
      if attributes.code { intent.insert(.code) }
      if attributes.strikethrough != nil { intent.insert(.strikethrough) }
      if !intent.isEmpty { self.inlinePresentationIntent = intent }
    #endif
    self.link = attributes.link?.foundationURL
  }

  /// The suite's attributes, overridden by Foundation's: a program that edited the text may have
  /// changed only those.
  fileprivate var inlineAttributes: InlineAttributes {
    var attributes = self[InlineAttributesAttribute.self] ?? InlineAttributes()
    #if canImport(Darwin)
      let intent = self.inlinePresentationIntent ?? []
      attributes.bold = intent.contains(.stronglyEmphasized)
      attributes.italic = intent.contains(.emphasized)
      attributes.code = intent.contains(.code)
      if !intent.contains(.strikethrough) {
        attributes.strikethrough = nil
      } else if attributes.strikethrough == nil {
        attributes.strikethrough = .single
      }
    #endif
    let url = self.link?.absoluteString
    if url != attributes.link?.foundationURL?.absoluteString {
      attributes.link = url.map { InlineAttributes.Link($0) }
    }
    return attributes
  }
}

extension InlineAttributes.Link {
  /// The target as a URL; `nil` if Foundation does not accept it as a URL.
  fileprivate var foundationURL: URL? { URL(string: url) }
}

extension IAString {
  /// Creates a string from an attributed one, reading the suite's attributes and Foundation's.
  ///
  /// - Parameters:
  ///   - attributed: The string to read.
  ///   - intensity: The intensity of text that has none, 0…100.
  public init(
    _ attributed: AttributedString, intensity: UInt8 = DisplayOptions.defaultIntensity
  ) {
    var builder = IAStringBuilder()
    var paragraph: ParagraphAttributes?
    for run in attributed.runs {
      let container = run.attributes
      let level = container[IntensityAttribute.self].map { UInt8(min(max($0, 0), 100)) }
      let attributes = builder.intern(container.inlineAttributes)
      let paragraphHere = container[ParagraphAttributesAttribute.self] ?? ParagraphAttributes()
      let units = Array(String(attributed[run.range].characters).utf16)
      if let attachment = container[AttachmentAttribute.self]?.attachment,
        units == [Self.attachmentUnit]
      {
        paragraph = paragraph ?? paragraphHere
        builder.append(
          attachment, intensity: level ?? intensity, attributes: attributes)
        continue
      }
      for line in units.splitAfterLineFeeds() {
        paragraph = paragraph ?? paragraphHere
        builder.append(units: line, intensity: level ?? intensity, attributes: attributes)
        if line.last == lineFeed {
          builder.endParagraph(paragraph ?? ParagraphAttributes())
          paragraph = nil
        }
      }
    }
    if let paragraph { builder.endParagraph(paragraph, terminated: false) }
    self = builder.finish()
  }

  /// A run in which no attribute changes.
  struct UniformStretch {
    var utf16Range: Range<Int>
    var intensity: UInt8
    var attributes: InlineAttributes
    var paragraph: ParagraphAttributes
    var attachment: Attachment?
  }

  /// Returns the maximal ranges with one intensity, one attribute set and one paragraph; each
  /// attachment is a range of its own.
  func uniformStretches() -> [UniformStretch] {
    var cuts: Set<Int> = [utf16Count]
    let intensities = intensityRuns(in: utf16Range)
    let attributes = attributeRuns(in: utf16Range)
    let paragraphs = canonicalParagraphs()
    let placed = attachments
    cuts.formUnion(intensities.map(\.utf16Range.lowerBound))
    cuts.formUnion(attributes.map(\.utf16Range.lowerBound))
    cuts.formUnion(paragraphs.map(\.utf16Range.lowerBound))
    for attachment in placed {
      cuts.formUnion([attachment.utf16Offset, attachment.utf16Offset + 1])
    }
    let records = Dictionary(
      placed.map { ($0.utf16Offset, $0.attachment) }, uniquingKeysWith: { first, _ in first })
    var (i, a, p) = (0, 0, 0)
    let bounds = cuts.sorted()
    return zip(bounds, bounds.dropFirst()).map { start, end in
      while intensities[i].utf16Range.upperBound <= start { i += 1 }
      while attributes[a].utf16Range.upperBound <= start { a += 1 }
      while paragraphs[p].utf16Range.upperBound <= start { p += 1 }
      return UniformStretch(
        utf16Range: start..<end, intensity: intensities[i].intensity,
        attributes: attributes[a].attributes, paragraph: paragraphs[p].attributes,
        attachment: records[start])
    }
  }
}

/// The unit that ends a paragraph.
private let lineFeed: UInt16 = 0x000A

extension [UInt16] {
  /// Returns the slices that end with a line feed, and the remainder after the last line feed.
  fileprivate func splitAfterLineFeeds() -> [ArraySlice<UInt16>] {
    var pieces: [ArraySlice<UInt16>] = []
    var start = startIndex
    while start < endIndex {
      let end = self[start...].firstIndex(of: lineFeed).map { $0 + 1 } ?? endIndex
      pieces.append(self[start..<end])
      start = end
    }
    return pieces
  }
}

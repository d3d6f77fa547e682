internal import IAFormats
package import IAText

/// A part of hidden text that the file does not show, because its format cannot hide text.
///
/// A part contains at most one line end, as its last unit; the parts of one place follow each other. A
/// reader inserts them with `hidden` set on every unit.
public struct AbsentText: Hashable, Sendable {
  /// The index of the paragraph in which the text was; the number of paragraphs for the end of the text.
  public var paragraph: Int
  /// The number of blocks around the part that are also around the text before it.
  public var blocksBefore: Int
  /// The number of blocks around the part that are also around the text after it.
  public var blocksAfter: Int
  /// The part: `patch` has the offset in the restored paragraph and the units, `textHash` is that of
  /// the visible text of the paragraph.
  public var part: HiddenParagraph

  /// Creates a part.
  public init(paragraph: Int, blocksBefore: Int, blocksAfter: Int, part: HiddenParagraph) {
    self.paragraph = paragraph
    self.blocksBefore = blocksBefore
    self.blocksAfter = blocksAfter
    self.part = part
  }

  /// The offset of the text in the restored paragraph in UTF-16 units.
  var utf16Offset: Int { part.patch?.prefix ?? 0 }

  /// The units of the part without its line end.
  var units: [UInt16] { part.patch?.units ?? [] }

  /// The number of units of the part, including its line end.
  var utf16Count: Int { units.count + (part.isTerminated ? 1 : 0) }

  /// Returns whether the lengths of the part agree, and its indexes are inside the tables of the
  /// document record.
  func fits(_ block: HiddenDocument) -> Bool {
    guard let patch = part.patch, patch.replaced == 0, !part.isAbsent, utf16Count > 0,
      !patch.units.contains(0x000A)
    else { return false }
    return part.intensities.reduce(0) { $0 + $1.count } == utf16Count
      && (part.inline.isEmpty || part.inline.reduce(0) { $0 + $1.count } == utf16Count)
      && part.inline.allSatisfy { $0.value <= block.inline.count }
      && part.paragraph <= block.paragraphs.count
      && part.records.allSatisfy { record in
        patch.units.indices.contains(record.utf16Offset)
          && patch.units[record.utf16Offset] == IAString.attachmentUnit
          && block.records.indices.contains(record.index)
      }
  }

  /// Returns whether hidden data may restore hidden paragraphs inside some blocks.
  ///
  /// Notes, headers, footers, text boxes, rules and tasks are refused: they show something even without text, or move
  /// text.
  static func allows(_ blocks: [Block]) -> Bool {
    blocks.allSatisfy { block in
      switch block.kind {
      case .footnote, .endnote, .annotation, .pageHeader, .pageFooter, .textBox, .thematicBreak:
        false
      case .listItem(let item): item.task == nil
      default: true
      }
    }
  }

  /// Returns whether hidden text with a line end at an offset would divide a visible word: neither the
  /// unit before the offset nor the one after it is white space.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - range: The range of the hidden text in it; empty if the text does not contain it.
  static func dividesWord(_ range: Range<Int>, in string: IAString) -> Bool {
    guard range.lowerBound > 0, range.upperBound < string.utf16Count else { return false }
    let before = string.unit(at: range.lowerBound - 1)
    let after = string.unit(at: range.upperBound)
    if before == 0x000A || after == 0x000A { return false }
    func isSpace(_ unit: UInt16, at offset: Int) -> Bool {
      (unit == 0x20 || unit == 0x09 || unit == 0x2028) && !string.attributes(at: offset).hidden
    }
    return !isSpace(before, at: range.lowerBound - 1) && !isSpace(after, at: range.upperBound)
  }

  /// Returns whether hidden data may restore an attachment in hidden text: one whose address has no
  /// scheme or a harmless one.
  static func allows(_ attachment: Attachment) -> Bool {
    guard case .url(let url) = attachment.content else { return true }
    return LinkSchemes.scheme(of: url).map(LinkSchemes.isHarmless) ?? true
  }

  /// Returns the attributes of restored hidden text: always hidden, without links that are not
  /// harmless and without tags that only the file itself may set.
  ///
  /// - Parameter shownTags: The names of these tags.
  package static func limited(
    _ attributes: InlineAttributes, shownTags: Set<String>
  ) -> InlineAttributes {
    var limited = attributes
    limited.hidden = true
    limited.tags.removeAll {
      shownTags.contains($0.name) || InlineAttributes.changeTagNames.contains($0.name)
    }
    if let link = limited.link,
      !(LinkSchemes.scheme(of: link.url).map(LinkSchemes.isHarmless) ?? true)
    {
      limited.link = nil
    }
    return limited
  }
}

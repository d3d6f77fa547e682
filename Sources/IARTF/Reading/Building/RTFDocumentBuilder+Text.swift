internal import IAText

extension RTFDocumentBuilder {
  /// Formatting that programs show differently and that is therefore reported.
  struct DifferentFormatting {
    /// For links without an underline or a colour: the parts that the file does not show, by the attributes of the
    /// links.
    var plainLinks: [InlineAttributes: LinkParts] = [:]
    /// For links with an underline or a colour: the attributes and the parts that the file shows.
    ///
    /// This is an array and not a dictionary, because it is needed only if there are links of the other kind.
    var otherLinks: [(attributes: InlineAttributes, parts: LinkParts)] = []
    /// Whether the underline and the colour of a link are stated only by its character style.
    ///
    /// Word shows them then, and LibreOffice does not.
    var hasLinksByStyle = false
    /// Whether a row has no end, so that Word and LibreOffice may not show its cells.
    var hasOpenRow = false
    /// The weight, slant and size that text in complex scripts gets from statements for other text.
    ///
    /// Word and LibreOffice do not apply these statements to it.
    var ofComplexText: RTFCharacter.Flags = []
  }

  // MARK: Text

  /// Returns the attributes of text in a group.
  @inline(__always)
  mutating func attributes(in group: inout RTFGroup) -> IAStringBuilder.Attributes {
    if group.format.isNone { group.format = tables.formats.index(of: group.character) }
    if let known = stream.attributes(of: group.format) { return known }
    return addAttributes(of: group.format)
  }

  /// Returns the attributes of a unit of text in a group, and records its script.
  @inline(__always)
  mutating func attributes(
    of unit: UInt16, in group: inout RTFGroup
  ) -> IAStringBuilder.Attributes {
    let script = stream.script(of: unit)
    guard script != .ordinary, !tables.isOwn else { return attributes(in: &group) }
    guard group.character.hasFormatting(of: script) else {
      if script == .complex { noteComplexText(group.character) }
      return attributes(in: &group)
    }
    return attributes(of: script, in: &group)
  }

  /// Records the weight, slant and size of text in complex scripts that the file states only for other text.
  private mutating func noteComplexText(_ character: RTFCharacter) {
    different.ofComplexText.formUnion(character.flags.intersection([.bold, .italic]))
    if character.halfPoints != RTFCharacter.usualHalfPoints {
      different.ofComplexText.insert(.ownSize)
    }
  }

  /// Returns the attributes of text in a script in a group.
  private mutating func attributes(
    of script: RTFScript, in group: inout RTFGroup
  ) -> IAStringBuilder.Attributes {
    if group.format.isNone { group.format = tables.formats.index(of: group.character) }
    let format = tables.formats.index(of: script, in: group.format)
    return stream.attributes(of: format) ?? addAttributes(of: format)
  }

  private mutating func addAttributes(
    of format: RTFIndex<RTFCharacter>
  ) -> IAStringBuilder.Attributes {
    let entry = tables.formats.entries[Int(format.rawValue)]
    let attributes = tables.attributes(of: entry, isInNote: stream.isNote)
    if !entry.link.isNone {
      var parts: LinkParts = []
      if entry.underline != nil { parts.insert(.line) }
      if entry.foreground != 0 { parts.insert(.color) }
      if parts != .all {
        different.plainLinks[attributes, default: []].formUnion(.all.subtracting(parts))
      }
      if !parts.isEmpty { different.otherLinks.append((attributes, parts)) }
      if entry.underline != nil, entry.foreground != 0, entry.flags.contains(.linkStyleAlone) {
        different.hasLinksByStyle = true
      }
    }
    return stream.add(format, attributes)
  }

  /// Sets the default formatting to that of the style `Normal`, if there is no text yet.
  mutating func setBase() {
    if tables.formats.entries.isEmpty, stream.paragraphCount == 0 { tables.setBase() }
  }
}

extension IADocument {
  /// Records the links that the file shows without an underline, or in the colour of the text around them.
  ///
  /// If links with the same attributes are shown in different ways, all of them count as shown.
  mutating func noteLinks(_ different: RTFDocumentBuilder.DifferentFormatting) {
    var missing = different.plainLinks
    guard !missing.isEmpty else { return }
    for (attributes, parts) in different.otherLinks { missing[attributes]?.subtract(parts) }
    for run in string.attributeRuns(in: string.utf16Range) where run.attributes.link != nil {
      guard let parts = missing[run.attributes] else { continue }
      if parts.contains(.line) { printedPlacement.plainLinks.append(run.utf16Range) }
      if parts.contains(.color) { printedPlacement.inkLinks.append(run.utf16Range) }
    }
  }
}

/// The parts of the appearance of links.
struct LinkParts: OptionSet {
  let rawValue: UInt8
  static let line = LinkParts(rawValue: 1)
  static let color = LinkParts(rawValue: 2)
  static let all: LinkParts = [.line, .color]
}

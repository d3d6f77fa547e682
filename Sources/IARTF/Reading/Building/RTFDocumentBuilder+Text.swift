internal import IAText

extension RTFDocumentBuilder {
  /// Formatting that programs show in different ways, to be reported.
  struct DifferentFormatting {
    /// Whether a link has no underline or no colour of its own; every writer shows both.
    var hasPlainLinks = false
    /// Whether only the character style of a link states its underline or colour, which Word shows and
    /// LibreOffice ignores.
    var hasLinksByStyle = false
    /// Whether a row has no end, whose cells Word and LibreOffice may not show.
    var hasOpenRow = false
    /// The weight, the slant and the size that text in complex scripts has from statements for other text,
    /// which Word and LibreOffice do not show.
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

  /// Records what a file states for text in complex scripts as for other text alone.
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
    if !entry.link.isNone {
      if entry.underline == nil || entry.foreground == 0 {
        different.hasPlainLinks = true
      } else if entry.flags.contains(.linkStyleAlone) {
        different.hasLinksByStyle = true
      }
    }
    return stream.add(format, tables.attributes(of: entry, isInNote: stream.isNote))
  }

  /// Sets the default formatting to that of the style `Normal`, if there is no text yet.
  mutating func setBase() {
    if tables.formats.entries.isEmpty, stream.paragraphCount == 0 { tables.setBase() }
  }
}

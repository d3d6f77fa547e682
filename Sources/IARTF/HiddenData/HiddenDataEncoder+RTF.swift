internal import IAHiddenData
internal import IAText

extension HiddenDataEncoder.UnshownAttributes {
  /// The parts of attributes that RTF does not show.
  static let rtf = Self(
    inline: { full in
      var rest = InlineAttributes()
      rest.tags = full.tags
      if let link = full.link, RTFLink.shown(link) != link {
        rest.link = link
      }
      return rest
    },
    paragraph: { full in
      if full.blocks.isEmpty { return nil }
      var rest = ParagraphAttributes()
      rest.blocks = full.blocks
      return rest
    })
}

internal import IAFormats
internal import IAText

extension HiddenDataEncoder.Lacks {
  /// What RTF does not show of attributes.
  static let rtf = Self(
    inline: { full in
      var rest = InlineAttributes()
      rest.tags = full.tags
      if let link = full.link, !RTFLink.isHarmless(link.url) || link.title != nil {
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

internal import IAHiddenData
internal import IAText

extension HiddenDataEncoder.UnshownAttributes {
  /// Returns the functions that select the parts of attributes that RTF does not show.
  ///
  /// - Parameter page: The page of the first section.
  static func rtf(first page: PageLayout?) -> Self {
    var unshown = rtf
    unshown.section = { RTFSectionWords($0, first: page).found }
    return unshown
  }

  private static let rtf = Self(
    inline: { full in
      var rest = InlineAttributes()
      rest.tags = full.tags
      if let family = full.fontFamily, FontFamilyList.isList(family) { rest.fontFamily = family }
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

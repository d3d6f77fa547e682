public import IACorpus
public import IAText

extension RandomDocument {
  /// Returns a document of 20 paragraphs with random borders, shading and page-break rules, whose
  /// characters have random effects.
  ///
  /// Every third paragraph has tab stops.
  ///
  /// - Parameter ending: The text at the end of each paragraph.
  public mutating func framedParagraphs(ending: String) -> IADocument {
    var builder = IAStringBuilder()
    for index in 0..<20 {
      let style = builder.intern(withEffects(InlineAttributes()))
      builder.append("p\(index)\(ending)", attributes: style)
      var set = ParagraphAttributes()
      if index % 3 == 0 { set.tabStops = [.init(30), .init(90.5, .right)] }
      builder.append(unit: 0x0A)
      builder.endParagraph(withFrame(set), terminated: false)
    }
    return IADocument(builder.finish())
  }
}

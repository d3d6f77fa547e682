internal import IAFiles
internal import IAFormats
internal import IAText

extension RTFBodyWriter {
  /// Returns whether a section starts at a paragraph.
  func startsSection(_ index: Int) -> Bool {
    !context.plan.sectionStarts.isEmpty && context.plan.sectionStarts.contains(index)
  }

  /// Starts the section of a paragraph: writes its control words, then its headers and footers.
  mutating func beginSection(_ index: Int, to sink: inout some DocumentSink) throws {
    if !hasEndedSection { output.write("\\pard\\sect\n") }
    hasEndedSection = false
    let set = context.plan.paragraphs[index].set
    guard let section = context.columns.paragraphSets[set].section else { return }
    RTFSectionWords(section, first: context.columns.options.page).write(
      to: &output, hasFirstPage: context.plan.hasFirstPage(section: index))
    for number in context.plan.sectionTexts[index] ?? [] { try writeMoved(number, to: &sink) }
  }

  /// Reports sections that RTF does not show, or whose lengths are not whole twips.
  mutating func noteSectionLosses() {
    for index in context.plan.lostSections {
      let paragraph = context.plan.paragraphs[index]
      reportLoss(.sectionBreak, .dropped, "", paragraph.start..<paragraph.end)
    }
    for index in context.plan.sectionStarts.sorted() {
      let paragraph = context.plan.paragraphs[index]
      guard let section = context.columns.paragraphSets[paragraph.set].section,
        !RTFSectionWords(section, first: context.columns.options.page).isExact
      else { continue }
      reportLoss(.sectionBreak, .approximated, "", paragraph.start..<paragraph.end)
    }
  }
}

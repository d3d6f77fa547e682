internal import IALayout
internal import IAText

/// The ends of the pages of a text.
enum Pagination {
  /// Cuts a text into parts no higher than a page, between lines.
  ///
  /// A paragraph that starts a page starts one. A heading is not left alone at the foot of a page. A
  /// line that is higher than a page is cut.
  ///
  /// - Returns: The heights from which and to which each page shows the text.
  static func parts(of content: DocumentDrawing.Content, pageHeight: Double) -> [Range<Double>] {
    let bands = bands(of: content)
    guard let last = bands.last else { return [0..<max(content.height, 1)] }
    var parts: [Range<Double>] = []
    var start = 0.0
    var index = 0
    while index < bands.count {
      var end = index
      while end < bands.count, bands[end].bottom - start <= pageHeight,
        end == index || !bands[end].startsPage
      {
        end += 1
      }
      if end == index {
        // The line is higher than the page.
        let bottom = bands[index].bottom
        while bottom - start > pageHeight {
          parts.append(start..<start + pageHeight)
          start += pageHeight
        }
        end += 1
      }
      // Lines that belong to the text below them move to the next page with it.
      var kept = end
      while kept < bands.count, kept > index + 1, bands[kept - 1].keepsWithNext,
        !bands[kept].startsPage
      {
        kept -= 1
      }
      if kept == index + 1, bands[index].keepsWithNext, end > kept { kept = end }
      let bottom = kept < bands.count ? bands[kept].top : last.bottom
      parts.append(start..<max(bottom, start + 1))
      start = bottom
      index = kept
    }
    return parts
  }

  /// Lines that are side by side, such as those of the cells of a row: never split.
  private struct Band {
    var top: Double
    var bottom: Double
    var startsPage: Bool
    var keepsWithNext: Bool
  }

  private static func bands(of content: DocumentDrawing.Content) -> [Band] {
    var starts: Set<Int> = []
    var headings: [Range<Int>] = []
    for paragraph in content.document.string.paragraphs {
      if paragraph.attributes.pageBreakBefore { starts.insert(paragraph.utf16Range.lowerBound) }
      let isHeading = paragraph.attributes.blocks.contains {
        if case .header = $0.kind { true } else { false }
      }
      if isHeading { headings.append(paragraph.utf16Range) }
    }
    var heading = 0
    var bands: [Band] = []
    for line in content.manager.lineFragments() {
      while heading < headings.count, headings[heading].upperBound <= line.utf16Range.lowerBound {
        heading += 1
      }
      let isHeading = heading < headings.count && headings[heading].overlaps(line.utf16Range)
      let band = Band(
        top: line.rect.y, bottom: line.rect.maxY,
        startsPage: starts.contains(line.utf16Range.lowerBound), keepsWithNext: isHeading)
      bands.append(band)
    }
    bands.sort { ($0.top, $0.bottom) < ($1.top, $1.bottom) }
    return merged(bands)
  }

  private static func merged(_ bands: [Band]) -> [Band] {
    var merged: [Band] = []
    for band in bands {
      if let last = merged.last, band.top < last.bottom - 0.01 {
        merged[merged.count - 1].bottom = max(last.bottom, band.bottom)
        merged[merged.count - 1].startsPage = last.startsPage || band.startsPage
      } else {
        merged.append(band)
      }
    }
    return merged
  }
}

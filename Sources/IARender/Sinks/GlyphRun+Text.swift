internal import IALayout

/// A cluster of a run: a range of characters and the glyphs that represent them.
struct GlyphCluster: Hashable {
  /// The range of its glyphs in the run.
  var glyphs: Range<Int>
  /// The range of its units, relative to the first unit of the run.
  var units: Range<Int>
}

extension GlyphRun {
  /// Returns the clusters of the run in the order of their glyphs, left to right.
  func groups() -> [GlyphCluster] {
    var found: [GlyphCluster] = []
    var start = 0
    while start < glyphs.count {
      var end = start + 1
      while end < glyphs.count, clusters[end] == clusters[start] { end += 1 }
      found.append(GlyphCluster(glyphs: start..<end, units: clusters[start]..<units.count))
      start = end
    }
    // A cluster ends where the next one in the text starts.
    if isRightToLeft {
      for index in found.indices.dropFirst() {
        found[index].units =
          found[index].units
          .lowerBound..<max(
            found[index - 1].units.lowerBound, found[index].units.lowerBound)
      }
    } else {
      for index in found.indices.dropLast() {
        found[index].units =
          found[index].units
          .lowerBound..<max(
            found[index + 1].units.lowerBound, found[index].units.lowerBound)
      }
    }
    return found
  }

  /// Returns the text of some of the run's units; lone surrogates become U+FFFD.
  func text(_ range: Range<Int>) -> String {
    String(decoding: units[range.clamped(to: 0..<units.count)], as: UTF16.self)
  }
}

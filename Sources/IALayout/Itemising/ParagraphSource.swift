import IAText
import IAUnicode

/// The input of the itemiser: the units of a paragraph and their attributes, with offsets from its
/// start.
///
/// One value is reused for all paragraphs, so that its arrays are allocated once.
struct ParagraphSource {
  /// A range with one attribute set and one scheme step.
  struct StyleRun {
    var start: Int
    /// The number of the attribute set in the style table.
    var attributes: Int
    var step: Int
  }

  /// The units, including the terminator.
  var units: [UInt16] = []
  /// The ranges in order; the first starts at 0, and neighbours differ.
  var styleRuns: [StyleRun] = []
  /// The attachments in order.
  var attachments: [IAString.PlacedAttachment] = []
  /// The paragraph's style.
  var style = ParagraphStyle.plain
  /// Whether the units start at the start of the paragraph.
  var startsParagraph = true
  /// The script of the preceding text; `nil` at the start of the paragraph.
  var scriptBefore: Script?
  /// The number of units at the end that belong to the next piece and only help to find line
  /// breaks.
  var lookahead = 0

  /// The number of units that are divided into items.
  var itemCount: Int { units.count - lookahead }

  mutating func removeAll() {
    units.removeAll(keepingCapacity: true)
    styleRuns.removeAll(keepingCapacity: true)
    attachments.removeAll(keepingCapacity: true)
    startsParagraph = true
    scriptBefore = nil
    lookahead = 0
  }

  mutating func appendStyleRun(start: Int, attributes: Int, step: Int) {
    if let last = styleRuns.last {
      if last.attributes == attributes, last.step == step { return }
      if last.start == start {
        styleRuns[styleRuns.count - 1] = StyleRun(start: start, attributes: attributes, step: step)
        return
      }
    }
    styleRuns.append(StyleRun(start: start, attributes: attributes, step: step))
  }
}

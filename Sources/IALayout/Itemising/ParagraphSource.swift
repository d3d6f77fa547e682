import IAText
import IAUnicode

/// What a paragraph is made from: its units and what holds over them, offsets from its start.
///
/// One value is filled again and again, so that its arrays are allocated once.
struct ParagraphSource {
  /// A stretch of one set of attributes and one step of the scheme.
  struct Stretch {
    var start: Int
    /// The attributes by their number in the style table.
    var attributes: Int
    var step: Int
  }

  /// The units, the terminator counted in.
  var units: [UInt16] = []
  /// The stretches in order; the first starts at 0, neighbours differ.
  var stretches: [Stretch] = []
  /// The attachments in order.
  var attachments: [IAString.PlacedAttachment] = []
  /// How the paragraph is set.
  var style = ParagraphStyle.plain
  /// Whether the units begin where the paragraph does.
  var startsParagraph = true
  /// The script of the text before; nil at the start of the paragraph.
  var scriptBefore: Script?
  /// How many units at the end belong to the piece after, and only help to find line breaks.
  var lookahead = 0

  /// The units that items are made of.
  var itemCount: Int { units.count - lookahead }

  mutating func removeAll() {
    units.removeAll(keepingCapacity: true)
    stretches.removeAll(keepingCapacity: true)
    attachments.removeAll(keepingCapacity: true)
    startsParagraph = true
    scriptBefore = nil
    lookahead = 0
  }

  mutating func appendStretch(start: Int, attributes: Int, step: Int) {
    if let last = stretches.last {
      if last.attributes == attributes, last.step == step { return }
      if last.start == start {
        stretches[stretches.count - 1] = Stretch(start: start, attributes: attributes, step: step)
        return
      }
    }
    stretches.append(Stretch(start: start, attributes: attributes, step: step))
  }
}

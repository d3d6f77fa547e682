internal import IALayout
internal import IAText

/// The text that fills the pages in order, and the notes at their feet.
///
/// Heights in the flow start at 0 and exclude the notes and running texts between the paragraphs; endnotes follow at
/// the end.
struct PageFlow {
  /// A range of heights of the layout that the flow shows without interruption.
  private struct FlowRange {
    /// The heights in the layout.
    var range: Range<Double>
    /// The height in the flow at which it starts.
    var start: Double
    var end: Double { start + range.upperBound - range.lowerBound }
  }

  /// The bands of the flow, by their heights in the flow; header rows by those in the layout.
  private(set) var bands: [Band] = []
  /// The bands of each note, by their heights in the layout.
  private(set) var notes: [[Range<Double>]] = []
  /// The text boxes and pictures with a place of their own.
  private(set) var objects: [FlowObject] = []
  /// The bands of all notes if the flow has no line to which they could belong; otherwise empty.
  var notesAlone: [Range<Double>] { bands.isEmpty ? Array(notes.joined()) : [] }
  private var spans: [FlowRange] = []
  /// The number of spans before those of the endnotes.
  private var bodyCount = 0

  /// The space above the first endnote, in points.
  private static let endnoteSpace = 18.0

  /// Creates the flow of a text.
  ///
  /// - Parameters:
  ///   - content: The text, laid out.
  ///   - maxBoxHeight: The height of the text of boxes with a place of their own; higher ones are in the
  ///     flow.
  init(of content: DocumentDrawing.Content, maxBoxHeight: Double = .infinity) {
    let found = Bands(of: content)
    var all = found.merged
    if !found.objects.isEmpty { place(found.objects, &all, maxBoxHeight) }
    notes = Array(repeating: [], count: found.noteLabels.count)
    var gap: Double?
    var boxes: ClosedRange<Int>?
    var last: Band?
    for band in all where band.role != .endnote {
      if case .note(let number) = band.role { notes[number].append(band.top..<band.bottom) }
      if band.role == .body {
        let below = band.top - (last?.bottom ?? 0)
        append(band, after: gap.map { space(above: $0, below: below, boxes) })
        gap = nil
      } else {
        if gap == nil {
          gap = bands.isEmpty ? 0 : band.top - (last?.bottom ?? 0)
          boxes = nil
        }
        boxes = self.boxes(boxes, isFirst: last?.role == .body || last == nil, band.role)
      }
      last = band
    }
    bodyCount = spans.count
    gap = bands.isEmpty ? 0 : Self.endnoteSpace
    for band in all where band.role == .endnote {
      append(band, after: gap)
      gap = nil
    }
    if notes.contains(where: { !$0.isEmpty }) { assignNotes(found.noteLabels, content) }
  }

  /// Finds the heights of the text of boxes; boxes that are too high become a part of the flow.
  private mutating func place(
    _ found: [FlowObject], _ bands: inout [Band], _ maxBoxHeight: Double
  ) {
    var objects = found
    for band in bands {
      guard case .object(let index) = band.role else { continue }
      let known = objects[index].range
      objects[index].range =
        known.isEmpty
        ? band.top..<band.bottom
        : min(known.lowerBound, band.top)..<max(known.upperBound, band.bottom)
    }
    for index in objects.indices {
      let height = objects[index].range.upperBound - objects[index].range.lowerBound
      objects[index].isInFlow = height > maxBoxHeight
    }
    // The space that an object occupies above the first line of its paragraph belongs to the paragraph.
    var tops: [Int: Double] = [:]
    for object in objects where !object.isInFlow {
      if let anchor = object.anchor { tops[anchor.utf16Offset] = anchor.top }
    }
    for index in bands.indices {
      if case .object(let number) = bands[index].role, objects[number].isInFlow {
        bands[index].role = .body
      }
      if let top = bands[index].paragraph.flatMap({ tops[$0] }) {
        bands[index].top = min(bands[index].top, top)
      }
    }
    self.objects = objects
  }

  /// Returns the boxes between two bands of the flow, extended by a further band; `nil` if there is other content.
  private func boxes(
    _ known: ClosedRange<Int>?, isFirst: Bool, _ role: Band.Role
  ) -> ClosedRange<Int>? {
    guard case .object(let index) = role else { return nil }
    if isFirst { return index...index }
    return known.map { $0.lowerBound...max($0.lowerBound, index) }
  }

  /// Returns the space between two bands of the flow that have other text between them in the layout.
  ///
  /// - Parameters:
  ///   - above: The space above the other text.
  ///   - below: The space below the other text.
  ///   - boxes: The boxes of which the other text consists; `nil` if it is not a sequence of boxes.
  private func space(
    above: Double, below: Double, _ boxes: ClosedRange<Int>?
  ) -> Double {
    guard let boxes else { return max(above, below) }
    let inner = objects[boxes.lowerBound].space.above + objects[boxes.upperBound].space.below
    return max(above + below - inner, 0)
  }

  /// Appends a band to the flow.
  ///
  /// - Parameter gap: The space above it if it does not follow the last band in the layout; `nil`
  ///   if it does.
  private mutating func append(_ band: Band, after gap: Double?) {
    var band = band
    let (top, bottom) = (band.top, band.bottom)
    if let gap {
      let start = bands.last.map { $0.bottom + max(gap, 0) } ?? band.spaceAbove
      spans.append(FlowRange(range: top..<bottom, start: start))
    } else if spans.isEmpty {
      spans.append(FlowRange(range: 0..<bottom, start: 0))
    }
    let shift = spans[spans.count - 1].range.lowerBound
    let start = spans[spans.count - 1].start
    // A band of another role may overlap this one, so the end never decreases.
    let end = max(spans[spans.count - 1].range.upperBound, bottom)
    spans[spans.count - 1].range = shift..<end
    band.top = start + top - shift
    band.bottom = max(start + bottom - shift, band.top)
    bands.append(band)
  }

  /// Assigns each note to the line that refers to it, or to the line before it if no line refers to it.
  private mutating func assignNotes(_ labels: [String], _ content: DocumentDrawing.Content) {
    guard !bands.isEmpty else { return }
    var open: [String: [Int]] = [:]
    for (number, label) in labels.enumerated().reversed() where !notes[number].isEmpty {
      open[label, default: []].append(number)
    }
    let string = content.document.string
    for run in string.attributeRuns(in: string.utf16Range) {
      guard let label = run.attributes[tag: "footnote"], let number = open[label]?.last,
        let line = content.manager.lineFragment(at: run.utf16Range.lowerBound),
        let flowHeight = flowHeight(of: line.rect.center.y)
      else { continue }
      bands[band(at: flowHeight)].notes.append(number)
      open[label]?.removeLast()
    }
    for number in open.values.joined().sorted() {
      // If the flow consists only of endnotes, the first one gets the notes.
      let place = max(spanIndex(at: notes[number][0].lowerBound, in: 0..<bodyCount), 0)
      let before = spans[place]
      let height = min(
        notes[number][0].lowerBound - before.range.lowerBound + before.start, before.end)
      bands[band(at: height)].notes.append(number)
    }
    for index in bands.indices { bands[index].notes.sort() }
  }

  /// Returns the height in the flow of a height in the layout; `nil` if it is not in the flow.
  private func flowHeight(of height: Double) -> Double? {
    // Endnotes may precede other text in the layout.
    for spans in [0..<bodyCount, bodyCount..<self.spans.count] {
      let index = spanIndex(at: height, in: spans)
      guard index >= spans.lowerBound else { continue }
      let span = self.spans[index]
      if span.range.contains(height) { return span.start + height - span.range.lowerBound }
    }
    return nil
  }

  /// Returns the index of the last span in a range that starts at or above a height of the layout; the index before the
  /// range if there is none.
  private func spanIndex(at height: Double, in range: Range<Int>) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.lowerBound <= height { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// Returns the index of the last band that starts at or above a height of the flow.
  private func band(at height: Double) -> Int {
    var (low, high) = (0, bands.count)
    while low < high {
      let middle = (low + high) / 2
      if bands[middle].top <= height { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// Returns the ranges of the layout that make up a range of the flow, each with its distance from the start of that
  /// range.
  func segments(_ range: Range<Double>) -> [PagePart.Segment] {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].end <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    var segments: [PagePart.Segment] = []
    while low < spans.count, spans[low].start < range.upperBound {
      let span = spans[low]
      let start = max(span.start, range.lowerBound)
      let top = span.range.lowerBound + start - span.start
      // The last span extends to the end of the text, which may have space below its last line.
      let isLast = low == spans.count - 1
      let end = isLast ? range.upperBound : min(span.end, range.upperBound)
      segments.append(.init(range: top..<top + end - start, y: start - range.lowerBound))
      low += 1
    }
    return segments
  }
}

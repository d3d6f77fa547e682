internal import IACSS
internal import IAText

/// The floats of a page, and the paragraphs and floats that start below them.
struct PageFloats {
  /// The paragraphs and floats that start below other floats, by UTF-16 offset.
  private(set) var clearings: [Int: PrintedPlacement.Clearing] = [:]
  /// The UTF-16 offset of the last float; `nil` if there is none.
  private(set) var last: Int?
  /// The UTF-16 offset at which the innermost block formatting context starts.
  var start = 0
  /// The floats below which the next paragraph starts.
  private var waiting: PrintedPlacement.Clearing?
  /// The sides on which the next floating box starts below other floats.
  private var sidesOfBox: CSSSides = []

  /// Records a floating box.
  ///
  /// - Parameter sides: The sides on which it starts below other floats.
  mutating func addBox(at offset: Int, below sides: CSSSides) {
    sidesOfBox = last == nil ? [] : sides
    last = offset
  }

  /// Records a floating picture.
  ///
  /// - Parameter sides: The sides on which it starts below other floats.
  mutating func addPicture(at offset: Int, below sides: CSSSides) {
    if !sides.isEmpty, last != nil { clearings[offset] = .init(Self.edges(sides), from: start) }
    last = offset
  }

  /// Records that the next paragraph starts below the floats on some sides.
  mutating func clear(_ sides: CSSSides) {
    var clearing = waiting ?? .init([], from: start)
    clearing.edges.formUnion(Self.edges(sides))
    clearing.start = min(clearing.start, start)
    waiting = clearing
  }

  /// Records a paragraph.
  ///
  /// - Parameter isFloat: Whether it is in a floating box.
  mutating func note(_ offset: Int, isFloat: Bool) {
    if isFloat {
      if !sidesOfBox.isEmpty { clearings[offset] = .init(Self.edges(sidesOfBox), from: start) }
      sidesOfBox = []
    } else if let clearing = waiting {
      clearings[offset] = clearing
      waiting = nil
    }
  }

  /// Records the end of the text, if the page has floats.
  mutating func finish(at offset: Int) {
    if last != nil { note(offset, isFloat: false) }
  }

  private static func edges(_ sides: CSSSides) -> Set<Placement.Edge> {
    var edges: Set<Placement.Edge> = []
    if sides.contains(.left) { edges.insert(.start) }
    if sides.contains(.right) { edges.insert(.end) }
    return edges
  }
}

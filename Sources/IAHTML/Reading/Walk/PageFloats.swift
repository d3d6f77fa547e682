internal import IACSS
internal import IAText

/// The floating objects of a page, and the paragraphs and objects that begin below them.
struct PageFloats {
  /// The paragraphs and objects that begin below others, by their first unit.
  private(set) var clearings: [Int: PrintedPlacement.Clearing] = [:]
  /// The first unit of the last floating object; `nil` if there is none.
  private(set) var last: Int?
  /// The first unit of the innermost element with a flow of its own.
  var start = 0
  /// The objects that the next paragraph of the text begins below.
  private var waiting: PrintedPlacement.Clearing?
  /// The sides that the next floating box begins below.
  private var sidesOfBox: CSSSides = []

  /// Notes a floating box at a unit, which is below others at some sides.
  mutating func addBox(at offset: Int, below sides: CSSSides) {
    sidesOfBox = last == nil ? [] : sides
    last = offset
  }

  /// Notes a floating picture at a unit, which is below others at some sides.
  mutating func addPicture(at offset: Int, below sides: CSSSides) {
    if !sides.isEmpty, last != nil { clearings[offset] = .init(Self.edges(sides), from: start) }
    last = offset
  }

  /// Notes that the next paragraph of the text is below the objects that float to some sides.
  mutating func clear(_ sides: CSSSides) {
    var clearing = waiting ?? .init([], from: start)
    clearing.edges.formUnion(Self.edges(sides))
    clearing.start = min(clearing.start, start)
    waiting = clearing
  }

  /// Notes a paragraph.
  mutating func note(_ offset: Int, isFloat: Bool) {
    if isFloat {
      if !sidesOfBox.isEmpty { clearings[offset] = .init(Self.edges(sidesOfBox), from: start) }
      sidesOfBox = []
    } else if let clearing = waiting {
      clearings[offset] = clearing
      waiting = nil
    }
  }

  /// Notes the end of the text, which objects after the last paragraph belong to.
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

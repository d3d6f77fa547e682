internal import IAText

/// The borders of a paragraph, and the placement of its frame.
struct RTFFrame: Hashable {
  /// The sides of a paragraph.
  struct Sides: OptionSet {
    let rawValue: UInt8
    static let top = Sides(rawValue: 1)
    static let right = Sides(rawValue: 2)
    static let bottom = Sides(rawValue: 4)
    static let left = Sides(rawValue: 8)
    static let all: Sides = [.top, .right, .bottom, .left]
  }

  var top = RTFBorder()
  var right = RTFBorder()
  var bottom = RTFBorder()
  var left = RTFBorder()
  /// The placement of the frame around the paragraph; `nil` if there is no frame.
  var place: RTFPlace?

  /// Whether the paragraph has a border below and no other border.
  var isRule: Bool {
    bottom.form != .absent && bottom.form != .none
      && [top, right, left].allSatisfy { $0.form == .absent || $0.form == .none }
  }

  /// Whether the paragraph is neither a rule nor a part of a frame.
  var isOrdinary: Bool { !isRule && place == nil }

  /// Whether a control word states a border.
  var hasBorders: Bool { [top, right, bottom, left].contains { $0.form != .absent } }

  /// Changes the borders of some sides.
  mutating func change(_ sides: Sides, _ change: (inout RTFBorder) -> Void) {
    if sides.contains(.top) { change(&top) }
    if sides.contains(.right) { change(&right) }
    if sides.contains(.bottom) { change(&bottom) }
    if sides.contains(.left) { change(&left) }
  }
}

/// The distinct borders of the paragraphs of a document.
struct RTFFrames {
  private var entries: [RTFFrame] = []
  private var indexes: [RTFFrame: RTFIndex<RTFFrame>] = [:]
  /// The sides to which the next border words apply; empty if the words are not for a paragraph.
  private(set) var openSides: RTFFrame.Sides = []

  /// Returns the borders with an index; no borders for `.none`.
  subscript(index: RTFIndex<RTFFrame>) -> RTFFrame {
    index.value.map { entries[$0] } ?? RTFFrame()
  }

  /// Starts the definition of the borders of some sides.
  mutating func open(
    _ sides: RTFFrame.Sides, of index: RTFIndex<RTFFrame>, limit: Int
  ) -> RTFIndex<RTFFrame> {
    openSides = sides
    return changed(index, limit: limit) { $0 = RTFBorder(form: .named) }
  }

  /// Ends the definition of borders.
  mutating func close() { openSides = [] }

  /// Returns the index of borders after a function has changed their open sides.
  ///
  /// - Parameter limit: The maximum number of distinct borders; beyond it, nothing is changed.
  mutating func changed(
    _ index: RTFIndex<RTFFrame>, limit: Int, _ change: (inout RTFBorder) -> Void
  ) -> RTFIndex<RTFFrame> {
    var frame = self[index]
    frame.change(openSides, change)
    return added(frame, at: index, limit: limit)
  }

  /// Returns the index of the same borders after a function has changed the place of the frame.
  ///
  /// - Parameter limit: The maximum number of distinct borders and places; beyond it, nothing is changed.
  mutating func placed(
    _ index: RTFIndex<RTFFrame>, limit: Int, _ change: (inout RTFPlace) -> Void
  ) -> RTFIndex<RTFFrame> {
    var frame = self[index]
    var place = frame.place ?? RTFPlace()
    change(&place)
    frame.place = place
    return added(frame, at: index, limit: limit)
  }

  private mutating func added(
    _ frame: RTFFrame, at index: RTFIndex<RTFFrame>, limit: Int
  ) -> RTFIndex<RTFFrame> {
    if let known = indexes[frame] { return known }
    guard entries.count < limit else { return index }
    let added = RTFIndex<RTFFrame>(entries.count)
    entries.append(frame)
    indexes[frame] = added
    return added
  }
}

/// The shading of a paragraph or cell, as stated in RTF.
struct RTFShading: Equatable {
  /// The numbers of the background colour and of the pattern's colour; 0 for the default colour.
  var background: Int32 = 0
  var pattern: Int32 = 0
  /// The share of the pattern in hundredths of a percent, 0…10 000.
  var share: Int32 = 0

  /// Whether no shading is stated.
  var isEmpty: Bool { self == RTFShading() }

  /// Returns the colour of the shading; `nil` if there is no shading.
  func color(_ colors: RTFColorTable) -> Color? {
    let paper = colors.color(background)
    guard share > 0 else { return paper }
    let ink = colors.color(pattern) ?? .black
    let back = paper ?? .white
    func mix(_ ink: UInt8, _ paper: UInt8) -> UInt8 {
      let sum = Int(ink) * Int(share) + Int(paper) * (10_000 - Int(share))
      return UInt8((sum + 5_000) / 10_000)
    }
    return Color(
      red: mix(ink.red, back.red), green: mix(ink.green, back.green),
      blue: mix(ink.blue, back.blue))
  }
}

extension RTFDocumentTables {
  /// Adds the borders and the shading of a paragraph to its attributes, as far as they differ from
  /// those of a base.
  func addFrame(
    of paragraph: RTFParagraph, base: RTFParagraph, to result: inout ParagraphAttributes
  ) {
    if paragraph.shading != base.shading { result.shading = paragraph.shading.color(colors) }
    guard !paragraph.frame.isNone, paragraph.frame != base.frame else { return }
    let frame = frames[paragraph.frame]
    guard frame.hasBorders else { return }
    result.borders = Sides(
      top: frame.top.border(colors), right: frame.right.border(colors),
      bottom: frame.bottom.border(colors), left: frame.left.border(colors))
    result.borderSpacing = Sides(
      top: Self.space(frame.top), right: Self.space(frame.right),
      bottom: Self.space(frame.bottom), left: Self.space(frame.left))
  }

  private static func space(_ border: RTFBorder) -> Double? {
    border.space == 0 ? nil : Double(border.space) / 20
  }
}

internal import IALayout
internal import IAText

/// The content of a page: operators in the order of drawing (ISO 32000-1, annex A).
///
/// Lengths are points from the lower left corner. State is written only where it changes.
struct PDFContent {
  /// The state that `q` saves.
  private struct State {
    var fill: Color?
    var stroke: Color?
    var opacity = 255
    var lineWidth = 1000
    var cap = 0
    var join = 0
    var miterLimit = 10.0
    var dashes: [Double] = []
    var dashOffset = 0.0
    var font = -1
    var size = 0
  }

  /// The value of an opacity for invisible text, whose opacity is less than 1 ∕ 255.
  static let unseen = 256

  private var output = PDFBytes()
  private var state = State()
  private var saved: [State] = []
  private var isMarked = false

  // The fonts, opacities and pictures of the page, by their numbers.
  private(set) var fonts: Set<Int> = []
  private(set) var opacities: Set<Int> = []
  private(set) var pictures: Set<Int> = []
  private(set) var shadings: Set<Int> = []

  // The text object.
  private var isInText = false
  /// The baseline of the current line of text, in thousandths of a point.
  private var lineY = 0
  private var isSlanted = false
  /// The position at which a viewer would draw the next glyph.
  private var pen = 0.0
  /// The glyph strings that are not written yet, with the adjustments between them.
  private var strings = PDFBytes()
  private var isStringOpen = false
  private var hasDistances = false
  /// The maximum distance of a glyph from its exact position, in points.
  var tolerance = 0.01

  /// Ends all open objects and returns the bytes.
  mutating func finish() -> [UInt8] {
    endMark()
    while !saved.isEmpty { restore() }
    return output.bytes
  }

  // MARK: Marks

  /// Ends the current marked content, and starts that of an element, or of an artifact if there is no number.
  mutating func beginMark(_ type: String, number: Int?) {
    endMark()
    output.append("/")
    output.append(type)
    if let number {
      output.append(" << /MCID ")
      output.append(number)
      output.append(" >> BDC\n")
    } else {
      output.append(" BMC\n")
    }
    isMarked = true
  }

  private mutating func endMark() {
    endText()
    if isMarked { output.append("EMC\n") }
    isMarked = false
  }

  // MARK: State

  mutating func save() {
    endText()
    output.append("q\n")
    saved.append(state)
  }

  mutating func restore() {
    endText()
    guard let former = saved.popLast() else { return }
    output.append("Q\n")
    state = former
  }

  /// Sets the colour of fills and glyphs, with its opacity.
  mutating func setFill(_ color: Color) {
    setOpacity(Int(color.alpha))
    guard !isSame(color, state.fill) else { return }
    flush()
    append(color, "rg\n")
    state.fill = color
  }

  /// Sets the colour of lines, with its opacity.
  mutating func setStroke(_ color: Color) {
    setOpacity(Int(color.alpha))
    guard !isSame(color, state.stroke) else { return }
    flush()
    append(color, "RG\n")
    state.stroke = color
  }

  private func isSame(_ color: Color, _ other: Color?) -> Bool {
    guard let other else { return false }
    return color.red == other.red && color.green == other.green && color.blue == other.blue
  }

  private mutating func append(_ color: Color, _ name: String) {
    for channel in [color.red, color.green, color.blue] {
      output.append(thousandths: (Int(channel) * 1000 + 127) / 255)
      output.append(byte: 0x20)
    }
    output.append(name)
  }

  /// Sets the opacity in 1 ∕ 255, or `unseen`.
  mutating func setOpacity(_ opacity: Int) {
    guard state.opacity != opacity else { return }
    flush()
    output.append("/a")
    output.append(opacity)
    output.append(" gs\n")
    state.opacity = opacity
    opacities.insert(opacity)
  }

  /// Sets the width, caps, joins and dashes of lines.
  mutating func setLine(width: Double, isRound: Bool, dashes: [Double] = []) {
    setLine(width: width, cap: isRound ? 1 : 0, join: 1, dashes: dashes)
  }

  /// Sets the width, caps, joins and dashes of lines, with the numbers that PDF uses for caps and joins.
  mutating func setLine(
    width: Double, cap: Int, join: Int, miterLimit: Double = 10, dashes: [Double],
    dashOffset: Double = 0
  ) {
    endText()
    let thousandths = PDFBytes.thousandths(width)
    if state.lineWidth != thousandths {
      output.append(thousandths: thousandths)
      output.append(" w\n")
      state.lineWidth = thousandths
    }
    if state.cap != cap {
      output.append("\(cap) J\n")
      state.cap = cap
    }
    if state.join != join {
      output.append("\(join) j\n")
      state.join = join
    }
    if join == 0, state.miterLimit != miterLimit {
      output.append(miterLimit)
      output.append(" M\n")
      state.miterLimit = miterLimit
    }
    guard state.dashes != dashes || state.dashOffset != dashOffset else { return }
    output.append("[ ")
    for dash in dashes { output.append(lengths: dash) }
    output.append("] ")
    output.append(dashOffset)
    output.append(" d\n")
    (state.dashes, state.dashOffset) = (dashes, dashOffset)
  }

  /// Multiplies the current transformation matrix.
  mutating func transform(_ a: Double, _ b: Double, _ c: Double, _ d: Double, to point: Point) {
    endText()
    for factor in [a, b, c, d] {
      output.append(factor: factor)
      output.append(byte: 0x20)
    }
    output.append(lengths: point.x, point.y)
    output.append("cm\n")
  }

  // MARK: Paths

  mutating func move(_ x: Double, _ y: Double) {
    endText()
    output.append(lengths: x, y)
    output.append("m\n")
  }

  mutating func line(_ x: Double, _ y: Double) {
    output.append(lengths: x, y)
    output.append("l\n")
  }

  mutating func curve(_ a: Point, _ b: Point, _ end: Point) {
    output.append(lengths: a.x, a.y, b.x, b.y, end.x, end.y)
    output.append("c\n")
  }

  mutating func closePath() { output.append("h\n") }

  /// Adds a rectangle by its lower left corner.
  mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    endText()
    output.append(lengths: x, y, width, height)
    output.append("re ")
  }

  mutating func fill() { output.append("f\n") }

  /// Fills the path by the even-odd rule.
  mutating func fillEvenOdd() { output.append("f*\n") }

  mutating func stroke() { output.append("S\n") }

  mutating func clip() { output.append("W n\n") }

  /// Clips to the path by the even-odd rule.
  mutating func clipEvenOdd() { output.append("W* n\n") }

  /// Fills the clipped area with a shading.
  mutating func draw(shading number: Int) {
    output.append("/s")
    output.append(number)
    output.append(" sh\n")
    shadings.insert(number)
  }

  /// Draws a picture over the unit square.
  mutating func draw(picture number: Int) {
    output.append("/x")
    output.append(number)
    output.append(" Do\n")
    pictures.insert(number)
  }
}

// MARK: Text

extension PDFContent {
  /// The font size in thousandths of a point above which adjustments have a decimal, to keep the same accuracy.
  private static let largeSize = 20_000

  /// Begins a line of glyphs, or continues one, at a place.
  mutating func beginLine(at x: Double, _ y: Double, slanted: Bool) {
    let (newX, newY) = (PDFBytes.thousandths(x), PDFBytes.thousandths(y))
    if isInText, newY == lineY, slanted == isSlanted { return }
    flush()
    // Positions are relative to the corner of the page, not to the previous line: sums of distances could be on the
    // other side of a pixel boundary in viewers.
    if slanted || isInText {
      if !isInText { output.append("BT\n") }
      output.append(slanted ? "1 0 0.2126 1 " : "1 0 0 1 ")
      append(newX, newY, " Tm\n")
    } else {
      output.append("BT\n")
      append(newX, newY, " Td\n")
    }
    isInText = true
    (lineY, isSlanted) = (newY, slanted)
    pen = Double(newX) / 1000
  }

  private mutating func append(_ x: Int, _ y: Int, _ name: String) {
    output.append(thousandths: x)
    output.append(byte: 0x20)
    output.append(thousandths: y)
    output.append(name)
  }

  /// Ends the text object, if one is open.
  mutating func endText() {
    guard isInText else { return }
    flush()
    output.append("ET\n")
    isInText = false
  }

  /// Selects a font at a size in thousandths of a point.
  mutating func setFont(_ number: Int, size: Int) {
    guard state.font != number || state.size != size else { return }
    flush()
    output.append("/f")
    output.append(number)
    output.append(byte: 0x20)
    output.append(thousandths: size)
    output.append(" Tf\n")
    (state.font, state.size) = (number, size)
    fonts.insert(number)
  }

  /// Shows a glyph of the font at a position of the line.
  ///
  /// - Parameter advance: The distance to the next glyph in ems.
  mutating func show(_ code: UInt8, advance: Double, at x: Double) {
    let distance = pen - x
    if abs(distance) > tolerance { moveBack(distance) }
    if !isStringOpen {
      strings.append(byte: UInt8(ascii: "("))
      isStringOpen = true
    }
    strings.append(byte: code)
    pen += advance * Double(state.size) * 0.001
  }

  /// Moves the pen to the left, in thousandths of the font size.
  private mutating func moveBack(_ distance: Double) {
    guard abs(distance) < 1e6, state.size > 0 else { return }
    let perPoint = 1_000_000 / Double(state.size)
    var thousandths = PDFBytes.nearest(distance * perPoint) * 1000
    if state.size > Self.largeSize {
      thousandths = PDFBytes.nearest(distance * perPoint * 10) * 100
    }
    guard thousandths != 0 else { return }
    if isStringOpen { strings.append(byte: UInt8(ascii: ")")) }
    isStringOpen = false
    strings.append(thousandths: thousandths)
    hasDistances = true
    pen -= Double(thousandths) / (1000 * perPoint)
  }

  /// Begins glyphs that together represent a text (`ActualText`).
  mutating func beginReplaced(by units: [UInt16]) {
    flush()
    output.append("/Span << /ActualText <feff")
    output.append(hexadecimal: units)
    output.append("> >> BDC\n")
  }

  /// Ends glyphs that represent a text.
  mutating func endReplaced() {
    flush()
    output.append("EMC\n")
  }

  /// Writes the strings that are not written yet.
  private mutating func flush() {
    guard strings.count > 0 else { return }
    if isStringOpen { strings.append(byte: UInt8(ascii: ")")) }
    isStringOpen = false
    if hasDistances { output.append("[") }
    output.append(strings.bytes)
    output.append(hasDistances ? "]TJ\n" : "Tj\n")
    hasDistances = false
    strings.removeAll()
  }
}

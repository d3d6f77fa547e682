internal import IAFonts
internal import IALayout
internal import IAText
internal import Synchronization

/// Checks that an equation is laid out at finite coordinates, that its lines contain its TeX, and
/// that no part is wider than the line.
///
/// The first byte selects the kind and the width; the other bytes are the TeX.
@Sendable func fuzzEquationLayout(_ bytes: [UInt8]) throws(FuzzFailure) {
  guard let first = bytes.first else { return }
  let tex = String(decoding: bytes.dropFirst(), as: UTF8.self)
  guard tex.utf16.count <= 8192, !tex.isEmpty else { return }
  var string = IAString(tex)
  string.updateAttributes(in: string.utf16Range) {
    $0[tag: LayoutManager.equationTag] = first & 1 == 0 ? "inline" : "display"
  }
  let width = Double(first) * 2 + 8
  let drawn = try EquationFonts.shared.withLock { (fonts) throws(FuzzFailure) -> EquationSink in
    let layout = LayoutManager(
      try fonts.typesetter(), containers: [TextContainer(width: width, lineFragmentPadding: 0)])
    layout.setString(string)
    var sink = EquationSink()
    layout.draw(in: Rectangle(x: 0, y: 0, width: 1e9, height: 1e9), to: &sink)
    return sink
  }
  try require(drawn.isFinite, "places and sizes are finite")
  guard LayoutManager.drawsEquation(Array(tex.utf16)) else { return }
  let ends = Set("\n\u{B}\u{C}\r\u{85}\u{2028}\u{2029}".utf16)
  var units = Array(tex.utf16)
  while let last = units.last, ends.contains(last) { units.removeLast() }
  try require(drawn.units.starts(with: units), "the lines hold the TeX in its order")
  try require(drawn.widest <= width + 0.05, "no part is wider than the line")
}

/// The fonts of all runs; only one thread at a time uses the typesetter.
private struct EquationFonts: ~Copyable {
  static let shared = Mutex(EquationFonts())

  private var known: Typesetter?

  mutating func typesetter() throws(FuzzFailure) -> Typesetter {
    if let known { return known }
    var options = LayoutOptions()
    options.drawsEquations = true
    do {
      let made = Typesetter(
        fonts: try FontCollection.system(), options: options, cacheBytes: 1 << 20)
      known = made
      return made
    } catch {
      throw FuzzFailure(description: "the fonts of the system can be read: \(error)")
    }
  }
}

/// A sink that collects the checked values.
private struct EquationSink: DrawingSink {
  var isFinite = true
  var units: [UInt16] = []
  /// The width of the widest equation or part of an equation, in points.
  var widest = 0.0

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {}

  mutating func draw(_ run: borrowing GlyphRun) {
    isFinite =
      isFinite && run.size.isFinite && run.size <= 4096 && run.x.allSatisfy(\.isFinite)
      && run.y.allSatisfy(\.isFinite)
    guard run.role == .text else { return }
    units += run.units
    if run.glyphs.isEmpty { widest = max(widest, run.width) }
  }

  mutating func stroke(_ stroke: Stroke) {
    isFinite =
      isFinite && stroke.length.isFinite && stroke.start.x.isFinite && stroke.start.y.isFinite
  }

  mutating func draw(_ attachment: AttachmentBox) {}
}

internal import IALayout
internal import IAText

/// Reads the records of a Windows metafile ([MS-WMF]).
struct WindowsMetafileReader {
  private let data: MetafileBytes
  private var canvas = MetafileCanvas()
  /// Whether the metafile states the size of its window.
  private var hasWindow = false

  init(_ bytes: [UInt8]) { data = MetafileBytes(bytes: bytes) }

  mutating func read() -> [Metafile.Operation] {
    var at = 0
    // A placeable metafile starts with an additional header, which has the bounds.
    if data.long(0) == 0x9AC6_CDD7 {
      let (left, top) = (data.short(6), data.short(8))
      setWindow(origin: (left, top))
      setWindow(extent: (data.short(10) - left, data.short(12) - top))
      at = 22
    }
    at += 18
    while at <= data.count - 6 {
      let (words, function) = (data.long(at), data.word(at + 4))
      guard words >= 3, function != 0 else { break }
      let end = min(at + 2 * words, data.count)
      apply(function, at + 6, end)
      guard end < data.count else { break }
      at = end
    }
    return hasWindow ? canvas.operations : []
  }

  private mutating func setWindow(origin: (x: Double, y: Double)) {
    canvas.state.windowOrigin = origin
  }

  private mutating func setWindow(extent: (x: Double, y: Double)) {
    guard extent.x != 0, extent.y != 0 else { return }
    canvas.state.windowExtent = extent
    hasWindow = true
  }

  /// Applies a record with its parameters between two offsets.
  private mutating func apply(_ function: Int, _ at: Int, _ end: Int) {
    let data = data
    func short(_ index: Int) -> Double {
      at + 2 * index + 2 <= end ? data.short(at + 2 * index) : 0
    }
    func point(_ index: Int) -> (x: Double, y: Double) { (short(index + 1), short(index)) }
    func box() -> [Double] { [short(3), short(2), short(1), short(0)] }
    switch function {
    case 0x020B: setWindow(origin: point(0))
    case 0x020C: setWindow(extent: point(0))
    case 0x0209: canvas.state.textColor = Color(metafile: data.long(at))
    case 0x0201: canvas.state.backgroundColor = Color(metafile: data.long(at))
    case 0x0106: canvas.state.winds = data.word(at) == 2
    case 0x012E: canvas.state.textAlign = data.word(at)
    case 0x001E: canvas.save()
    case 0x0127: canvas.restore(Int(short(0)))
    case 0x012D: canvas.select(data.word(at))
    case 0x01F0: canvas.delete(data.word(at))
    case 0x02FA: createPen(at)
    case 0x02FC: createBrush(at)
    case 0x02FB: createFont(at, end)
    case 0x0142, 0x01F9: canvas.create(.brush(Color(red: 192, green: 192, blue: 192)))
    case 0x00F7, 0x06FF: canvas.create(.other)
    case 0x0214: canvas.state.position = point(0)
    case 0x0213:
      let (from, to) = (canvas.state.position, point(0))
      canvas.stroke([canvas.place(from.x, from.y), canvas.place(to.x, to.y)])
      canvas.state.position = to
    case 0x0324: canvas.polygon(points(at + 2, data.word(at), end))
    case 0x0325: canvas.stroke(points(at + 2, data.word(at), end))
    case 0x0538: polygons(at, end)
    case 0x041B: canvas.polygon(canvas.corners(box()[0], box()[1], box()[2], box()[3]))
    case 0x061C: canvas.polygon(canvas.corners(short(5), short(4), short(3), short(2)))
    case 0x0418: canvas.polygon(canvas.ellipse(box()[0], box()[1], box()[2], box()[3]))
    case 0x0817, 0x081A, 0x0830: arc(function, short)
    case 0x0416: canvas.intersectClip(canvas.corners(box()[0], box()[1], box()[2], box()[3]))
    case 0x012C: canvas.state.clip = nil
    case 0x061D:
      let (x, y) = (short(5), short(4))
      canvas.fill(canvas.corners(x, y, x + short(3), y + short(2)))
    case 0x0521:
      let count = data.word(at)
      let padded = at + 2 + (count + 1) / 2 * 2
      guard padded + 4 <= end else { return }
      canvas.text(data.slice(at + 2, count), data.short(padded + 2), data.short(padded))
    case 0x0A32: extendedText(at, end)
    case 0x0F43: bitmap(short(10), short(9), short(8), short(7), end - at)
    case 0x0B41: bitmap(short(9), short(8), short(7), short(6), end - at)
    case 0x0940: bitmap(short(7), short(6), short(5), short(4), end - at)
    default: break
    }
  }

  private mutating func bitmap(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ byteCount: Int
  ) {
    canvas.bitmap(canvas.corners(x, y, x + width, y + height), byteCount: byteCount)
  }

  // MARK: Objects

  private mutating func createPen(_ at: Int) {
    let isVisible = data.word(at) & 15 != 5
    canvas.create(
      .pen(
        isVisible
          ? .init(width: abs(data.short(at + 2)), color: Color(metafile: data.long(at + 6))) : nil))
  }

  private mutating func createBrush(_ at: Int) {
    var color = Color(metafile: data.long(at + 2))
    switch data.word(at) {
    case 1: return canvas.create(.brush(nil))
    // A hatched brush fills an area with a translucent colour.
    case 2: color.alpha = 96
    default: break
    }
    canvas.create(.brush(color))
  }

  private mutating func createFont(_ at: Int, _ end: Int) {
    var font = MetafileState.Font()
    font.height = data.short(at)
    font.angle = data.short(at + 4) / 10
    let bytes = data.slice(at + 10, 8)
    font.face.isBold = data.short(at + 8) >= 600
    font.face.isItalic = bytes.first ?? 0 != 0
    font.face.isUnderlined = bytes.dropFirst().first ?? 0 != 0
    font.charset = bytes.count > 3 ? Int(bytes[3]) : 0
    let name = data.slice(at + 18, min(end - at - 18, 32)).prefix { $0 != 0 }
    font.face.family = String(decoding: name.filter { $0 >= 0x20 && $0 < 0x7F }, as: UTF8.self)
    canvas.create(.font(font))
  }

  // MARK: Shapes and text

  private func points(_ at: Int, _ count: Int, _ end: Int) -> [Point] {
    let known = max(min(count, (end - at) / 4), 0)
    return (0..<known).map { canvas.place(data.short(at + 4 * $0), data.short(at + 4 * $0 + 2)) }
  }

  private mutating func polygons(_ at: Int, _ end: Int) {
    let count = min(data.word(at), max(end - at - 2, 0) / 2)
    var place = at + 2 + 2 * count
    var figures: [[Point]] = []
    for index in 0..<count where place < end {
      let size = data.word(at + 2 + 2 * index)
      figures.append(points(place, size, end))
      place += 4 * size
    }
    canvas.polygons(figures)
  }

  private mutating func arc(_ function: Int, _ short: (Int) -> Double) {
    let box = [short(7), short(6), short(5), short(4)]
    var points = canvas.arc(box, from: (short(3), short(2)), to: (short(1), short(0)))
    if function == 0x0817 { return canvas.stroke(points) }
    if function == 0x081A {
      points.append(canvas.place((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    }
    canvas.polygon(points)
  }

  private mutating func extendedText(_ at: Int, _ end: Int) {
    let (y, x) = (data.short(at), data.short(at + 2))
    let (count, options) = (data.word(at + 4), data.word(at + 6))
    var start = at + 8
    if options & 6 != 0 {
      if options & 2 != 0 {
        canvas.fill(
          canvas.corners(
            data.short(start), data.short(start + 2), data.short(start + 4), data.short(start + 6)),
          color: canvas.state.backgroundColor)
      }
      start += 8
    }
    guard count > 0, start + count <= end else { return }
    let advances = start + (count + 1) / 2 * 2
    let hasAdvances = advances + 2 * count <= end
    let advance = hasAdvances ? (0..<count).reduce(0) { $0 + data.short(advances + 2 * $1) } : nil
    canvas.text(data.slice(start, count), x, y, advance: advance)
  }
}

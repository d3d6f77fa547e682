internal import IALayout
internal import IAText

// The records of enhanced metafiles.

extension EnhancedMetafileReader {
  /// Applies a record between two offsets.
  mutating func apply(_ type: Int, _ at: Int, _ end: Int) {
    let data = data
    func signed(_ index: Int) -> Double {
      at + 12 + 4 * index <= end ? data.signed(at + 8 + 4 * index) : 0
    }
    switch type {
    case 9, 11: setExtent((signed(0), signed(1)), isWindow: type == 9)
    case 10: canvas.state.windowOrigin = (signed(0), signed(1))
    case 12: canvas.state.viewportOrigin = (signed(0), signed(1))
    case 17: setMapMode(data.long(at + 8))
    case 19: canvas.state.winds = data.long(at + 8) == 2
    case 22: canvas.state.textAlign = data.long(at + 8)
    case 24: canvas.state.textColor = Color(metafile: data.long(at + 8))
    case 25: canvas.state.backgroundColor = Color(metafile: data.long(at + 8))
    case 30:
      canvas.intersectClip(canvas.corners(signed(0), signed(1), signed(2), signed(3)))
    case 33: canvas.save()
    case 34: canvas.restore(Int(signed(0)))
    case 35: canvas.state.world = transform(at + 8)
    case 36: modifyWorld(at)
    case 67:
      canvas.intersectClip((path ?? []).flatMap { $0 })
      path = nil
    case 75: if data.long(at + 12) == 5 { canvas.state.clip = nil }
    case 37...40, 82, 95: applyObject(type, at, end)
    case 27: canvas.state.position = (signed(0), signed(1))
    case 54: lineTo((signed(0), signed(1)))
    case 42:
      polygon(canvas.ellipse(signed(0), signed(1), signed(2), signed(3)))
    case 43, 44:
      polygon(canvas.corners(signed(0), signed(1), signed(2), signed(3)))
    case 45...47: arc(type, (0..<8).map(signed))
    case 59: beginPath()
    case 60: isInPath = false
    case 61: closeFigure()
    case 62: drawPath(fills: true, strokes: false)
    case 63: drawPath(fills: true, strokes: true)
    case 64: drawPath(fills: false, strokes: true)
    case 68: path = nil
    case 2...6, 85...89: applyPoints(type, at, end)
    case 7, 8, 90, 91: applyPointLists(type, at, end)
    case 83, 84: text(at, end, isWide: type == 84)
    case 76, 77, 114: blit(type, at, end)
    case 80, 81: stretch(type, at, end)
    default: break
    }
  }

  // MARK: State

  private mutating func setExtent(_ extent: (x: Double, y: Double), isWindow: Bool) {
    // Extents are used only in the mapping modes that scale.
    guard extent.x != 0, extent.y != 0, scales else { return }
    if isWindow {
      canvas.state.windowExtent = extent
    } else {
      canvas.state.viewportExtent = extent
    }
  }

  /// Sets the mapping mode: MM_ISOTROPIC and MM_ANISOTROPIC scale windows to viewports; in all other modes, logical
  /// units are device units.
  private mutating func setMapMode(_ mode: Int) {
    scales = mode == 7 || mode == 8
    guard !scales else { return }
    canvas.state.windowExtent = (1, 1)
    canvas.state.viewportExtent = (1, 1)
  }

  private func transform(_ at: Int) -> MetafileState.Transform {
    .init(
      a: data.float(at), b: data.float(at + 4), c: data.float(at + 8), d: data.float(at + 12),
      e: data.float(at + 16), f: data.float(at + 20))
  }

  private mutating func modifyWorld(_ at: Int) {
    let change = transform(at + 8)
    switch data.long(at + 32) {
    case 1: canvas.state.world = .init()
    case 2: canvas.state.world = change.followed(by: canvas.state.world)
    case 3: canvas.state.world = canvas.state.world.followed(by: change)
    case 4: canvas.state.world = change
    default: break
    }
  }

  // MARK: Objects

  private mutating func applyObject(_ type: Int, _ at: Int, _ end: Int) {
    let number = data.long(at + 8)
    switch type {
    case 37:
      if number & 0x8000_0000 != 0 { selectStock(number & 0xFF) } else { canvas.select(number) }
    case 40: canvas.delete(number)
    case 38: createPen(number, style: data.long(at + 12), width: data.signed(at + 16), at + 24)
    case 95: createPen(number, style: data.long(at + 28), width: data.signed(at + 32), at + 40)
    case 39:
      var color: Color? = Color(metafile: data.long(at + 16))
      if data.long(at + 12) == 1 { color = nil }
      if data.long(at + 12) == 2 { color?.alpha = 96 }
      canvas.create(.brush(color), number: number)
    default: createFont(number, at + 12, end)
    }
  }

  private mutating func createPen(_ number: Int, style: Int, width: Double, _ color: Int) {
    canvas.create(
      .pen(
        style & 15 == 5
          ? nil : .init(width: abs(width), color: Color(metafile: data.long(color)))),
      number: number)
  }

  private mutating func createFont(_ number: Int, _ at: Int, _ end: Int) {
    var font = MetafileState.Font()
    font.height = data.signed(at)
    font.angle = data.signed(at + 8) / 10
    font.face.isBold = data.signed(at + 16) >= 600
    let bytes = data.slice(at + 20, 4)
    font.face.isItalic = bytes.first ?? 0 != 0
    font.face.isUnderlined = bytes.dropFirst().first ?? 0 != 0
    font.charset = bytes.count > 3 ? Int(bytes[3]) : 0
    var units: [UInt16] = []
    for index in 0..<32 where at + 28 + 2 * index + 2 <= end {
      let unit = UInt16(data.word(at + 28 + 2 * index))
      if unit == 0 { break }
      units.append(unit)
    }
    font.face.family = String(decoding: units, as: UTF16.self)
    canvas.create(.font(font), number: number)
  }

  private mutating func selectStock(_ number: Int) {
    let greys: [UInt8] = [255, 192, 128, 64, 0]
    switch number {
    case 0...4:
      let grey = greys[number]
      canvas.select(.brush(Color(red: grey, green: grey, blue: grey)))
    case 5: canvas.select(.brush(nil))
    case 6: canvas.select(.pen(.init(color: .white)))
    case 7: canvas.select(.pen(.init()))
    case 8: canvas.select(.pen(nil))
    case 10...17: canvas.select(.font(.init()))
    default: break
    }
  }

  // MARK: Shapes

  private mutating func lineTo(_ end: (x: Double, y: Double)) {
    let start = canvas.state.position
    line(
      [canvas.place(start.x, start.y), canvas.place(end.x, end.y)], continues: continuesPath(start))
    canvas.state.position = end
  }

  /// Returns whether the last line of the open path ends at a point.
  private func continuesPath(_ start: (x: Double, y: Double)) -> Bool {
    path?.last?.last == canvas.place(start.x, start.y)
  }

  private mutating func applyPoints(_ type: Int, _ at: Int, _ end: Int) {
    let isSmall = type >= 85
    let count = data.long(at + 24)
    let found = points(at + 28, end, count: count, isSmall: isSmall)
    let size = isSmall ? 4 : 8
    let kind = isSmall ? type - 83 : type
    let start = canvas.state.position
    switch kind {
    case 2: line(Self.curve(found))
    case 3: polygon(found)
    case 4: line(found)
    default:
      let all = [canvas.place(start.x, start.y)] + found
      line(kind == 5 ? Self.curve(all) : all, continues: continuesPath(start))
      if !found.isEmpty {
        let last = at + 28 + size * (found.count - 1)
        canvas.state.position =
          isSmall
          ? (data.short(last), data.short(last + 2)) : (data.signed(last), data.signed(last + 4))
      }
    }
  }

  private mutating func applyPointLists(_ type: Int, _ at: Int, _ end: Int) {
    let isSmall = type >= 90
    let count = min(data.long(at + 24), max(end - at - 32, 0) / 4)
    var place = at + 32 + 4 * count
    var figures: [[Point]] = []
    defer { if !figures.isEmpty { canvas.polygons(figures) } }
    for index in 0..<count {
      let size = data.long(at + 32 + 4 * index)
      let found = points(place, end, count: size, isSmall: isSmall)
      if type == 7 || type == 90 {
        line(found)
      } else if isInPath {
        polygon(found)
      } else {
        figures.append(found)
      }
      place += found.count * (isSmall ? 4 : 8)
      guard place < end, found.count == size else { return }
    }
  }

  private mutating func arc(_ type: Int, _ numbers: [Double]) {
    let box = Array(numbers[0..<4])
    var points = canvas.arc(
      box, from: (numbers[4], numbers[5]), to: (numbers[6], numbers[7]))
    if type == 45 { return line(points) }
    if type == 47 { points.append(canvas.place((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)) }
    polygon(points)
  }

  // MARK: Text and bitmaps

  private mutating func text(_ at: Int, _ end: Int, isWide: Bool) {
    let (x, y) = (data.signed(at + 36), data.signed(at + 40))
    let (count, offset, options) = (data.long(at + 44), data.long(at + 48), data.long(at + 52))
    if options & 2 != 0 {
      canvas.fill(
        canvas.corners(
          data.signed(at + 56), data.signed(at + 60), data.signed(at + 64), data.signed(at + 68)),
        color: canvas.state.backgroundColor)
    }
    let size = isWide ? 2 : 1
    guard count > 0, count <= end - at, offset >= 8, offset <= end - at - count * size,
      options & 16 == 0
    else { return }
    let advances = at + data.long(at + 72)
    let hasAdvances = advances > at + 8 && advances + 4 * count <= end
    let advance = hasAdvances ? (0..<count).reduce(0) { $0 + data.signed(advances + 4 * $1) } : nil
    if isWide {
      let units = (0..<count).map { UInt16(data.word(at + offset + 2 * $0)) }
      canvas.text(String(decoding: units, as: UTF16.self), x, y, advance: advance)
    } else {
      canvas.text(data.slice(at + offset, count), x, y, advance: advance)
    }
  }

  private mutating func blit(_ type: Int, _ at: Int, _ end: Int) {
    let (x, y) = (data.signed(at + 24), data.signed(at + 28))
    let corners = canvas.corners(x, y, x + data.signed(at + 32), y + data.signed(at + 36))
    if type != 114, data.long(at + 84) == 0 {
      // Without a bitmap, the raster operation determines a fill.
      switch data.long(at + 40) {
      case 0x00F0_0021: canvas.fill(corners)
      case 0x0000_0042: canvas.fill(corners, color: .black)
      case 0x00FF_0062: canvas.fill(corners, color: .white)
      default: break
      }
    } else {
      canvas.bitmap(corners, byteCount: end - at)
    }
  }

  private mutating func stretch(_ type: Int, _ at: Int, _ end: Int) {
    let (x, y) = (data.signed(at + 24), data.signed(at + 28))
    // EMR_SETDIBITSTODEVICE states no size of the target; the bitmap is drawn with its own size.
    let size = type == 81 ? at + 72 : at + 40
    canvas.bitmap(
      canvas.corners(x, y, x + data.signed(size), y + data.signed(size + 4)), byteCount: end - at)
  }
}

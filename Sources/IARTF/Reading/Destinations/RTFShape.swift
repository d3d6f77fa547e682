internal import IASyntax
internal import IAText

/// The destinations `\shp` and `\do`: shapes and drawing objects that are open, the innermost last.
struct RTFShape {
  private var open: [RTFOpenShape] = []
  private var propertyName = ""
  /// The picture of the last shape; `nil` if it has none.
  private var picture: SHA256Digest?

  /// Starts a shape.
  ///
  /// - Parameters:
  ///   - isOld: Whether it is a drawing object of Word 6 (`\do`).
  ///   - isPart: Whether it is a part of another shape, whose place is that of the other one.
  mutating func begin(isOld: Bool, isPart: Bool) {
    if !isOld { picture = nil }
    open.append(RTFOpenShape(isOld: isOld, isPart: isPart))
  }

  /// Ends the innermost shape, and returns it; `nil` if none is open.
  mutating func end() -> RTFOpenShape? { open.popLast() }

  /// Applies a control word to the innermost shape.
  mutating func apply(_ word: RTFWord.Shape, _ value: Int32?) {
    guard !open.isEmpty else { return }
    open[open.count - 1].apply(word, value)
  }

  /// Records the stream of the text of the innermost shape.
  mutating func setText(stream: Int) {
    if !open.isEmpty { open[open.count - 1].streams.append(stream) }
  }

  /// Returns whether a picture in the text of a shape is the picture of the shape, which programs show once; records
  /// the picture of the shape.
  mutating func repeats(_ attachment: Attachment, isInText: Bool) -> Bool {
    guard case .blob(let digest) = attachment.content else { return false }
    if propertyName == "pib" {
      picture = digest
      return false
    }
    return isInText && picture == digest
  }

  /// Sets the place and the size of the picture of a shape to those of the shape.
  ///
  /// - Parameter isInTable: Whether it is in a table, whose cells have no places.
  mutating func place(_ attachment: inout Attachment, isInTable: Bool) {
    guard propertyName == "pib", !open.isEmpty else { return }
    let index = open.count - 1
    open[index].hasPicture = true
    guard !open[index].isPart, !isInTable, let place = open[index].place else { return }
    attachment.placement = place.placement
    if place.width > 0, place.height != 0 {
      attachment.displayWidth = RTFPlace.points(place.width)
      attachment.displayHeight = RTFPlace.points(abs(place.height))
    }
  }

  /// Sets the name of the next property.
  mutating func setName(_ name: String) { propertyName = name }

  /// Applies the last named property to the shape and its picture.
  mutating func endValue(_ value: String, to picture: inout RTFPicture) {
    if propertyName == "wzDescription", !value.isEmpty { picture.altText = value }
    if propertyName == "fHorizRule", value == "1" { picture.isRule = true }
    if !open.isEmpty { open[open.count - 1].set(propertyName, value) }
    propertyName = ""
  }
}

/// The statements of an open shape.
struct RTFOpenShape {
  /// Whether it is a drawing object of Word 6.
  let isOld: Bool
  /// Whether it is a part of another shape.
  let isPart: Bool
  /// The indexes of the streams of its text.
  var streams: [Int] = []
  /// Whether it has a picture.
  var hasPicture = false
  private var edges = Edges()
  private var across = RTFPlace.Axis()
  private var down = RTFPlace.Axis()
  private var wrap: Int32 = 2
  private var isBehind = false
  private var space = RTFPlace.Space(left: 180, right: 180)
  private var isExact = true
  private var kind = 0
  private var fill = Paint(color: .white)
  private var line = Paint(color: .black)
  /// The width of the line in units of 1/12,700 point.
  private var lineWidth = 9_525
  /// The padding in units of 1/12,700 point.
  private var padding = Sides(top: 45_720, right: 91_440, bottom: 45_720, left: 91_440)

  /// The sides in twips.
  private struct Edges {
    var left: Int32 = 0
    var top: Int32 = 0
    var right: Int32 = 0
    var bottom: Int32 = 0
    var isStated = false
  }

  /// A colour that may be off.
  private struct Paint {
    var isOn = true
    var color: Color
  }

  init(isOld: Bool, isPart: Bool) {
    self.isOld = isOld
    self.isPart = isPart
    if isOld {
      wrap = 3
      space = RTFPlace.Space()
      fill.isOn = false
      lineWidth = 0
    }
  }

  /// Whether the kind of the shape is that of a rectangle, a text box or a picture.
  var isBox: Bool { [0, 1, 75, 202].contains(kind) }

  /// The place and the size; `nil` if the shape states none.
  var place: RTFPlace? {
    guard edges.isStated, edges.right > edges.left || edges.bottom > edges.top else { return nil }
    var place = RTFPlace(across: across, down: down)
    place.across.offset = edges.left
    place.down.offset = edges.top
    place.width = max(edges.right &- edges.left, 0)
    place.height = max(edges.bottom &- edges.top, 0)
    if isExact { place.height = 0 &- place.height }
    place.space = space
    switch wrap {
    case 1: place.wrap = .topAndBottom
    case 3: place.wrap = isBehind ? .behind : .front
    default: place.wrap = .around
    }
    return place
  }

  /// Returns the box of the text of the shape.
  ///
  /// - Parameter isOwn: Whether the suite wrote the document, whose boxes in the text have one size.
  func box(isOwn: Bool) -> Block.TextBox {
    var box = Block.TextBox()
    guard let place, !isPart else { return box }
    if isOwn, wrap == 1, !isExact, place.width == 5760, place.height == 1440,
      place.across.offset == 0, place.down.offset == 0
    {
      return box
    }
    box.placement = place.placement
    place.setSize(of: &box)
    if fill.isOn { box.fill = fill.color }
    if line.isOn, lineWidth > 0 {
      box.border = Border(width: Self.points(lineWidth), color: line.color)
    }
    box.padding = Sides(
      top: padding.top.map(Self.points), right: padding.right.map(Self.points),
      bottom: padding.bottom.map(Self.points), left: padding.left.map(Self.points))
    return box
  }

  /// Returns a length of a property in points, 0…1,000.
  private static func points(_ units: Int) -> Double {
    (Double(min(max(units, 0), 12_700_000)) / 127).rounded() / 100
  }

  /// Applies a control word.
  mutating func apply(_ word: RTFWord.Shape, _ value: Int32?) {
    let number = min(max(value ?? 0, -100_000), 100_000)
    switch word {
    case .shpleft: set(\.left, number)
    case .shptop: set(\.top, number)
    case .shpright: set(\.right, number)
    case .shpbottom: set(\.bottom, number)
    case .shpbxpage, .dobxpage: across.reference = .page
    case .shpbxmargin, .dobxmargin: across.reference = .margin
    case .shpbxcolumn, .dobxcolumn: across.reference = .text
    case .shpbypage, .dobypage: down.reference = .page
    case .shpbymargin, .dobymargin: down.reference = .margin
    case .shpbypara, .dobypara: down.reference = .text
    case .shpwr: wrap = number
    case .shpfblwtxt: isBehind = number == 1
    case .dpx: move(\.left, \.right, to: number)
    case .dpy: move(\.top, \.bottom, to: number)
    case .dpxsize: set(\.right, edges.left &+ number)
    case .dpysize: set(\.bottom, edges.top &+ number)
    case .dpfillpat: fill.isOn = number != 0
    case .dpfillbgcr: fill.color.red = Self.channel(number)
    case .dpfillbgcg: fill.color.green = Self.channel(number)
    case .dpfillbgcb: fill.color.blue = Self.channel(number)
    case .dplinehollow: line.isOn = false
    case .dplinecor: line.color.red = Self.channel(number)
    case .dplinecog: line.color.green = Self.channel(number)
    case .dplinecob: line.color.blue = Self.channel(number)
    case .dplinew: lineWidth = Int(max(number, 0)) * 635
    case .dptxbxmar:
      let units = Int(max(number, 0)) * 635
      padding = Sides(all: units)
    }
  }

  private static func channel(_ number: Int32) -> UInt8 { UInt8(min(max(number, 0), 255)) }

  private mutating func set(_ side: WritableKeyPath<Edges, Int32>, _ number: Int32) {
    edges[keyPath: side] = number
    edges.isStated = true
  }

  /// Moves two opposite sides of a drawing object, whose words state the first side and the size.
  private mutating func move(
    _ first: WritableKeyPath<Edges, Int32>, _ second: WritableKeyPath<Edges, Int32>,
    to number: Int32
  ) {
    let size = edges[keyPath: second] &- edges[keyPath: first]
    set(first, number)
    set(second, number &+ size)
  }

  /// Applies a property.
  mutating func set(_ name: String, _ value: String) {
    guard let number = Int(value) else { return }
    switch name {
    case "shapeType": kind = number
    case "posh": across.edge = Self.edge(number)
    case "posv": down.edge = Self.edge(number)
    case "posrelh": across.reference = Self.reference(number)
    case "posrelv": down.reference = Self.reference(number)
    case "fFitShapeToText": isExact = number != 1
    case "fBehindDocument": isBehind = number == 1
    case "fFilled": fill.isOn = number != 0
    case "fillColor": fill.color = Self.color(number)
    case "fLine": line.isOn = number != 0
    case "lineColor": line.color = Self.color(number)
    case "lineWidth": lineWidth = number
    case "dxTextLeft": padding.left = number
    case "dyTextTop": padding.top = number
    case "dxTextRight": padding.right = number
    case "dyTextBottom": padding.bottom = number
    case "dxWrapDistLeft": space.left = Self.twips(number)
    case "dyWrapDistTop": space.top = Self.twips(number)
    case "dxWrapDistRight": space.right = Self.twips(number)
    case "dyWrapDistBottom": space.bottom = Self.twips(number)
    default: break
    }
  }

  private static func edge(_ number: Int) -> Placement.Edge? {
    switch number {
    case 1, 4: .start
    case 2: .center
    case 3, 5: .end
    default: nil
    }
  }

  private static func reference(_ number: Int) -> Placement.Reference {
    switch number {
    case 0: .margin
    case 1: .page
    default: .text
    }
  }

  /// Returns the colour of a number whose lowest byte is red.
  private static func color(_ number: Int) -> Color {
    func byte(_ shift: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
    return Color(red: byte(0), green: byte(8), blue: byte(16))
  }

  private static func twips(_ units: Int) -> Int32 {
    Int32(min(max(units, 0), 12_700_000) / 635)
  }
}

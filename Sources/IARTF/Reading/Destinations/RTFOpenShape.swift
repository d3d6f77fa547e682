internal import IAShapes
internal import IAText

/// The statements of an open shape.
struct RTFOpenShape {
  /// Whether it is a drawing object of Word 6.
  let isOld: Bool
  /// Whether it is a group of shapes.
  let isGroup: Bool
  /// Whether it is a part of another shape.
  let isPart: Bool
  /// The indexes of the streams of its text.
  var streams: [Int] = []
  private(set) var pictures = RTFShapePictures()
  /// The placement of a part of a group; `nil` if it is unknown.
  var placeOfPart: RTFPlace?
  /// Whether the form of a part is drawn in the picture of its group, so that its text box has no fill and no border.
  var isDrawnPart = false
  /// The sides of a part in the coordinate system of its group, and the coordinate system for the parts of a group:
  /// left, top, right, bottom.
  private(set) var relative = [0, 0, 0, 0]
  private(set) var inner = [0, 0, 0, 0]
  /// The drawn shapes of the parts of an outermost group.
  private var parts: [ShapePicture.Shape] = []
  /// Whether a part of an outermost group is not shown.
  private(set) var lacksParts = false
  private(set) var form = RTFShapeForm()
  /// The alternative text; `nil` for none.
  private(set) var altText: String?
  /// The text of WordArt, or of a shape of LibreOffice that has no other text.
  private(set) var artText = ""
  private var edges = Edges()
  private var across = RTFPlace.Axis()
  private var down = RTFPlace.Axis()
  private var flow = Flow()
  private var isHidden = false
  private var space = RTFPlace.Space(left: 180, right: 180)
  private var effects = RTFShapeEffects()
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
    /// Whether the shape is not higher for a longer text.
    var isExact = true
  }

  /// The relation of the shape to the surrounding text.
  private struct Flow {
    /// The number of `\shpwr`.
    var wrap: Int32 = 2
    /// The sides at which text flows: 0 for both sides, 1 to 3 for one side.
    var side: Int32 = 0
    /// Whether a shape that does not displace text is behind it.
    var isBehind = false
    /// Whether the text box belongs to the paragraph that follows, as the suite writes floating boxes.
    var isBeforeText = false
  }

  /// A colour that can be switched off.
  private struct Paint {
    var isOn = true
    var color: Color
    /// The effects in addition to the colour, which pictures do not show.
    var effects: Set<String> = []

    /// Adds or removes an effect.
    mutating func set(_ effect: String, _ isPresent: Bool) {
      if isPresent { effects.insert(effect) } else { effects.remove(effect) }
    }

    /// Sets the colour, but not the opacity.
    mutating func setColor(_ new: Color) {
      color = Color(red: new.red, green: new.green, blue: new.blue, alpha: color.alpha)
    }

    /// Sets the opacity; 65,536 means opaque.
    mutating func setOpacity(_ number: Int) {
      color.alpha = UInt8((min(max(number, 0), 65_536) * 255 + 32_768) / 65_536)
    }
  }

  init(isOld: Bool, isGroup: Bool, isPart: Bool) {
    self.isOld = isOld
    self.isGroup = isGroup
    self.isPart = isPart
    if isOld {
      flow.wrap = 3
      space = RTFPlace.Space()
      fill.isOn = false
      lineWidth = 0
    }
  }

  /// Whether it has a picture.
  var hasPicture: Bool { !pictures.attachments.isEmpty }

  /// Adds a picture.
  mutating func hold(_ attachment: Attachment, _ effects: RTFPictureEffects) {
    pictures.add(attachment, effects)
  }

  /// Sets the alternative text of its pictures to that of the shape, and their place and size.
  mutating func placePictures(at place: RTFPlace?) { pictures.set(altText, place) }

  /// Whether the shape draws the letters of its text, which have its colours.
  var isArt: Bool { !artText.isEmpty && (136...175).contains(form.kind) }

  /// Whether the kind of the shape is that of a rectangle, a text box or a picture.
  var isBox: Bool { form.isBox }

  /// Whether text of the page flows around the shape.
  var isInText: Bool { flow.wrap != 3 }

  /// The size in twips.
  var size: (width: Int32, height: Int32) {
    (max(edges.right &- edges.left, 0), max(edges.bottom &- edges.top, 0))
  }

  /// The colours of fill and line; `nil` for an invisible one.
  var paints: (fill: Color?, line: ShapePicture.Line?) {
    guard !isHidden else { return (nil, nil) }
    // Lines without a width have the smallest width.
    let width = max((min(max(lineWidth, 0), 12_700_000) + 317) / 635, 5)
    return (
      fill.isOn && fill.color.alpha > 0 ? fill.color : nil,
      line.isOn && line.color.alpha > 0
        ? .init(width: width, color: line.color) : nil
    )
  }

  /// The effects that the picture of the shape does not show, in alphabetical order.
  var missingEffects: [String] {
    guard !isHidden else { return [] }
    // A shadow is independent of the fill.
    let area = fill.isOn || isGroup ? fill.effects : fill.effects.intersection(["shadow"])
    let arcs: Set = form.hasArcs && (fill.isOn || line.isOn) ? ["arcs"] : []
    return area.union(line.isOn ? line.effects : []).union(arcs).union(effects.ofShape)
      .union(streams.isEmpty ? [] : effects.ofText).sorted()
  }

  /// Whether text flows only at one side of the shape.
  var isBesideText: Bool { flow.side != 0 && [2, 4, 5].contains(flow.wrap) && !isPart }

  /// Adds the effects that the picture of a part does not show to an outermost group.
  mutating func addEffects(of part: RTFOpenShape) {
    if part.isGroup {
      if part.form.isTurned { fill.effects.insert("rotation of a group in a group") }
    } else {
      fill.effects.formUnion(part.missingEffects)
    }
  }

  /// Adds the shapes of a part to an outermost group.
  ///
  /// - Parameter isShown: Whether the part has a text or a picture.
  mutating func add(_ shapes: [ShapePicture.Shape]?, isShown: Bool) {
    if let shapes, parts.count + shapes.count <= ShapePicture.maxShapes {
      parts += shapes
    } else if !isShown {
      lacksParts = true
    }
  }

  /// The drawn shapes of the parts of a group, rotated and flipped like the group.
  var turnedParts: [ShapePicture.Shape] {
    guard form.isTurned else { return parts }
    return parts.map { shape in
      var shape = shape
      shape.steps = form.turned(shape.steps, Double(size.width), Double(size.height))
      return shape
    }
  }

  /// The placement and the size; `nil` if the shape states none.
  var place: RTFPlace? {
    guard edges.isStated, edges.right > edges.left || edges.bottom > edges.top else { return nil }
    var place = RTFPlace(across: across, down: down)
    place.across.offset = edges.left
    place.down.offset = edges.top
    (place.width, place.height) = size
    if edges.isExact { place.height = 0 &- place.height }
    place.space = space
    switch flow.wrap {
    case 1: place.wrap = .topAndBottom
    case 3: place.wrap = flow.isBehind ? .behind : .front
    default: place.wrap = .around
    }
    return place
  }

  /// Returns the box of the text of the shape.
  ///
  /// - Parameter isOwn: Whether the suite wrote the document. In its files, text boxes without a placement have a fixed
  ///   size.
  func box(isOwn: Bool) -> Block.TextBox {
    var box = Block.TextBox()
    guard let place = isPart ? placeOfPart : place else { return box }
    if isOwn, flow.wrap == 1, !edges.isExact, place.width == 5760, place.height == 1440,
      place.across.offset == 0, place.down.offset == 0
    {
      return box
    }
    box.placement = place.placement
    box.placement?.belongsToNext = flow.isBeforeText
    place.setSize(of: &box)
    if flow.isBeforeText, !edges.isExact { box.height = nil }
    if fill.isOn { box.fill = fill.color }
    if line.isOn, lineWidth > 0 {
      box.border = Border(width: Self.points(lineWidth), color: line.color)
    }
    box.padding = Sides(
      top: padding.top.map(Self.points), right: padding.right.map(Self.points),
      bottom: padding.bottom.map(Self.points), left: padding.left.map(Self.points))
    if flow.isBeforeText, box.padding == Sides(all: 0) { box.padding = Sides() }
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
    case .shpwr: flow.wrap = number
    case .shpwrk: flow.side = number
    case .shpfblwtxt: flow.isBehind = number == 1
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
    case .dpline: (form.kind, form.pathKind) = (20, 0)
    case .dprect: form.kind = 1
    case .dproundr: form.kind = 2
    case .dpellipse: form.kind = 3
    case .dparc: form.kind = 19
    case .dparcflipx: form.isFlippedAcross = true
    case .dparcflipy: form.isFlippedDown = true
    case .dppolyline: (form.kind, form.pathKind) = (0, 0)
    case .dppolygon: form.pathKind = 1
    case .dpptx: form.add(Double(number), isVertical: false)
    case .dppty: form.add(Double(number), isVertical: true)
    case .dpastartsol, .dpastarthol: form.start.head = .triangle
    case .dpaendsol, .dpaendhol: form.end.head = .triangle
    case .dplinedash: form.dashing = 6
    case .dplinedot: form.dashing = 2
    case .dplinedado: form.dashing = 8
    case .dplinedadodo: form.dashing = 10
    case .dpgroup, .dpcallout: form.kind = -1
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
    switch name {
    case "pVerticies", "pSegmentInfo": return form.setArray(name, value)
    case "wzDescription": altText = value.isEmpty ? nil : value
    case "gtextUNICODE": artText = value
    default: break
    }
    guard let number = Int(value) else { return }
    form.set(name, number)
    pictures.set(name, number)
    effects.set(name, number)
    switch name {
    case "relLeft": relative[0] = number
    case "relTop": relative[1] = number
    case "relRight": relative[2] = number
    case "relBottom": relative[3] = number
    case "groupLeft": inner[0] = number
    case "groupTop": inner[1] = number
    case "groupRight": inner[2] = number
    case "groupBottom": inner[3] = number
    case "fHidden": isHidden = number != 0
    case "posh": across.edge = Self.edge(number)
    case "posv": down.edge = Self.edge(number)
    case "posrelh": across.reference = Self.reference(number)
    case "posrelv": down.reference = Self.reference(number)
    case "fFitShapeToText": edges.isExact = number != 1
    case "fBehindDocument": flow.isBehind = number == 1
    case "iaBeforeText": flow.isBeforeText = number == 1
    case "fFilled": fill.isOn = number != 0
    case "fillColor": fill.setColor(Self.color(number))
    case "fillType":
      fill.set("gradient", (4...8).contains(number))
      fill.set("pattern", (1...3).contains(number))
    case "fShadow": fill.set("shadow", number != 0)
    case "lineStyle": line.set("several lines", number != 0)
    case "lineType": line.set("pattern of the line", number != 0)
    case "fillOpacity": fill.setOpacity(number)
    case "fLine": line.isOn = number != 0
    case "lineColor": line.setColor(Self.color(number))
    case "lineOpacity": line.setOpacity(number)
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

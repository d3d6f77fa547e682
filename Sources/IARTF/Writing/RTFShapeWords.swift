internal import IAText

/// The control words and the properties for the placement and the appearance of a shape.
struct RTFShapeWords {
  private(set) var words = RTFWords()

  /// Creates the words of a text box.
  ///
  /// - Parameter columnWidth: The width of the column in twips.
  init(_ box: Block.TextBox, columnWidth: Int) {
    var height = box.placement?.belongsToNext == true ? Self.lineHeight : 1440
    var isExact = false
    switch box.height {
    case .atLeast(let points): height = Self.twips(points)
    case .exactly(let points): (height, isExact) = (Self.twips(points), true)
    case nil: break
    }
    let placement = box.placement ?? Placement()
    add(
      placement, width: box.width.map(Self.twips) ?? 5760, height: height, columnWidth: columnWidth)
    add("shapeType", 202)
    add("fFitShapeToText", isExact ? 0 : 1)
    add("fFilled", box.fill == nil ? 0 : 1)
    if let fill = box.fill { add("fillColor", Self.number(of: fill)) }
    let border = box.border?.isVisible == true ? box.border : nil
    add("fLine", border == nil ? 0 : 1)
    if let border {
      add("lineColor", Self.number(of: border.color ?? .black))
      add("lineWidth", Self.units(border.width))
    }
    add("dxTextLeft", Self.units(box.padding.left ?? 0))
    add("dyTextTop", Self.units(box.padding.top ?? 0))
    add("dxTextRight", Self.units(box.padding.right ?? 0))
    add("dyTextBottom", Self.units(box.padding.bottom ?? 0))
    addDistances(placement)
  }

  /// The height of a box that is as high as its text, in twips.
  private static let lineHeight = 300

  /// Creates the words for the placement of a drawn shape and its size in twips.
  init(place placement: Placement, width: Int, height: Int) {
    add(placement, width: width, height: height)
    addDistances(placement)
  }

  /// Creates the words of a picture with a size in twips, up to its data.
  init(_ placement: Placement, width: Int, height: Int, columnWidth: Int) {
    add(placement, width: width, height: height, columnWidth: columnWidth)
    add("shapeType", 75)
    add("fLine", 0)
    addDistances(placement)
  }

  private mutating func add(
    _ placement: Placement, width: Int, height: Int, columnWidth: Int? = nil
  ) {
    var left = Self.offset(placement.across)
    if let columnWidth, placement.across.reference != .page, width < columnWidth {
      // LibreOffice places pictures only by their offset.
      switch placement.across.edge {
      case .center: left = (columnWidth - width) / 2
      case .end: left = columnWidth - width
      case .start, nil: break
      }
    }
    let top = Self.offset(placement.down)
    words.add("\\shpleft", left)
    words.add("\\shptop", top)
    words.add("\\shpright", left + max(width, 1))
    words.add("\\shpbottom", top + max(height, 1))
    words.add("\\shpfhdr0")
    switch placement.across.reference {
    case .text: words.add("\\shpbxcolumn")
    case .margin: words.add("\\shpbxmargin")
    case .page: words.add("\\shpbxpage")
    }
    switch placement.down.reference {
    case .text: words.add("\\shpbypara")
    case .margin: words.add("\\shpbymargin")
    case .page: words.add("\\shpbypage")
    }
    switch placement.wrap {
    case .topAndBottom: words.add("\\shpwr1")
    case .around: words.add("\\shpwr2")
    case .front, .behind: words.add("\\shpwr3")
    }
    words.add("\\shpwrk0")
    words.add("\\shpfblwtxt", placement.wrap == .behind ? 1 : 0)
    words.add("\\shpz0\\shplid1026")
    if let edge = placement.across.edge { add("posh", Self.number(of: edge)) }
    if let edge = placement.down.edge { add("posv", Self.number(of: edge)) }
    if placement.wrap == .behind { add("fBehindDocument", 1) }
    if placement.belongsToNext { add("iaBeforeText", 1) }
  }

  private mutating func addDistances(_ placement: Placement) {
    add("dxWrapDistLeft", Self.units(placement.distance.left ?? 0))
    add("dyWrapDistTop", Self.units(placement.distance.top ?? 0))
    add("dxWrapDistRight", Self.units(placement.distance.right ?? 0))
    add("dyWrapDistBottom", Self.units(placement.distance.bottom ?? 0))
  }

  private mutating func add(_ name: StaticString, _ value: Int) {
    words.add("{\\sp{\\sn ")
    words.add(name)
    words.add("}{\\sv ", value)
    words.add("}}")
  }

  private static func offset(_ position: Placement.Position) -> Int {
    position.edge == nil ? RTFWords.count(position.offset, parts: 20) ?? 0 : 0
  }

  private static func twips(_ points: Double) -> Int {
    RTFWords.count(points, parts: 20, in: 1...320_000) ?? 1
  }

  /// Returns a length in units of 1/12,700 point.
  private static func units(_ points: Double) -> Int {
    RTFWords.count(points, parts: 12_700, in: 0...12_700_000) ?? 0
  }

  private static func number(of edge: Placement.Edge) -> Int {
    switch edge {
    case .start: 1
    case .center: 2
    case .end: 3
    }
  }

  /// Returns the number of a colour, whose lowest byte is red.
  static func number(of color: Color) -> Int {
    Int(color.red) | Int(color.green) << 8 | Int(color.blue) << 16
  }
}

extension RTFWords {
  /// Adds the control words of the place of a frame.
  mutating func add(frame box: Block.TextBox) {
    guard let placement = box.placement else { return }
    switch placement.across.reference {
    case .text: add("\\phcol")
    case .margin: add("\\phmrg")
    case .page: add("\\phpg")
    }
    switch placement.down.reference {
    case .text: add("\\pvpara")
    case .margin: add("\\pvmrg")
    case .page: add("\\pvpg")
    }
    switch placement.across.edge {
    case nil: add(RTFWords.signed("\\posx", "\\posnegx", placement.across.offset))
    case .start: add("\\posxl")
    case .center: add("\\posxc")
    case .end: add("\\posxr")
    }
    switch placement.down.edge {
    case nil: add(RTFWords.signed("\\posy", "\\posnegy", placement.down.offset))
    case .start: add("\\posyt")
    case .center: add("\\posyc")
    case .end: add("\\posyb")
    }
    add("\\absw", points: box.width, parts: 20, in: 1...31_680)
    switch box.height {
    case .atLeast(let height): add("\\absh", points: height, parts: 20, in: 1...31_680)
    case .exactly(let height): add("\\absh", points: -height, parts: 20, in: -31_680 ... -1)
    case nil: break
    }
    // A frame has one distance for two opposite sides.
    func distance(_ one: Double?, _ two: Double?) -> Double? {
      one == nil ? two : max(one ?? 0, two ?? 0)
    }
    let space = placement.distance
    add("\\dfrmtxtx", points: distance(space.left, space.right), parts: 20, in: 0...20_000)
    add("\\dfrmtxty", points: distance(space.top, space.bottom), parts: 20, in: 0...20_000)
    switch placement.wrap {
    case .around: add("\\wraparound")
    case .topAndBottom: add("\\nowrap")
    case .front, .behind: add("\\wrapthrough")
    }
  }

  /// Returns one of two words for a length of either sign.
  private static func signed(
    _ word: StaticString, _ negative: StaticString, _ points: Double
  ) -> RTFWords {
    var words = RTFWords()
    words.add(points < 0 ? negative : word, points: points, parts: 20, in: -31_680...31_680)
    return words
  }
}

internal import IAText

/// The placement and the size of a frame, a shape or a drawing object, in twips.
struct RTFPlace: Hashable {
  /// The position in one direction.
  struct Axis: Hashable {
    var reference = Placement.Reference.text
    var offset: Int32 = 0
    var edge: Placement.Edge?

    /// Whether the position is to the right or below.
    var isBeyondStart: Bool {
      switch edge {
      case .center, .end: true
      case .start: false
      case nil: offset > 0
      }
    }

    /// The position in points.
    var position: Placement.Position {
      let points = Double(min(max(offset, -40_000), 40_000)) / 20
      return Placement.Position(reference, offset: edge == nil ? points : 0, edge: edge)
    }
  }

  var across = Axis()
  var down = Axis(reference: .margin)
  var width: Int32 = 0
  /// The height: a minimum if positive, exact if negative; 0 for the height of the text.
  var height: Int32 = 0
  var wrap = Placement.Wrap.around
  /// The space between the object and the text around it.
  var space = Space()

  /// The space between an object and the text around it, in twips.
  struct Space: Hashable {
    var left: Int32 = 0
    var right: Int32 = 0
    var top: Int32 = 0
    var bottom: Int32 = 0

    /// The distances in points; `nil` for none.
    var distance: Sides<Double> {
      func points(_ twips: Int32) -> Double? {
        twips > 0 ? Double(min(twips, 20_000)) / 20 : nil
      }
      return Sides(
        top: points(top), right: points(right), bottom: points(bottom), left: points(left))
    }
  }

  /// Whether a paragraph with this placement is in a frame.
  ///
  /// As in LibreOffice, it is not if it has neither a size nor a position to the right or below.
  var isFrame: Bool {
    width > 0 || height != 0 || across.isBeyondStart || down.isBeyondStart
  }

  /// The placement in points.
  var placement: Placement {
    Placement(
      across: across.position, down: down.position, wrap: wrap, distance: space.distance)
  }

  /// The box of a frame.
  var frame: Block.TextBox {
    var placement = placement
    placement.belongsToNext = true
    var box = Block.TextBox()
    box.placement = placement
    setSize(of: &box)
    return box
  }

  /// Sets the size of a box.
  func setSize(of box: inout Block.TextBox) {
    if width > 0 { box.width = Self.points(width) }
    if height > 0 { box.height = .atLeast(Self.points(height)) }
    if height < 0 { box.height = .exactly(Self.points(0 &- height)) }
  }

  /// Returns a length in points, limited to the range of text boxes.
  static func points(_ twips: Int32) -> Double { Double(min(max(twips, 0), 320_000)) / 20 }

  /// Applies a control word for frames.
  mutating func apply(_ word: RTFWord.Frame, _ value: Int32?) {
    let number = min(max(value ?? 0, -31_680), 31_680)
    switch word {
    case .absw: width = max(number, 0)
    case .absh: height = number
    case .phmrg: across.reference = .margin
    case .phpg: across.reference = .page
    case .phcol: across.reference = .text
    case .pvmrg: down.reference = .margin
    case .pvpg: down.reference = .page
    case .pvpara: down.reference = .text
    case .posx, .posnegx: (across.offset, across.edge) = (number, nil)
    case .posxl, .posxi: across.edge = .start
    case .posxc: across.edge = .center
    case .posxr, .posxo: across.edge = .end
    case .posy, .posnegy: (down.offset, down.edge) = (number, nil)
    case .posyt, .posyin: down.edge = .start
    case .posyc: down.edge = .center
    case .posyb, .posyout: down.edge = .end
    case .posyil: (down.offset, down.edge) = (0, nil)
    case .dxfrtext: space = Space(left: number, right: number, top: number, bottom: number)
    case .dfrmtxtx: (space.left, space.right) = (number, number)
    case .dfrmtxty: (space.top, space.bottom) = (number, number)
    case .nowrap: wrap = .topAndBottom
    case .overlay: wrap = .front
    case .wraparound, .wraptight: wrap = .around
    case .wrapthrough: wrap = .front
    }
  }
}

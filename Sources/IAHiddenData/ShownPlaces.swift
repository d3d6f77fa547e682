internal import IAText

extension [Block] {
  /// Returns the blocks with the positions of text boxes that the file shows: a record never moves a box over text.
  ///
  /// The position of a record is used if it differs from that of the file only by rounding. The colour, border, padding
  /// and margin of a box in the text are used if the file shows a box with the same values.
  func placed(as shown: [Block]) -> [Block] {
    guard contains(where: { $0.textBox.map { $0 != Block.TextBox() } ?? false }) else {
      return self
    }
    let boxes = shown.compactMap(\.textBox)
    return map { block in
      guard var box = block.textBox else { return block }
      if let place = box.placement, !boxes.compactMap(\.placement).contains(where: place.isNear) {
        box.placement = nil
      }
      if box.placement == nil, !boxes.contains(where: box.looks(like:)) {
        (box.fill, box.border, box.borders) = (nil, nil, Sides())
        (box.padding, box.margin) = (Sides(), Sides())
      }
      return Block(id: block.id, .textBox(box))
    }
  }
}

extension Block.TextBox {
  /// Returns whether another box has the same colour, border, padding and margin.
  fileprivate func looks(like other: Self) -> Bool {
    fill == other.fill && border == other.border && borders == other.borders
      && padding == other.padding && margin == other.margin
  }
}

extension Placement {
  /// The maximum difference, in points, between lengths that a format rounds to twips.
  private static let tolerance = 0.1

  /// Returns whether two positions are equal except for rounding.
  fileprivate func isNear(_ other: Placement) -> Bool {
    func isNear(_ one: Double?, _ two: Double?) -> Bool {
      abs((one ?? 0) - (two ?? 0)) <= Self.tolerance
    }
    func isNear(_ one: Position, _ two: Position) -> Bool {
      one.reference == two.reference && one.edge == two.edge && isNear(one.offset, two.offset)
    }
    return isNear(across, other.across) && isNear(down, other.down) && wrap == other.wrap
      && belongsToNext == other.belongsToNext && isNear(distance.top, other.distance.top)
      && isNear(distance.right, other.distance.right)
      && isNear(distance.bottom, other.distance.bottom)
      && isNear(distance.left, other.distance.left)
  }
}

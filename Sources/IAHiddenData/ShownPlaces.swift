internal import IAText

extension [Block] {
  /// Returns the blocks with the places of boxes that the file shows: a record moves no box over text.
  ///
  /// The place of a record counts if it differs from that of the file only in what the file rounds.
  func placed(as shown: [Block]) -> [Block] {
    guard contains(where: { $0.textBox?.placement != nil }) else { return self }
    let places = shown.compactMap(\.textBox?.placement)
    return map { block in
      guard var box = block.textBox, let place = box.placement,
        !places.contains(where: place.isNear)
      else { return block }
      box.placement = nil
      return Block(id: block.id, .textBox(box))
    }
  }
}

extension Placement {
  /// The largest difference of lengths that formats round to twips, in points.
  private static let tolerance = 0.1

  /// Returns whether two places are the same but for rounding.
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

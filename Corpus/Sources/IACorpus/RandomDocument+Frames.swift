public import IAText

// Separate from the other attributes, so that the documents of existing seeds do not change.
extension RandomDocument {
  /// Returns inline attributes with any combination of outline, shadow, scale and emphasis mark
  /// added.
  public mutating func withEffects(_ attributes: InlineAttributes) -> InlineAttributes {
    var set = attributes
    set.outline = chance(3)
    set.shadow = chance(3)
    set.horizontalScale = maybe(3) { 10 + $0.random.below(591) }
    set.emphasisMark = maybe(3) { $0.one(of: InlineAttributes.EmphasisMark.allCases) }
    return set
  }

  /// Returns paragraph attributes with borders, shading, leaders and page-break rules added at
  /// random.
  public mutating func withFrame(_ attributes: ParagraphAttributes) -> ParagraphAttributes {
    var set = attributes
    set.keepTogether = chance(3)
    let keepsWithNext = chance(3)
    set.widowControl = maybe(3) { $0.chance(2) }
    set.keepWithNext = keepsWithNext ? true : set.widowControl == false ? false : nil
    if chance(2) { set.borders = sides { $0.border() } }
    if chance(2) { set.borderSpacing = sides { Double($0.random.below(160)) / 8 } }
    set.shading = maybe(3) { $0.color() }
    for index in set.tabStops.indices {
      set.tabStops[index].leader = maybe(2) {
        $0.one(of: ParagraphAttributes.TabStop.Leader.allCases)
      }
    }
    return set
  }

  private mutating func border() -> Border {
    Border(
      one(of: Border.Style.allCases), width: Double(random.below(80)) / 4,
      color: maybe(2) { $0.color() })
  }

  private mutating func sides<Value>(
    _ value: (inout RandomDocument) -> Value
  ) -> Sides<Value> {
    Sides(
      top: maybe(2, value), right: maybe(2, value), bottom: maybe(2, value),
      left: maybe(2, value))
  }
}

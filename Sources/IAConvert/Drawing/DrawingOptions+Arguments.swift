extension DrawingOptions.PageSize {
  /// The page sizes with names, rounded to points: ISO 216 and ANSI.
  public static let names: [(name: String, size: DrawingOptions.PageSize)] = [
    ("a3", .init(width: 842, height: 1191)), ("a4", .a4), ("a5", .init(width: 420, height: 595)),
    ("a6", .init(width: 298, height: 420)), ("letter", .init(width: 612, height: 792)),
    ("legal", .init(width: 612, height: 1008)),
  ]

  /// Creates a size from a name, or from a width and a height of 16 to 14,400 points: `390x844`.
  public init?(argument: String) {
    let text = argument.lowercased()
    if let named = Self.names.first(where: { $0.name == text }) {
      self = named.size
      return
    }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (16...14_400).contains(width), (16...14_400).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}

extension DrawingOptions.Margins {
  /// Creates margins from one length for all sides, `24`, or from the lengths at the top, right, bottom and left,
  /// `24,36,24,36`; returns `nil` for any other text.
  public init?(argument: String) {
    let lengths = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0) }
    guard lengths.allSatisfy({ $0.map { (0...10_000).contains($0) } == true }) else { return nil }
    let sides = lengths.compactMap { $0 }
    switch sides.count {
    case 1: self.init(sides[0])
    case 4: self.init(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
    default: return nil
    }
  }
}

/// The position of a text box or a picture outside of the flow of the text.
///
/// Offsets are in points, measured towards the right and the bottom.
public struct Placement: Hashable, Sendable {
  /// The areas to which a position is relative.
  public enum Reference: String, Hashable, Sendable, CaseIterable {
    /// Horizontally the column, vertically the paragraph to which the object belongs.
    case text
    /// The page inside its margins.
    case margin
    /// The whole page.
    case page
  }

  /// The edges of the area at which an object can be.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    /// The left or the upper edge.
    case start
    case center
    /// The right or the lower edge.
    case end
  }

  /// A position in one direction.
  public struct Position: Hashable, Sendable {
    /// The area to which the position is relative.
    public var reference: Reference
    /// The distance from the start of the area, −2,000…2,000 points; ignored if `edge` is set.
    public var offset: Double
    /// The edge of the area at which the object is; `nil` for a position by its offset.
    public var edge: Edge?

    /// Creates a position.
    public init(_ reference: Reference = .text, offset: Double = 0, edge: Edge? = nil) {
      self.reference = reference
      self.offset = offset
      self.edge = edge
    }
  }

  /// The ways in which the text of the page flows around an object.
  public enum Wrap: String, Hashable, Sendable, CaseIterable {
    /// Text is on both sides of the object.
    case around
    /// Text is above and below the object.
    case topAndBottom = "top-and-bottom"
    /// Text is where it would be without the object, which is in front of it.
    case front
    /// Text is where it would be without the object, which is behind it.
    case behind
  }

  /// The horizontal position.
  public var across: Position
  /// The vertical position.
  public var down: Position
  /// The way in which text flows around the object.
  public var wrap: Wrap
  /// The space between the object and text around it, 0…1,000 points.
  public var distance: Sides<Double>
  /// Whether the object belongs to the paragraph after it instead of the paragraph that contains it or precedes it.
  public var belongsToNext: Bool

  /// The offsets that a position can have, in points.
  public static let offsets = -2_000.0...2_000
  /// The distances that text can have, in points.
  public static let distances = 0.0...1_000

  /// Creates a placement.
  public init(
    across: Position = Position(), down: Position = Position(), wrap: Wrap = .around,
    distance: Sides<Double> = Sides(), belongsToNext: Bool = false
  ) {
    self.across = across
    self.down = down
    self.wrap = wrap
    self.distance = distance
    self.belongsToNext = belongsToNext
  }
}

extension Block {
  /// Text in a separate box.
  public struct TextBox: Hashable, Sendable {
    /// The statements of a box; most boxes have none.
    struct Details: Hashable, Sendable {
      var placement: Placement?
      var width: Double?
      var height: RowHeight?
      var fill: Color?
      var border: Border?
      var borders = Sides<Border>()
      var padding = Sides<Double>()
      var margin = Sides<Double>()

      static let none = Details()
    }

    /// The statements, as an array of zero or one elements, so that blocks stay small.
    var details: [Details] = []

    /// Creates a box that is in the text.
    public init() {}

    private mutating func change(_ body: (inout Details) -> Void) {
      details = details.changed(from: .none, body)
    }

    /// The position of the box; `nil` for a box in the flow of the text.
    public var placement: Placement? {
      get { details.isEmpty ? nil : details[0].placement }
      set { change { $0.placement = newValue } }
    }
    /// The width of the box with its padding, 0…16,384 points; `nil` for that of the text.
    public var width: Double? {
      get { details.isEmpty ? nil : details[0].width }
      set { change { $0.width = newValue } }
    }
    /// The height of the box with its padding; `nil` for that of its text.
    public var height: RowHeight? {
      get { details.isEmpty ? nil : details[0].height }
      set { change { $0.height = newValue } }
    }
    /// The colour behind the text; `nil` for none.
    public var fill: Color? {
      get { details.isEmpty ? nil : details[0].fill }
      set { change { $0.fill = newValue } }
    }
    /// The line around the box; `nil` for none.
    public var border: Border? {
      get { details.isEmpty ? nil : details[0].border }
      set { change { $0.border = newValue } }
    }
    /// The lines along single sides, in place of `border`.
    public var borders: Sides<Border> {
      get { details.isEmpty ? Sides() : details[0].borders }
      set { change { $0.borders = newValue } }
    }
    /// The space between the sides of the box and its text, in points.
    public var padding: Sides<Double> {
      get { details.isEmpty ? Sides() : details[0].padding }
      set { change { $0.padding = newValue } }
    }
    /// The space around a box in the flow of the text, in points; a box with a placement has `distance` instead.
    public var margin: Sides<Double> {
      get { details.isEmpty ? Sides() : details[0].margin }
      set { change { $0.margin = newValue } }
    }

    /// The visible lines along the sides: those of `borders`, or `border`.
    package var lines: Sides<Border> {
      guard !details.isEmpty else { return Sides() }
      func line(_ own: Border?) -> Border? {
        (own ?? details[0].border).flatMap { $0.isVisible ? $0 : nil }
      }
      let own = details[0].borders
      return Sides(
        top: line(own.top), right: line(own.right), bottom: line(own.bottom), left: line(own.left))
    }

    /// Whether the box has a line, a colour, padding or a margin.
    package var hasLooks: Bool {
      fill != nil || border != nil || !borders.isEmpty || !padding.isEmpty || !margin.isEmpty
    }

    /// Whether the box is in the flow of the text and has a line or a colour.
    package var isGround: Bool {
      placement == nil && !details.isEmpty && (fill != nil || !lines.isEmpty)
    }
  }

  /// The box that the block is; `nil` for any other block.
  public var textBox: TextBox? {
    if case .textBox(let box) = kind { box } else { nil }
  }
}

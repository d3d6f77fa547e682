/// An expression of lengths whose value depends on the font sizes or the percentage base of an
/// element: `max(1rem, 2em + 3px)`.
///
/// The expression is in postfix order, so that its evaluation needs no recursion.
package final class CSSCalculation: Equatable, Sendable {
  /// A step of the evaluation.
  enum Step: Equatable, Sendable {
    /// Pushes a value.
    case value(CSSQuantity)
    case add, subtract, multiply, divide
    /// Replaces a number of values at the top of the stack with their minimum or maximum.
    case minimum(Int), maximum(Int)
    /// Replaces the minimum, value and maximum at the top of the stack with the clamped value; the
    /// minimum takes precedence over the maximum.
    case clamp
  }

  private let steps: [Step]

  /// Creates an expression of steps that leave one value on the stack.
  init(_ steps: [Step]) { self.steps = steps }

  /// Returns the value in points, or `nil` if it is not a length, exceeds ±10⁶ points, or contains
  /// a percentage of an unknown length.
  ///
  /// - Parameters:
  ///   - em: The font size of the element in points.
  ///   - root: The font size of the root element in points.
  ///   - share: The length in points that 100 % represents, or `nil` if it is unknown.
  func points(em: Double, root: Double, share: Double?) -> Double? {
    let value = Self.value(of: steps) { quantity in
      if quantity.percent != 0, share == nil { return nil }
      let points =
        quantity.points + quantity.em * em + quantity.root * root + quantity.percent * (share ?? 0)
      return CSSQuantity(points: points, isNumber: quantity.isNumber, number: quantity.number)
    }
    guard let value, !value.isNumber, abs(value.points) <= 1e6 else { return nil }
    return value.points
  }

  /// Returns the value of steps, or `nil` if the types of the operands do not match.
  ///
  /// - Parameter change: Converts each operand before it is pushed; `nil` ends the evaluation.
  static func value(of steps: [Step], _ change: (CSSQuantity) -> CSSQuantity?) -> CSSQuantity? {
    var stack: [CSSQuantity] = []
    for step in steps {
      switch step {
      case .value(let quantity):
        guard let changed = change(quantity) else { return nil }
        stack.append(changed)
      case .add, .subtract, .multiply, .divide:
        guard let right = stack.popLast(), let left = stack.popLast(),
          let made = left.combined(with: right, by: step)
        else { return nil }
        stack.append(made)
      case .minimum(let count), .maximum(let count):
        guard count > 0, stack.count >= count else { return nil }
        var best = stack[stack.count - count]
        for other in stack.suffix(count - 1) {
          guard let order = best.order(to: other) else { return nil }
          let isBetter = step == .minimum(count) ? order > 0 : order < 0
          if isBetter { best = other }
        }
        stack.removeLast(count)
        stack.append(best)
      case .clamp:
        guard stack.count >= 3 else { return nil }
        let bounds = stack.suffix(3)
        let (low, value) = (bounds[bounds.startIndex], bounds[bounds.startIndex + 1])
        let high = bounds[bounds.startIndex + 2]
        guard let toHigh = value.order(to: high) else { return nil }
        let upper = toHigh > 0 ? high : value
        guard let toLow = upper.order(to: low) else { return nil }
        stack.removeLast(3)
        stack.append(toLow < 0 ? low : upper)
      }
    }
    return stack.count == 1 ? stack[0] : nil
  }

  package static func == (left: CSSCalculation, right: CSSCalculation) -> Bool {
    left === right || left.steps == right.steps
  }
}

/// A number, or a sum of lengths in different units.
struct CSSQuantity: Equatable, Sendable {
  var points = 0.0
  /// The factor of the element's font size.
  var em = 0.0
  /// The factor of the root element's font size.
  var root = 0.0
  /// The percentage, divided by 100, of a length that the property defines.
  var percent = 0.0
  var isNumber = false
  var number = 0.0

  /// The number and the factor of the only unit that is not zero; `nil` if there are several.
  private var single: (unit: Int, value: Double)? {
    if isNumber { return (0, number) }
    let parts = [(1, points), (2, em), (3, root), (4, percent)].filter { $0.1 != 0 }
    return parts.count > 1 ? nil : parts.first ?? (1, 0)
  }

  /// Returns a negative number if the quantity is less than another one, a positive number if it is
  /// greater, and 0 if they are equal; `nil` if the order depends on the element.
  func order(to other: CSSQuantity) -> Double? {
    guard isNumber == other.isNumber, let own = single, let others = other.single else {
      return nil
    }
    guard own.unit == others.unit || own.value == 0 || others.value == 0 else { return nil }
    return own.value - others.value
  }

  /// Returns the result of an arithmetic operation, or `nil` if the types do not match or the
  /// divisor is 0.
  func combined(with other: CSSQuantity, by step: CSSCalculation.Step) -> CSSQuantity? {
    switch step {
    case .add, .subtract:
      guard isNumber == other.isNumber else { return nil }
      return sum(other.scaled(by: step == .add ? 1 : -1))
    case .multiply:
      if other.isNumber { return scaled(by: other.number) }
      return isNumber ? other.scaled(by: number) : nil
    case .divide:
      return other.isNumber && other.number != 0 ? scaled(by: 1 / other.number) : nil
    default: return nil
    }
  }

  private func sum(_ other: CSSQuantity) -> CSSQuantity {
    CSSQuantity(
      points: points + other.points, em: em + other.em, root: root + other.root,
      percent: percent + other.percent, isNumber: isNumber, number: number + other.number)
  }

  private func scaled(by factor: Double) -> CSSQuantity {
    CSSQuantity(
      points: points * factor, em: em * factor, root: root * factor, percent: percent * factor,
      isNumber: isNumber, number: number * factor)
  }

  /// Creates the quantity of a token, or returns `nil` for a token of another type.
  init?(_ token: CSSToken) {
    switch token {
    case .number(let value): self.init(isNumber: true, number: value)
    case .percentage(let value): self.init(percent: value / 100)
    default:
      switch CSSValueParser.length(token) {
      case .points(let value): self.init(points: value)
      case .em(let value): self.init(em: value)
      case .rem(let value): self.init(root: value)
      default: return nil
      }
    }
  }

  init(
    points: Double = 0, em: Double = 0, root: Double = 0, percent: Double = 0,
    isNumber: Bool = false, number: Double = 0
  ) {
    self.points = points
    self.em = em
    self.root = root
    self.percent = percent
    self.isNumber = isNumber
    self.number = number
  }

  /// The token of the quantity, or `nil` if it has more than one unit or is too large.
  var token: CSSToken? {
    guard let single, single.value.isFinite else { return nil }
    switch single.unit {
    case 0: return .number(single.value)
    case 1: return .dimension(single.value, unit: "pt")
    case 2: return .dimension(single.value, unit: "em")
    case 3: return .dimension(single.value, unit: "rem")
    default: return .percentage(single.value * 100)
    }
  }
}

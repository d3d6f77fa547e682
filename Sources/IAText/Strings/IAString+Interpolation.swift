extension IAString: ExpressibleByStringInterpolation {
  /// The segments of a string literal with intensities and attributes.
  ///
  /// let warning: IAString = "a \("LOUD", intensity: 95) word"
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var string = IAString()

    /// Creates an empty interpolation; both counts are ignored.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends text of the default intensity without attributes.
    public mutating func appendLiteral(_ literal: String) { appendInterpolation(literal) }

    /// Appends the text of a value.
    ///
    /// - Parameters:
    ///   - value: A string, a number or another value whose description is its text.
    ///   - intensity: 0…100; higher values are clamped to 100.
    ///   - attributes: The inline attributes of the text.
    public mutating func appendInterpolation(
      _ value: some LosslessStringConvertible,
      intensity: UInt8 = DisplayOptions.defaultIntensity,
      attributes: InlineAttributes = InlineAttributes()
    ) {
      string.append(value.description, intensity: intensity, attributes: attributes)
    }

    /// Appends another string with its intensities, attributes, paragraphs and attachments.
    public mutating func appendInterpolation(_ other: IAString) { string.append(other) }

    /// Appends another string with one intensity for all of it.
    ///
    /// - Parameters:
    ///   - other: The string.
    ///   - intensity: 0…100; higher values are clamped to 100.
    public mutating func appendInterpolation(_ other: IAString, intensity: UInt8) {
      let start = string.utf16Count
      string.append(other)
      string.setIntensity(intensity, in: start..<string.utf16Count)
    }
  }

  /// Creates a string from an interpolated literal.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.string }
}

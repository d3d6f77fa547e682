/// The lowest and highest intensity of a child.
struct Extremes: Equatable {
  /// The lowest intensity, or 255 for an empty text.
  var minimum: UInt8 = 255
  /// The highest intensity, or 0 for an empty text.
  var maximum: UInt8 = 0

  /// Includes the extremes of other text.
  @inline(__always) mutating func append(_ next: Extremes) {
    minimum = min(minimum, next.minimum)
    maximum = max(maximum, next.maximum)
  }

  /// Includes an intensity.
  @inline(__always) mutating func append(_ intensity: UInt8) {
    minimum = min(minimum, intensity)
    maximum = max(maximum, intensity)
  }
}

/// The line breaks and attribute runs of one child, as stored by its parent.
///
/// For adjacent ranges of text the values form a monoid: line breaks are added; run counts are
/// added, minus one if the attributes on both sides of the border are equal. The first and last
/// attribute are stored for this.
struct Facts {
  /// The number of U+000A.
  var lineBreaks = 0
  /// The number of attribute runs.
  var runs = 0
  /// The first attribute.
  var first: UInt32 = 0
  /// The last attribute.
  var last: UInt32 = 0

  /// Appends the attribute runs of the following text.
  @inline(__always) mutating func appendRuns(_ next: Facts) {
    if runs == 0 {
      first = next.first
      last = next.last
      runs = next.runs
    } else if next.runs > 0 {
      runs &+= next.runs &- (last == next.first ? 1 : 0)
      last = next.last
    }
  }

  /// Appends the facts of the following text; associative, not commutative.
  mutating func append(_ next: Facts) {
    appendRuns(next)
    lineBreaks &+= next.lineBreaks
  }

  /// Sets one attribute for all units.
  @inline(__always) mutating func set(attribute: UInt32) {
    runs = 1
    first = attribute
    last = attribute
  }
}

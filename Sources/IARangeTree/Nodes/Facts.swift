/// The lowest and highest intensity of a child.
struct Extremes: Equatable {
  /// The lowest intensity; 255 for no text.
  var minimum: UInt8 = 255
  /// The highest intensity; 0 for no text.
  var maximum: UInt8 = 0

  /// Adds the extremes of other text.
  @inline(__always) mutating func append(_ next: Extremes) {
    minimum = min(minimum, next.minimum)
    maximum = max(maximum, next.maximum)
  }

  /// Adds an intensity.
  @inline(__always) mutating func append(_ intensity: UInt8) {
    minimum = min(minimum, intensity)
    maximum = max(maximum, intensity)
  }
}

/// What a parent knows about the line breaks and attributes of one child.
///
/// Over neighbouring ranges of text the fields form a monoid: line breaks add up, and run counts
/// add up less one where the attributes that meet at the seam are equal, which is why the first and
/// last attribute are kept.
struct Facts {
  /// The number of U+000A.
  var lineBreaks = 0
  /// The number of attribute runs.
  var runs = 0
  /// The first attribute.
  var first: UInt32 = 0
  /// The last attribute.
  var last: UInt32 = 0

  /// Adds the attribute runs of the text that follows.
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

  /// Adds all that is known of the text that follows; associative, not commutative.
  mutating func append(_ next: Facts) {
    appendRuns(next)
    lineBreaks &+= next.lineBreaks
  }

  /// Records one attribute for everything.
  @inline(__always) mutating func set(attribute: UInt32) {
    runs = 1
    first = attribute
    last = attribute
  }
}

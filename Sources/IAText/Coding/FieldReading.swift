public import IABytes

/// What holds while values are read from JSON: how strict to be, and what was let pass.
///
/// One value goes through the reading of a whole document and collects on the way.
public struct FieldReading: Sendable {
  /// Whether a fault that has an obvious repair is thrown, not collected.
  public let isStrict: Bool
  /// `depth` bounds the block path of a paragraph.
  public let limits: Limits
  /// The first faults that were let pass, in order, at most `toleratedPerCode` of each code.
  public private(set) var tolerated: [InputError] = []
  /// How many faults of each code were let pass.
  public private(set) var toleratedCounts: [InputError.Code: Int] = [:]

  /// How many faults of one code are kept; the rest is only counted.
  public static let toleratedPerCode = 64

  /// Creates a reading.
  public init(isStrict: Bool, limits: Limits = .standard) {
    self.isStrict = isStrict
    self.limits = limits
  }

  /// Throws a fault where reading is strict, else takes note of it.
  public mutating func tolerate(_ fault: InputError) throws(InputError) {
    if isStrict { throw fault }
    note(fault)
  }

  /// Takes note of something that breaks no rule and that no document can hold.
  public mutating func note(_ fault: InputError) {
    let count = toleratedCounts[fault.code, default: 0]
    toleratedCounts[fault.code] = count + 1
    if count < Self.toleratedPerCode { tolerated.append(fault) }
  }
}

extension InputError.Code {
  /// An object has a member that its schema does not know; tolerated, the member is ignored.
  public static let fieldUnknown = Self(rawValue: "field.unknown")
  /// An object lacks a member that its schema requires.
  public static let fieldMissing = Self(rawValue: "field.missing")
  /// A value is of the right kind but not one of those that its field may have.
  public static let fieldValue = Self(rawValue: "field.value")
  /// Two members of an object, or two names of a list, count as the same.
  public static let fieldDuplicate = Self(rawValue: "field.duplicate")
  /// A text has half of a surrogate pair; tolerated, it becomes U+FFFD.
  public static let fieldLoneSurrogate = Self(rawValue: "field.lone-surrogate")
  /// A list is longer than a limit allows.
  public static let fieldLimit = Self(rawValue: "field.limit")
}

public import IABytes

/// The options of reading values from JSON, and the faults that were tolerated.
///
/// One value is used for a whole document and collects its faults.
public struct FieldReading: Sendable {
  /// Whether a fault that has an obvious repair is thrown instead of collected.
  public let isStrict: Bool
  /// The limits; `depth` is the maximum number of blocks around a paragraph.
  public let limits: Limits
  /// The first tolerated faults, in order, at most `toleratedPerCode` for each code.
  public private(set) var tolerated: [InputError] = []
  /// The number of tolerated faults for each code.
  public private(set) var toleratedCounts: [InputError.Code: Int] = [:]

  /// The maximum number of faults collected for one code; further faults are only counted.
  public static let toleratedPerCode = 64

  /// Creates the options of reading.
  public init(isStrict: Bool, limits: Limits = .standard) {
    self.isStrict = isStrict
    self.limits = limits
  }

  /// Throws a fault if reading is strict, and records it otherwise.
  ///
  /// - Throws: `fault`, if reading is strict.
  public mutating func tolerate(_ fault: InputError) throws(InputError) {
    if isStrict { throw fault }
    note(fault)
  }

  /// Records information that is valid but that a document cannot represent.
  public mutating func note(_ fault: InputError) {
    let count = toleratedCounts[fault.code, default: 0]
    toleratedCounts[fault.code] = count + 1
    if count < Self.toleratedPerCode { tolerated.append(fault) }
  }
}

extension InputError.Code {
  /// An object has a member that its schema does not define; if tolerated, the member is ignored.
  public static let fieldUnknown = Self(rawValue: "field.unknown")
  /// An object does not have a member that its schema requires.
  public static let fieldMissing = Self(rawValue: "field.missing")
  /// A value has the right type but is not in the domain of its field.
  public static let fieldValue = Self(rawValue: "field.value")
  /// Two members of an object, or two names of a list, are equal.
  public static let fieldDuplicate = Self(rawValue: "field.duplicate")
  /// A text has a lone surrogate; if tolerated, it becomes U+FFFD.
  public static let fieldLoneSurrogate = Self(rawValue: "field.lone-surrogate")
  /// A list is longer than its limit.
  public static let fieldLimit = Self(rawValue: "field.limit")
}

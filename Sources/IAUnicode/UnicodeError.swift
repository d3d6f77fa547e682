internal import CShims

/// An error of ICU.
///
/// No text causes this error, except one that is longer than ICU supports: the error means that the
/// library or its data are missing or that memory allocation failed.
public struct UnicodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// ICU could not open its rules: its data are missing or damaged, or memory allocation failed.
    case rulesUnavailable
    /// ICU rejected the text or found no end of it: memory allocation failed.
    case textRefused
    /// A range that only ICU can segment is longer than 2³¹ − 1 UTF-16 units.
    case textTooLong
  }

  /// The kind of failure.
  public let code: Code
  /// ICU's `UErrorCode`; 0 if the error did not come from ICU.
  public let icuStatus: Int32

  /// Creates an error.
  public init(_ code: Code, icuStatus: Int32 = 0) {
    self.code = code
    self.icuStatus = icuStatus
  }

  /// The code, and ICU's name for its status.
  public var description: String {
    icuStatus == 0 ? "\(code)" : unsafe "\(code): \(String(cString: ia_icu_status_name(icuStatus)))"
  }
}

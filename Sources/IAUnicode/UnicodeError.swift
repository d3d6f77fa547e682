internal import CShims

/// ICU could not do what was asked.
///
/// No text causes this error: it means that the library or its data are missing or that memory
/// ran out. Text that is longer than ICU can hold is the one exception.
public struct UnicodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// ICU refused to open its rules: its data are missing or damaged, or memory ran out.
    case rulesUnavailable
    /// ICU refused the text or found no end to it: memory ran out.
    case textRefused
    /// A stretch that only ICU can segment is longer than 2³¹ − 1 UTF-16 units.
    case textTooLong
  }

  /// What went wrong.
  public let code: Code
  /// ICU's own `UErrorCode`; 0 where ICU was not asked.
  public let icuStatus: Int32

  /// Describes a failure.
  public init(_ code: Code, icuStatus: Int32 = 0) {
    self.code = code
    self.icuStatus = icuStatus
  }

  /// The code and ICU's name of its status.
  public var description: String {
    icuStatus == 0 ? "\(code)" : unsafe "\(code): \(String(cString: ia_icu_status_name(icuStatus)))"
  }
}

public import Foundation
public import IABytes
public import IAFiles
public import IAFormats

// Foundation uses these properties to show errors: `localizedDescription` contains the code, the
// location and the details, and `recoverySuggestion` contains the advice.

extension InputError: LocalizedError {
  /// The offset, the code and the details.
  public var errorDescription: String? { description }
  /// The stable code of the error.
  public var failureReason: String? { code.rawValue }
  /// The advice of the error: what the caller can do.
  public var recoverySuggestion: String? { advice }
}

extension FileError: LocalizedError {
  /// The path and the error.
  public var errorDescription: String? { "\(path): \(description)" }
  /// The operation that failed.
  public var failureReason: String? { operation.rawValue }
  /// The advice of the error: what the caller can do.
  public var recoverySuggestion: String? { advice }
}

extension FormatError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
  /// The advice of the error: what the caller can do.
  public var recoverySuggestion: String? { advice }
}

extension UnknownProfile: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
  /// The advice of the error: what the caller can do.
  public var recoverySuggestion: String? { advice }
}

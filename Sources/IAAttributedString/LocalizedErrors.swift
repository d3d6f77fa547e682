public import Foundation
public import IABytes
public import IAFiles
public import IAFormats

// Foundation shows errors by these properties: `error.localizedDescription` has the code, the place and
// the facts, `recoverySuggestion` has the advice.

extension InputError: LocalizedError {
  /// The offset, the code and the facts.
  public var errorDescription: String? { description }
  /// The stable code of the fault.
  public var failureReason: String? { code.rawValue }
  /// The advice of the error: what the caller can do.
  public var recoverySuggestion: String? { advice }
}

extension FileError: LocalizedError {
  /// The path and its fault.
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

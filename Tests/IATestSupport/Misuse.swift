/// A call that violates a precondition, and the message of the process when it stops.
///
/// `Scripts/structure preconditions` searches the tests of a module for the messages of its
/// preconditions.
public struct Misuse: Sendable {
  /// A part of the message on standard error.
  public let message: String
  /// The call.
  public let call: @Sendable () throws -> Void

  /// Creates a misuse.
  public init(_ message: String, _ call: @escaping @Sendable () throws -> Void) {
    self.message = message
    self.call = call
  }

  /// Returns whether standard error contains the message.
  ///
  /// Only debug builds write the messages of preconditions; in others, any text has them.
  public func isNamed(in standardError: String) -> Bool {
    #if DEBUG
      standardError.contains(message)
    #else
      true
    #endif
  }
}

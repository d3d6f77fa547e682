/// A call that violates a precondition, and what the process says when it stops.
///
/// `Scripts/structure preconditions` searches the tests of a module for the messages of its
/// preconditions.
public struct Misuse: Sendable {
  /// A part of what is written to standard error.
  public let message: String
  /// The call.
  public let call: @Sendable () throws -> Void

  /// Creates a misuse.
  public init(_ message: String, _ call: @escaping @Sendable () throws -> Void) {
    self.message = message
    self.call = call
  }
}

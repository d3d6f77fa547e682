/// The reason why an engine was rejected or could not be measured.
public struct EngineFault: Error, CustomStringConvertible, Sendable {
  /// The kind of a fault, with the exit code of `ia-bench engine check`.
  public enum Code: Int32, Sendable, CaseIterable {
    /// The program cannot be started.
    case start = 10
    /// No answer within the time limit.
    case hangs = 11
    /// The engine ended, or closed its output, before it answered.
    case closed = 12
    /// An answer is no answer of the protocol, or is too long.
    case answer = 13
    /// Reported times differ from the CPU clocks of the engine's processes.
    case times = 14
    /// A picture is empty, incomplete or does not follow the text.
    case picture = 15
    /// Lines do not cover the text, or their numbers contradict each other.
    case lines = 16
    /// The engine answered a correct request with an error.
    case refused = 17

    /// The name in messages: `engine.hangs`.
    public var name: String { "engine.\(self)" }
  }

  /// The kind.
  public var code: Code
  /// What happened.
  public var detail: String

  /// Creates a fault.
  public init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// The code and what happened; control characters that an engine wrote are U+FFFD.
  public var description: String {
    var shown = String.UnicodeScalarView()
    for scalar in detail.unicodeScalars {
      shown.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return "\(code.name): \(String(shown))"
  }
}

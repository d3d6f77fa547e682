/// Something could not be drawn.
public struct RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: String, Hashable, Sendable {
    /// A picture would have more pixels than are allowed, or a longer side than Cairo draws.
    case pixels = "render.pixels"
    /// A page is too small for its margins, or of no size.
    case page = "render.page"
    /// The drawing library failed, usually because memory was exhausted.
    case surface = "render.surface"
  }

  /// The kind of the error.
  public let code: Code
  /// Facts: sizes and limits.
  public let detail: String

  /// Creates an error.
  public init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// The code and the facts.
  public var description: String { "\(code.rawValue): \(detail)" }
}

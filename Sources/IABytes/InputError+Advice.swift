extension InputError {
  /// Advice for the caller as a sentence; `nil` if there is no general advice.
  public var advice: String? {
    if let limit {
      return "If the input is trusted, raise `Limits.\(limit.name)` to at least \(limit.seen)."
    }
    if code.rawValue.hasSuffix(".truncated") {
      return "The input is incomplete; get it again from its source."
    }
    return nil
  }
}

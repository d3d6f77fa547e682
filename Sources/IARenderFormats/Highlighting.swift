internal import IABytes
internal import IAConvert
internal import IAFiles
internal import IAHighlighting
internal import IAText

/// The rules by which drawings highlight text.
struct Highlighting {
  private let rules: HighlightRules
  /// The file of the rules; `nil` for built-in ones.
  private let path: String?

  /// Creates the highlighting for the chosen rules; compiles their patterns, so that errors in them are thrown here.
  init(_ choice: DrawingOptions.Highlighting) throws(Failure) {
    let path: String? = if case .file(let path) = choice { path } else { nil }
    self.path = path
    do {
      rules =
        switch choice {
        case .tutorial: try HighlightRules.tutorial()
        case .markdown: try HighlightRules.markdown()
        case .file(let path):
          try HighlightRules(json: FileSource(path: path).bytes(limits: .standard))
        }
      _ = try HighlightedString(IAString(), rules: rules)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Returns the highlighted text.
  func shown(_ string: IAString) throws(Failure) -> IAString {
    do throws(InputError) {
      return try HighlightedString(string, rules: rules).shown
    } catch {
      throw Failure(error, path: path)
    }
  }
}

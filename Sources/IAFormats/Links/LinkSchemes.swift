/// The schemes that links in documents may name: the one list that every reader and writer goes by.
public enum LinkSchemes {
  /// The schemes, in lower case.
  ///
  /// Addresses without a scheme, relative ones, are for each format to judge.
  public static let harmless: Set<String> = ["http", "https", "mailto", "tel"]

  /// Whether a scheme is harmless; letters of either case.
  public static func isHarmless(_ scheme: some StringProtocol) -> Bool {
    harmless.contains(scheme.lowercased())
  }
}

public import IABytes

extension InputError.Code {
  /// The file has no embedded source.
  public static let embeddedMissing = Self(rawValue: "embedded.missing")
  /// The file does not have the form in which iaconv writes files with an embedded source; another program has changed it, or it is damaged.
  public static let embeddedForm = Self(rawValue: "embedded.form")
  /// The content of the file is larger than the limits allow.
  public static let embeddedLimit = Self(rawValue: "embedded.limit")
  /// The text of the page is not that of the embedded document; one of the two was changed.
  public static let embeddedText = Self(rawValue: "embedded.text")
}

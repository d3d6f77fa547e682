public import IABytes
internal import IASyntax

extension IADocument {
  /// Returns the scheme that the document defines; `nil` if it defines none.
  ///
  /// A definition is used only if its name equals the scheme name in the options.
  ///
  /// - Parameter limits: The maximum size and depth of the definition.
  /// - Throws: `InputError` with a `json.…` or `scheme.…` code if the definition is not valid, and
  ///   `scheme.missing` if the document lacks it or if it has another name.
  /// - Complexity: O(*n*) in the size of the definition.
  public func definedScheme(limits: Limits = .standard) throws(InputError) -> RenderScheme? {
    guard let digest = string.options.schemeDefinition else { return nil }
    guard let bytes = attachments[digest] else {
      throw InputError(.schemeMissing, at: 0, detail: "no bytes with the hash \(digest)")
    }
    let scheme = try RenderScheme(json: bytes, limits: limits)
    guard scheme.name == string.options.renderScheme else {
      throw InputError(.schemeMissing, at: 0, detail: "the definition has another name")
    }
    return scheme
  }

  /// Stores the definition of a scheme and names it in the options.
  ///
  /// A scheme of `RenderScheme.builtIn()` is stored by its name alone.
  public mutating func setScheme(_ scheme: RenderScheme) {
    string.options.renderScheme = scheme.name
    string.options.schemeDefinition =
      RenderScheme.builtIn().contains(scheme) ? nil : attachments.insert(scheme.json)
  }

  /// Removes the definition of the scheme from the options and from the blobs; the options keep its
  /// name.
  public mutating func removeSchemeDefinition() {
    guard let digest = string.options.schemeDefinition else { return }
    string.options.schemeDefinition = nil
    let isUsed = string.attachments.contains { $0.attachment.digests.contains(digest) }
    if !isUsed { attachments.keepOnly(Set(attachments.digests).subtracting([digest])) }
  }
}

extension InputError.Code {
  /// The document lacks the definition of its scheme.
  public static let schemeMissing = Self(rawValue: "scheme.missing")
}

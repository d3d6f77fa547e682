internal import CFontconfig
internal import CHarfBuzz

/// The libraries that choose and shape fonts.
public enum FontLibraries {
  /// The names and versions of the libraries.
  public static var versions: [(name: String, version: String)] {
    let number = Int(FcGetVersion())
    return [
      ("harfbuzz", unsafe String(cString: hb_version_string())),
      ("fontconfig", "\(number / 10_000).\(number / 100 % 100).\(number % 100)"),
    ]
  }
}

extension FontCollection {
  /// Returns the family in which text of a family is set if that is not installed; `nil` if it is installed or its name
  /// is generic.
  ///
  /// - Parameters:
  ///   - family: The name of the family.
  ///   - base: The family of text that names none; `nil` for the default family.
  ///   - followsConfiguration: As in `FontRequest`.
  public func replacement(
    forFamily family: String, otherwise base: String? = nil, followsConfiguration: Bool = false
  ) -> String? {
    let family = chosenFamily(of: family)
    guard !FamilyNames.isGeneric(family), faces(ofFamily: family).isEmpty else { return nil }
    let found = match(
      FontRequest(
        families: [family] + (base.map { [$0] } ?? []), followsConfiguration: followsConfiguration))
    return faces[found.face].families.first
  }
}

/// Lists of font families; the first installed family of a list is used.
///
/// The family of text, or of a document, is a name or a list: names with a comma and a space between them, of which
/// the last one can be generic, as in `Charter, Georgia, serif`.
package enum FontFamilyList {
  /// The text between two names.
  package static let separator = ", "

  /// Returns the list of names; one name is a list.
  package static func list(of names: [String]) -> String { names.joined(separator: separator) }

  /// Returns the names of a list.
  package static func names(in list: String) -> [String] {
    guard isList(list) else { return [list] }
    return list.split(separator: separator).map(String.init)
  }

  /// Returns the first name of a list.
  package static func first(of list: String) -> String {
    isList(list) ? names(in: list).first ?? list : list
  }

  /// Returns whether a family is a list of several names.
  package static func isList(_ family: String) -> Bool {
    family.utf8.contains(UInt8(ascii: ",")) && family.contains(separator)
  }
}

internal import IABytes
internal import IAFormats

/// The constants of the format `iakit`.
enum KitFormat {
  static let descriptor = FormatDescriptor(
    id: FormatID("iakit"), title: "property list or keyed archive of the source system",
    suffixes: ["plist"], mediaTypes: ["application/x-plist"], isTextual: false)

  /// Names that occur in archives of the source system and of attributed strings.
  static let marks = [
    "iaStringDictArchive", "IAStringArchive", "iaBaseAttributes", "linkRVPs", "nsurlRVPs",
    "NSAttributeInfo", "NSAttributedString",
  ]
}

extension InputError.Code {
  /// The property list does not contain a document.
  static let kitFormat = Self(rawValue: "iakit.format")
  /// A required part of a keyed archive is missing, or of another version.
  static let kitArchive = Self(rawValue: "iakit.archive")
  /// A reference leads to no object, or to another reference.
  static let kitReference = Self(rawValue: "iakit.reference")
  /// The definition of a class is invalid.
  static let kitClass = Self(rawValue: "iakit.class")
  /// An object is of a class that is not on the list of those that are read.
  static let kitUnknownClass = Self(rawValue: "iakit.unknown-class")
  /// An object lacks a member, or its keys and values are not as many.
  static let kitMember = Self(rawValue: "iakit.member")
  /// A range with its value does not have three elements.
  static let kitLength = Self(rawValue: "iakit.length")
  /// The runs of attributes do not cover the text.
  static let kitRuns = Self(rawValue: "iakit.runs")
  /// An attribute or value that the document model does not support.
  static let kitAttribute = Self(rawValue: "iakit.attribute")
  /// An attachment keeps its bytes in a form that is not read, or in none.
  static let kitContent = Self(rawValue: "iakit.content")
  /// A chain of objects is too long, or leads back to where it came from.
  static let kitCycle = Self(rawValue: "iakit.cycle")
  /// Objects that many others share unfold to far more than the input has.
  static let kitExpansion = Self(rawValue: "iakit.expansion")
}

internal import IABytes
internal import IAFormats
internal import IAText

/// The constants that the reader and the writer of `json` share.
enum JSONFormat {
  static let descriptor = FormatDescriptor(
    id: FormatID("json"), title: "JSON", suffixes: ["json"], mediaTypes: ["application/json"],
    profiles: [
      .init(document, "the whole document, indented"),
      .init(compact, "the whole document, without white space"),
      .init(legacy, "the dictionary of the source system"),
    ])

  static let document = "document"
  static let compact = "compact"
  static let legacy = "legacy"

  /// The value of `format` that marks the suite's own schema.
  static let marker = "ia-json"
  /// The version of the schema that is written, and the only one that is read.
  static let version = 1
}

extension InputError.Code {
  /// The object is neither a document of the suite nor the source system's dictionary.
  static let unknownSchema = Self(rawValue: "ia-json.format")
  /// The version of the schema is not known.
  static let version = Self(rawValue: "ia-json.version")
  /// A list has another number of entries than it must have, or covers another number of units.
  static let length = Self(rawValue: "ia-json.length")
  /// A range is empty or reversed, or ends after the text.
  static let range = Self(rawValue: "ia-json.range")
  /// A range or a place is not after the previous one.
  static let order = Self(rawValue: "ia-json.order")
  /// An index is not in its table.
  static let index = Self(rawValue: "ia-json.index")
  /// A range of paragraphs begins or ends inside one.
  static let paragraph = Self(rawValue: "ia-json.paragraph")
  /// An attachment is at a unit other than U+FFFC.
  static let attachment = Self(rawValue: "ia-json.attachment")
  /// The bytes of a blob are no base64, or do not have the hash they are kept under.
  static let blob = Self(rawValue: "ia-json.blob")
  /// Nothing refers to an entry of a table; tolerated, the entry is dropped.
  static let unused = Self(rawValue: "ia-json.unused")
}

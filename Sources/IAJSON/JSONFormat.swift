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
  /// The object is neither a document of the suite nor a dictionary of the source system.
  static let unknownSchema = Self(rawValue: "ia-json.format")
  /// The version of the schema is unknown.
  static let version = Self(rawValue: "ia-json.version")
  /// A list has too many or too few entries, or does not cover all units.
  static let length = Self(rawValue: "ia-json.length")
  /// A range is empty or reversed, or ends beyond the end of the text.
  static let range = Self(rawValue: "ia-json.range")
  /// A range or a place is not after the previous one.
  static let order = Self(rawValue: "ia-json.order")
  /// An index is not in its table.
  static let index = Self(rawValue: "ia-json.index")
  /// A range of paragraphs begins or ends inside a paragraph.
  static let paragraph = Self(rawValue: "ia-json.paragraph")
  /// An attachment is at a unit other than U+FFFC.
  static let attachment = Self(rawValue: "ia-json.attachment")
  /// The value of a blob is not base64, or its bytes have another hash than its key.
  static let blob = Self(rawValue: "ia-json.blob")
  /// A table has an entry without a reference to it; lenient reading drops the entry.
  static let unused = Self(rawValue: "ia-json.unused")
}

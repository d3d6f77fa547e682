internal import IABytes

/// The part of an index that states the date of a generation and the documents that it supersedes.
///
///     properties   a varint, their number
///     for each property:
///       key        its size as a varint, then ASCII: a-z, 0-9, period, hyphen
///       value      its size as a varint, then UTF-8
///     superseded   a varint, their number
///     ordinals     for each a varint: the first ordinal, then the differences to the one before
///
/// A superseded document is an earlier version of the document with the same name, or is removed.
struct GenerationChanges: Hashable, Sendable {
  /// The key of the date of a generation.
  static let dateKey = "date"
  private static let maximumKeyByteCount = 64
  static let maximumValueByteCount = 4096

  /// The properties of the generation, with ascending keys.
  var properties: [String: String] = [:]
  /// The ordinals of the superseded documents, ascending.
  var superseded: [Int] = []

  /// Whether there are neither properties nor superseded documents.
  var isEmpty: Bool { properties.isEmpty && superseded.isEmpty }

  /// Creates changes without content.
  init() {}

  /// Appends the encoded form.
  func append(to writer: inout ByteWriter) {
    writer.varint(properties.count)
    for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
      for text in [key, value] {
        writer.varint(text.utf8.count)
        writer.append(Array(text.utf8))
      }
    }
    writer.varint(superseded.count)
    var last = 0
    for ordinal in superseded {
      writer.varint(ordinal - last)
      last = ordinal
    }
  }

  /// Creates changes from their encoded form.
  ///
  /// - Parameters:
  ///   - reader: The position of the changes, which becomes that after them.
  ///   - bytes: The bytes of the index.
  ///   - documentCount: The number of documents of the archive, with those of the generation.
  /// - Throws: `archive.index` or a `bytes.…` code if keys or ordinals do not ascend or are invalid,
  ///   or if there are no changes.
  init(_ reader: inout ByteReader, _ bytes: Span<UInt8>, documentCount: Int) throws(InputError) {
    let wrong = InputError(.archiveIndex, at: reader.position, detail: "changes of a generation")
    let count = try reader.varint(atMost: reader.remaining / 2, bytes)
    var lastKey = ""
    for _ in 0..<count {
      let key = try Self.text(atMost: Self.maximumKeyByteCount, &reader, bytes)
      let value = try Self.text(atMost: Self.maximumValueByteCount, &reader, bytes)
      guard let key, let value, key > lastKey, key.utf8.allSatisfy(Self.isKeyByte) else {
        throw wrong
      }
      properties[key] = value
      lastKey = key
    }
    let ordinalCount = try reader.varint(atMost: min(reader.remaining, documentCount), bytes)
    superseded.reserveCapacity(ordinalCount)
    for _ in 0..<ordinalCount {
      let step = try reader.varint(atMost: documentCount, bytes)
      guard step > 0 || superseded.isEmpty, (superseded.last ?? 0) + step < documentCount else {
        throw wrong
      }
      superseded.append((superseded.last ?? 0) + step)
    }
    guard !isEmpty else { throw wrong }
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  /// Returns a text after its size, or `nil` if it is not UTF-8 or contains U+0000.
  private static func text(
    atMost maximum: Int, _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) -> String? {
    let count = try reader.varint(atMost: maximum, bytes)
    var text: [UInt8] = []
    for place in try reader.stretch(count) { text.append(bytes[place]) }
    guard !text.contains(0), UTF8Decoding.isWellFormed(text[...]) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}

internal import IABytes
public import IAFiles
public import IAFormats
internal import IALegacy
internal import IASyntax
internal import IAText

/// Reads files of the source system: its keyed archives, and its dictionary as a property list.
///
/// Archived attributed strings are read too. Objects are looked up in the flat table of the archive
/// and never instantiated: a class that is not on the reader's list has no effect. `Specs/iakit.md`
/// describes the format.
public struct KitReader: DocumentReader {
  /// The format that is read.
  public var descriptor: FormatDescriptor { KitFormat.descriptor }

  /// Creates a reader.
  public init() {}

  /// Returns the confidence that a file with these first bytes is a document.
  ///
  /// It is nearly certain for a property list with the names of an archive of the source system,
  /// lower for any other property list.
  public func confidence(inPrefix prefix: [UInt8]) -> Int {
    let isBinary = prefix.starts(with: "bplist".utf8)
    guard isBinary || (Self.startsWithMarkup(prefix) && Self.contains(prefix, "<plist")) else {
      return 0
    }
    if KitFormat.marks.contains(where: { Self.contains(prefix, $0) }) { return 95 }
    return Self.contains(prefix, "$archiver") || isBinary ? 60 : 40
  }

  /// Returns whether the first character is a `<`, because any other text may mention property lists.
  private static func startsWithMarkup(_ prefix: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = prefix.starts(with: mark) ? prefix.dropFirst(3) : prefix[...]
    return text.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
  }

  /// Reads a document.
  ///
  /// With `isStrict` off, invalid single values are repaired or dropped, and reported.
  ///
  /// - Throws: `InputError` for input that is not a property list, or from which no document can be
  ///   made.
  public func read(_ source: any DocumentSource, options: ReadOptions) throws -> ReadResult {
    let bytes = try source.bytes(limits: options.limits)
    let root = try PropertyListTable(bytes, limits: options.limits).root
    var reading = FieldReading(isStrict: options.isStrict, limits: options.limits)
    let document = try Self.document(of: root, &reading)
    var report = ConversionReport()
    report.add(
      reading,
      dropped: LegacySchema.droppedCodes.union([
        .kitUnknownClass, .kitAttribute, .kitContent, .kitMember, .plistType,
      ]))
    return ReadResult(document, report: report)
  }

  private static func document(
    of list: PropertyListValue, _ reading: inout FieldReading
  ) throws(InputError) -> IADocument {
    var value = KitValue(node: list, archive: nil)
    if KeyedArchive.isArchive(list) {
      value = try KeyedArchive(list, limits: reading.limits).root()
    }
    if value.objectClass == .archive { value = try value.requireField("iaStringDictArchive") }
    if value.objectClass == .attributedString {
      return try AttributedStringReader.read(value, &reading)
    }
    guard value.kind == .dictionary else {
      if let name = value.unknownClass {
        throw InputError(
          .kitUnknownClass, at: value.byteOffset, detail: KitValue.short(name))
      }
      throw InputError(.kitFormat, at: value.byteOffset, detail: "no document")
    }
    return try LegacySchema.read(value, &reading)
  }

  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let word = Array(text.utf8)
    guard let first = word.first, bytes.count >= word.count else { return false }
    return (0...bytes.count - word.count).contains { start in
      bytes[start] == first && bytes[start..<start + word.count].elementsEqual(word)
    }
  }
}

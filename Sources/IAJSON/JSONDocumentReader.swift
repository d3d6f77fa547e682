internal import IABytes
public import IAFiles
public import IAFormats
internal import IALegacy
internal import IASyntax
internal import IAText

/// Reads documents from JSON: the suite's own schema, and the dictionary of the source system.
///
/// The members determine the schema, unless `ReadOptions.profile` names it. `Specs/json.md`
/// describes both.
public struct JSONDocumentReader: DocumentReader {
  /// The format that is read.
  public var descriptor: FormatDescriptor { JSONFormat.descriptor }

  /// Creates a reader.
  public init() {}

  /// Returns the confidence that a file with these first bytes is a document.
  ///
  /// It is certain for the marker of the schema, high for keys of the source system, low for any
  /// other object.
  public func confidence(inPrefix prefix: [UInt8]) -> Int {
    JSONDetection(prefix).confidence
  }

  /// Reads a document.
  ///
  /// With `isStrict` off, unknown members are dropped and reported, and the source system's
  /// dictionary is repaired as far as possible.
  ///
  /// - Throws: `InputError` for input that violates the schema, `UnknownProfile` for an unknown
  ///   profile.
  public func read(_ source: any DocumentSource, options: ReadOptions) throws -> ReadResult {
    let bytes = try source.bytes(limits: options.limits)
    let root = try JSONTable(bytes, limits: options.limits).root
    let profile = try options.profile.map { try descriptor.profile(named: $0) }
    var reading = FieldReading(isStrict: options.isStrict, limits: options.limits)
    let document =
      try Self.isLegacy(root, profile: profile)
      ? LegacySchema.read(root, &reading) : DocumentSchema.read(root, &reading)
    var report = ConversionReport()
    report.add(reading, dropped: LegacySchema.droppedCodes.union([.unused]))
    return ReadResult(document, report: report)
  }

  private static func isLegacy(
    _ root: JSONValue, profile: String?
  ) throws(InputError) -> Bool {
    if let profile { return profile == JSONFormat.legacy }
    var hasLegacyKey = false
    for (key, _) in try root.requireMembers() {
      if key.isText("format") { return false }
      if LegacySchema.keys.contains(where: { key.isText($0) }) { hasLegacyKey = true }
    }
    guard hasLegacyKey else {
      throw InputError(.unknownSchema, at: root.byteOffset, detail: "no member \"format\"")
    }
    return true
  }
}

/// The properties of a file that its first bytes show.
private struct JSONDetection {
  private let prefix: [UInt8]

  init(_ prefix: [UInt8]) { self.prefix = prefix }

  private static let legacyKeys = LegacySchema.keys.map { Array($0.utf8) }
  private static let formatKey = Array("format".utf8)
  private static let marker = Array("\"\(JSONFormat.marker)\"".utf8)
  private static let quote = UInt8(ascii: "\"")

  var confidence: Int {
    let start = afterSpace(0)
    guard byte(start) == UInt8(ascii: "{") else { return 0 }
    let first = afterSpace(start + 1)
    guard byte(first) == Self.quote || byte(first) == UInt8(ascii: "}") else { return 0 }
    if isMarker(at: first) { return 100 }
    var legacyKeys = 0
    for offset in prefix.indices where prefix[offset] == Self.quote {
      if isMarker(at: offset) { return 90 }
      if Self.legacyKeys.contains(where: { endOfKey($0, at: offset) != nil }) { legacyKeys += 1 }
    }
    return legacyKeys == 0 ? 10 : min(30 + 30 * legacyKeys, 90)
  }

  private func isMarker(at offset: Int) -> Bool {
    guard let colon = endOfKey(Self.formatKey, at: offset) else { return false }
    return matches(Self.marker, at: afterSpace(colon))
  }

  /// Returns the offset after a quoted key and its colon.
  private func endOfKey(_ key: [UInt8], at offset: Int) -> Int? {
    guard byte(offset) == Self.quote, matches(key, at: offset + 1),
      byte(offset + key.count + 1) == Self.quote
    else { return nil }
    let colon = afterSpace(offset + key.count + 2)
    return byte(colon) == UInt8(ascii: ":") ? colon + 1 : nil
  }

  private func matches(_ text: [UInt8], at offset: Int) -> Bool {
    guard text.count <= prefix.count - offset else { return false }
    for index in text.indices where prefix[offset + index] != text[index] { return false }
    return true
  }

  private func byte(_ offset: Int) -> UInt8? { offset < prefix.count ? prefix[offset] : nil }

  private func afterSpace(_ start: Int) -> Int {
    var offset = start
    while let byte = byte(offset), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      offset += 1
    }
    return offset
  }
}

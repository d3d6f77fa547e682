public import IABytes

/// What a format cannot show of one paragraph, bound to the paragraph's text by a hash.
///
/// The packed form (Specs/hidden-data.md) is: version 1; the FNV-1a hash, 64 bits, of the text as
/// the format holds it; flags; then the parts that the flags announce. Counts are varints of seven
/// bits a byte, the lowest first.
public struct HiddenParagraph: Hashable, Sendable {
  /// A stretch of units with one number: an intensity, or an index into a table.
  public struct Run: Hashable, Sendable {
    /// How many units, at least 1.
    public var count: Int
    /// The number.
    public var value: Int

    /// Makes a stretch.
    public init(count: Int, value: Int) {
      self.count = count
      self.value = value
    }
  }

  /// What the format holds in place of some units that it cannot hold.
  public struct Patch: Hashable, Sendable {
    /// How many units at the start of the paragraph are right.
    public var prefix: Int
    /// How many units the format holds after those.
    public var replaced: Int
    /// The units that should stand there.
    public var units: [UInt16]

    /// Makes a patch.
    public init(prefix: Int, replaced: Int, units: [UInt16]) {
      self.prefix = prefix
      self.replaced = replaced
      self.units = units
    }
  }

  /// An attachment by its place in the paragraph.
  public struct Record: Hashable, Sendable {
    /// The unit, from the start of the paragraph.
    public var utf16Offset: Int
    /// The index into the document's records.
    public var index: Int

    /// Makes a record's place.
    public init(utf16Offset: Int, index: Int) {
      self.utf16Offset = utf16Offset
      self.index = index
    }
  }

  /// The hash of the paragraph's text as the format holds it, without its U+000A.
  public var textHash: UInt64
  /// Whether the paragraph ends with U+000A.
  public var isTerminated = true
  /// Whether the format needed an empty paragraph here that the document does not have.
  public var isAbsent = false
  /// How the format's text becomes that of the paragraph.
  public var patch: Patch?
  /// The intensities of all units, the U+000A included.
  public var intensities: [Run] = []
  /// Indexes into the table of inline attributes; empty where the format shows all.
  public var inline: [Run] = []
  /// An index into the table of paragraph attributes; 0 where the format shows all.
  public var paragraph = 0
  /// The attachments of the paragraph.
  public var records: [Record] = []

  /// Makes the hidden data of a paragraph of which the format holds this text.
  public init(visible: some Sequence<UInt16>) {
    textHash = Self.hash(visible)
  }

  /// Makes the hidden data of a paragraph of whose text in the format this is the hash.
  package init(textHash: UInt64) { self.textHash = textHash }

  /// The FNV-1a hash of 64 bits over the units' bytes, the low byte first.
  ///
  /// Source: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm",
  /// draft-eastlake-fnv. It tells an edited text from the one that was written; it is no defence
  /// against someone who forges text and data together.
  public static func hash(_ units: some Sequence<UInt16>) -> UInt64 {
    let units = Array(units)
    return hash(units.span)
  }

  /// The hashes of several texts, which take a third of the time when made together.
  ///
  /// - Precondition: The texts lie in the units.
  package static func hashes(of texts: [Range<Int>], in units: [UInt16]) -> [UInt64] {
    UnitLoops.hashes(of: texts, in: units)
  }

  /// Returns the hash of adjacent units.
  package static func hash(_ units: Span<UInt16>) -> UInt64 {
    let prime = FNV1a.prime
    let square = prime &* prime
    var hash = FNV1a.start
    for index in units.indices {
      let unit = units[index]
      if unit < 0x100 {
        // A high byte of 0 changes nothing before the second multiplication.
        hash = (hash ^ UInt64(unit)) &* square
      } else {
        hash = (hash ^ UInt64(unit & 0xFF)) &* prime
        hash = (hash ^ UInt64(unit >> 8)) &* prime
      }
    }
    return hash
  }
}

extension HiddenParagraph {
  private enum Flag {
    static let patch = 1
    static let inline = 2
    static let paragraph = 4
    static let records = 8
    static let unterminated = 16
    static let absent = 32
    static let all = 63
  }

  /// The packed form.
  public var packed: [UInt8] {
    var packer = Packer()
    pack(to: &packer) { $0.runs(intensities) }
    return packer.bytes
  }

  /// Appends the packed form, with intensities as they are given: `intensities` is not looked at.
  func pack(to packer: inout Packer, intensities: (inout Packer) -> Void) {
    packer.byte(1)
    packer.word(textHash)
    var flags = 0
    if patch != nil { flags |= Flag.patch }
    if !inline.isEmpty { flags |= Flag.inline }
    if paragraph != 0 { flags |= Flag.paragraph }
    if !records.isEmpty { flags |= Flag.records }
    if !isTerminated { flags |= Flag.unterminated }
    if isAbsent { flags |= Flag.absent }
    packer.number(flags)
    if let patch {
      packer.number(patch.prefix)
      packer.number(patch.replaced)
      packer.number(patch.units.count)
      for unit in patch.units { packer.unit(unit) }
    }
    intensities(&packer)
    if !inline.isEmpty { packer.runs(inline) }
    if paragraph != 0 { packer.number(paragraph) }
    if !records.isEmpty {
      packer.number(records.count)
      for record in records {
        packer.number(record.utf16Offset)
        packer.number(record.index)
      }
    }
  }

  /// Reads the packed form.
  ///
  /// - Throws: `hidden.truncated`, `hidden.version`, `hidden.flags`, `hidden.number` or
  ///   `hidden.trailing` at the byte of the packed form.
  public init(packed bytes: [UInt8]) throws(InputError) {
    var unpacker = Unpacker(bytes)
    guard try unpacker.byte() == 1 else { throw unpacker.error(.hiddenVersion) }
    textHash = try unpacker.word()
    let flags = try unpacker.number()
    guard flags & ~Flag.all == 0 else { throw unpacker.error(.hiddenFlags) }
    isTerminated = flags & Flag.unterminated == 0
    isAbsent = flags & Flag.absent != 0
    if flags & Flag.patch != 0 {
      let prefix = try unpacker.number()
      let replaced = try unpacker.number()
      patch = Patch(prefix: prefix, replaced: replaced, units: try unpacker.units())
    }
    intensities = try unpacker.runs(maximum: 100)
    if flags & Flag.inline != 0 { inline = try unpacker.runs(maximum: Int(Int32.max)) }
    if flags & Flag.paragraph != 0 { paragraph = try unpacker.number() }
    if flags & Flag.records != 0 {
      for _ in 0..<(try unpacker.count(bytesEach: 2)) {
        let offset = try unpacker.number()
        records.append(Record(utf16Offset: offset, index: try unpacker.number()))
      }
    }
    guard unpacker.isAtEnd else { throw unpacker.error(.hiddenTrailing) }
  }
}

extension InputError.Code {
  /// Hidden data ends too early.
  public static let hiddenTruncated = Self(rawValue: "hidden.truncated")
  /// Hidden data of a version that is not known.
  public static let hiddenVersion = Self(rawValue: "hidden.version")
  /// Hidden data with flags that are not known.
  public static let hiddenFlags = Self(rawValue: "hidden.flags")
  /// A number in hidden data is out of its range.
  public static let hiddenNumber = Self(rawValue: "hidden.number")
  /// Hidden data goes on after its end.
  public static let hiddenTrailing = Self(rawValue: "hidden.trailing")
}

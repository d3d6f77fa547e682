public import IABytes

/// The content of one paragraph that a format cannot show, bound to the paragraph's text by a hash.
///
/// Specs/hidden-data.md, section 3, specifies the packed form: version 1; the 64-bit FNV-1a hash of
/// the visible text; flags; then the parts that the flags announce.
public struct HiddenParagraph: Hashable, Sendable {
  /// A number of consecutive units with one value: an intensity, or an index into a table.
  public struct Run: Hashable, Sendable {
    /// The number of units, at least 1.
    public var count: Int
    /// The value.
    public var value: Int

    /// Creates a run.
    public init(count: Int, value: Int) {
      self.count = count
      self.value = value
    }
  }

  /// The replacement of visible units by the units that the format cannot represent.
  public struct Patch: Hashable, Sendable {
    /// The number of units at the start of the paragraph that are unchanged.
    public var prefix: Int
    /// The number of visible units after them that are replaced.
    public var replaced: Int
    /// The units that replace them.
    public var units: [UInt16]

    /// Creates a patch.
    public init(prefix: Int, replaced: Int, units: [UInt16]) {
      self.prefix = prefix
      self.replaced = replaced
      self.units = units
    }
  }

  /// An attachment and its location in the paragraph.
  public struct Record: Hashable, Sendable {
    /// The offset from the start of the paragraph in UTF-16 units.
    public var utf16Offset: Int
    /// The index into the records of the document record.
    public var index: Int

    /// Creates a record.
    public init(utf16Offset: Int, index: Int) {
      self.utf16Offset = utf16Offset
      self.index = index
    }
  }

  /// The hash of the visible text of the paragraph without its U+000A.
  public var textHash: UInt64
  /// Whether the paragraph ends with U+000A.
  public var isTerminated = true
  /// Whether the format required an empty paragraph that the document does not have.
  public var isAbsent = false
  /// The difference between the visible text and the text of the paragraph; `nil` if they are
  /// equal.
  public var patch: Patch?
  /// The intensities of all units, including the U+000A.
  public var intensities: [Run] = []
  /// Indexes into the table of inline attributes plus 1; empty if the format shows all attributes.
  public var inline: [Run] = []
  /// The index into the table of paragraph attributes plus 1; 0 if the format shows all attributes.
  public var paragraph = 0
  /// The attachments of the paragraph, in order.
  public var records: [Record] = []

  /// Creates hidden data for a paragraph with a visible text.
  public init(visible: some Sequence<UInt16>) {
    textHash = Self.hash(visible)
  }

  /// Creates hidden data for a paragraph whose visible text has a hash.
  package init(textHash: UInt64) { self.textHash = textHash }

  /// Returns the 64-bit FNV-1a hash of the bytes of units, the low byte of each first.
  ///
  /// The hash distinguishes edited text from unchanged text. It gives no protection against forgery
  /// of text and data together.
  ///
  /// Source: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm",
  /// draft-eastlake-fnv.
  public static func hash(_ units: some Sequence<UInt16>) -> UInt64 {
    let units = Array(units)
    return hash(units.span)
  }

  /// Returns the hashes of several texts, computed together in a third of the time.
  ///
  /// - Precondition: The ranges are inside `units`.
  package static func hashes(of texts: [Range<Int>], in units: [UInt16]) -> [UInt64] {
    UnitLoops.hashes(of: texts, in: units)
  }

  /// Returns the hash of consecutive units.
  package static func hash(_ units: Span<UInt16>) -> UInt64 {
    let prime = FNV1a.prime
    let square = prime &* prime
    var hash = FNV1a.start
    for index in units.indices {
      let unit = units[index]
      if unit < 0x100 {
        // Before the second multiplication, a high byte of 0 changes nothing.
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

  /// The packed form of the record.
  public var packed: [UInt8] {
    var packer = Packer()
    pack(to: &packer) { $0.runs(intensities) }
    return packer.bytes
  }

  /// Appends the packed form.
  ///
  /// The closure appends the intensities; `self.intensities` is ignored.
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

  /// Creates a record from its packed form.
  ///
  /// - Throws: `hidden.truncated`, `hidden.version`, `hidden.flags`, `hidden.number` or
  ///   `hidden.trailing` at an offset of `bytes`.
  public init(packed bytes: [UInt8]) throws(InputError) {
    var unpacker = Unpacker(bytes)
    guard try unpacker.byte() == 1 else { throw unpacker.fieldError(.hiddenVersion) }
    textHash = try unpacker.word()
    let flags = try unpacker.number()
    guard flags & ~Flag.all == 0 else { throw unpacker.fieldError(.hiddenFlags) }
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
  /// The version of hidden data is unknown.
  public static let hiddenVersion = Self(rawValue: "hidden.version")
  /// Hidden data has unknown flags.
  public static let hiddenFlags = Self(rawValue: "hidden.flags")
  /// A number in hidden data is out of range.
  public static let hiddenNumber = Self(rawValue: "hidden.number")
  /// Bytes follow the end of hidden data.
  public static let hiddenTrailing = Self(rawValue: "hidden.trailing")
}

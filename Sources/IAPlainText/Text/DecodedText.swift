public import IABytes
internal import IAFormats
internal import IAText

/// The UTF-16 units of a file with uniform line ends, the form of the file, and a record of ill-formed
/// bytes.
///
/// The file is UTF-8 with or without a byte order mark, or UTF-16 with one. CR, CRLF and U+2029 become U+000A; U+2028
/// is unchanged. Each maximal ill-formed sequence becomes one U+FFFD.
struct DecodedText {
  private(set) var units: [UInt16] = []
  private(set) var report = ConversionReport()
  /// The first ill-formed sequence, for strict readers.
  private(set) var firstFault: InputError?
  private var faults = 0
  /// The byte order mark and the line ends.
  private(set) var form = TextForm()
  /// The offset up to which the line ends are recorded in `form`.
  private var formedCount = 0

  private static let lineFeed: UInt16 = 0x0A
  private static let carriageReturn: UInt16 = 0x0D
  private static let paragraphSeparator: UInt32 = 0x2029
  private static let replacement: UInt16 = 0xFFFD

  init(_ bytes: [UInt8]) {
    switch ByteOrderMark(bytes) {
    case .utf16BigEndian:
      form.mark = .utf16BigEndian
      decodeUTF16(bytes.span, isBigEndian: true)
    case .utf16LittleEndian:
      form.mark = .utf16LittleEndian
      decodeUTF16(bytes.span, isBigEndian: false)
    case .utf8:
      decodeUTF8(bytes.span, from: 3)
      // A text that starts with U+FEFF always gets a mark.
      if units.first != 0xFEFF { form.mark = .utf8 }
    case nil: decodeUTF8(bytes.span, from: 0)
    }
    finishForm()
  }

  /// Appends U+000A for a line end of another kind.
  private mutating func append(_ lineEnd: TextForm.LineEnd) {
    noteLineFeeds()
    note(lineEnd, count: 1)
    units.append(Self.lineFeed)
    formedCount = units.count
  }

  /// Records the line ends since the last one of another kind, all of which are U+000A.
  private mutating func noteLineFeeds() {
    let count = units[formedCount...].count { $0 == Self.lineFeed }
    if count > 0 { note(.lineFeed, count: count) }
  }

  private mutating func note(_ lineEnd: TextForm.LineEnd, count: Int) {
    if let last = form.lineEnds.last, last.lineEnd == lineEnd {
      form.lineEnds[form.lineEnds.count - 1].count += count
    } else if form.lineEnds.count <= TextForm.maxRuns {
      form.lineEnds.append(.init(count: count, lineEnd: lineEnd))
    }
  }

  private mutating func finishForm() {
    guard !form.lineEnds.isEmpty else { return }
    noteLineFeeds()
    guard form.lineEnds.count > TextForm.maxRuns else {
      if form.lineEnds.count == 1 { form.lineEnds[0].count = 1 }
      return
    }
    form.lineEnds = []
    report.add(.approximated, .lineEnd, "mixed")
  }

  private mutating func decodeUTF8(_ bytes: Span<UInt8>, from start: Int) {
    let count = bytes.count
    // No UTF-8 text has more units than bytes.
    units.reserveCapacity(count - start)
    var at = start
    while at < count {
      let byte = bytes[at]
      if byte < 0x80, byte != 0x0D {
        units.append(UInt16(byte))
        at += 1
        continue
      }
      if byte == 0x0D {
        let isPair = at + 1 < count && bytes[at + 1] == 0x0A
        append(isPair ? .both : .carriageReturn)
        at += isPair ? 2 : 1
        continue
      }
      let step = UTF8Sequence(in: bytes, at: at)
      if !step.isWellFormed {
        note(.illFormedUTF8, bytes, at..<at + step.byteCount)
      } else if step.value == Self.paragraphSeparator {
        append(.separator)
      } else if step.value < 0x10000 {
        units.append(UInt16(step.value))
      } else {
        units.append(UInt16(0xD7C0 + (step.value >> 10)))
        units.append(UInt16(0xDC00 + (step.value & 0x3FF)))
      }
      at += step.byteCount
    }
  }

  private mutating func decodeUTF16(_ bytes: Span<UInt8>, isBigEndian: Bool) {
    func unit(_ at: Int) -> UInt16 {
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    let end = bytes.count & ~1
    units.reserveCapacity(bytes.count / 2)
    var at = 2
    while at < end {
      let current = unit(at)
      let next = at + 2 < end ? unit(at + 2) : 0
      switch current {
      case Self.carriageReturn:
        append(next == Self.lineFeed ? .both : .carriageReturn)
        if next == Self.lineFeed { at += 2 }
      case UInt16(Self.paragraphSeparator): append(.separator)
      case 0xD800...0xDBFF where UTF16.isTrailSurrogate(next):
        units.append(current)
        units.append(next)
        at += 2
      case 0xD800...0xDFFF: note(.loneSurrogate, bytes, at..<at + 2)
      default: units.append(current)
      }
      at += 2
    }
    if end < bytes.count { note(.illFormedUTF16, bytes, end..<bytes.count) }
  }

  private mutating func note(_ feature: DocumentFeature, _ bytes: Span<UInt8>, _ range: Range<Int>)
  {
    units.append(Self.replacement)
    // Further faults are only counted, because their details would not be shown.
    faults += 1
    let isListed = faults <= 2 * ConversionReport.notesPerKind
    let digits = isListed ? range.map { Self.hexadecimal(bytes[$0]) }.joined(separator: " ") : ""
    report.add(.repaired, feature, digits, byteOffset: range.lowerBound)
    if firstFault == nil {
      firstFault = InputError(.illFormedText, at: range.lowerBound, detail: digits)
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

/// The encoding that the first bytes of a text indicate.
enum ByteOrderMark {
  case utf8, utf16BigEndian, utf16LittleEndian

  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .utf8
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      self = .utf16BigEndian
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      self = .utf16LittleEndian
    } else {
      return nil
    }
  }
}

extension InputError.Code {
  /// Text that is not well-formed in its encoding, where only such text is accepted.
  public static let illFormedText = Self(rawValue: "text.ill-formed")
}

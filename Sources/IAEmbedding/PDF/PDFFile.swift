internal import IABytes
internal import IAZip

/// The objects of a PDF in the form in which the suite writes it (decision 0088): in the order of
/// their numbers, without a gap, with one table.
///
/// No byte of the file belongs to two objects, and no object has two versions.
struct PDFFile {
  static let header = Array("%PDF-1.7\n%".utf8)
  /// The entry by which an embedded source is found.
  static let relationship = "/AFRelationship /Source"

  /// The maximum size of all dictionaries that are read, relative to the file.
  private static let maximumScans = 32

  let bytes: [UInt8]
  private let limits: Limits
  /// The content of each object by its number; empty for free numbers.
  private var ranges: [Range<Int>] = []
  /// The number of the catalog.
  let root: Int
  /// The number of bytes that were decompressed so far.
  private var decompressed = 0
  /// The number of bytes of dictionaries that were read so far; objects may be read several times.
  private var scanned = 0

  /// Creates the list of the objects by reading their table.
  init(_ bytes: [UInt8], limits: Limits) throws(InputError) {
    self.bytes = bytes
    self.limits = limits
    let start = try Self.tableOffset(bytes)
    var cursor = PDFCursor(bytes, at: start)
    try cursor.expect("xref\n0 ")
    let count = try cursor.number()
    try cursor.expect("\n")
    guard count > 0, count <= (bytes.count - cursor.at) / 20 else {
      throw InputError(.embeddedForm, at: start, detail: "the table of the objects")
    }
    guard count <= limits.entries else {
      throw .exceeds(
        .embeddedLimit, limit: "entries", maximum: limits.entries, seen: count, at: start)
    }
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for _ in 0..<count { offsets.append(try cursor.entry()) }
    try cursor.expect("trailer\n<< /Size \(count)\n   /Root ")
    root = try cursor.number()
    try cursor.expect(" 0 R\n   /Info ")
    _ = try cursor.number()
    try cursor.expect(" 0 R\n>>\nstartxref\n\(start)\n%%EOF\n")
    guard cursor.at == bytes.count else {
      throw InputError(.embeddedForm, at: cursor.at, detail: "bytes after the end")
    }
    try readRanges(offsets, table: start)
  }

  /// Returns the offset of the table that the end of the file states.
  private static func tableOffset(_ bytes: [UInt8]) throws(InputError) -> Int {
    let tail = bytes.suffix(40)
    guard let found = tail.firstRange(of: "startxref\n".utf8) else {
      throw InputError(.embeddedForm, at: max(bytes.count - 40, 0), detail: "the end of the file")
    }
    var cursor = PDFCursor(bytes, at: found.upperBound)
    return try cursor.number()
  }

  /// Checks that the objects follow each other.
  private mutating func readRanges(_ offsets: [Int], table: Int) throws(InputError) {
    ranges = Array(repeating: 0..<0, count: offsets.count)
    // The header has four bytes and a line feed after its percent sign.
    var at = Self.header.count + 5
    let closing = Array("\nendobj\n".utf8)
    var last = 0
    for number in 1..<max(offsets.count, 1) where offsets[number] != 0 {
      if last > 0 {
        try close(last, until: offsets[number], closing)
        at = offsets[number]
      }
      guard offsets[number] == at else {
        throw InputError(.embeddedForm, at: min(at, bytes.count), detail: "object \(number)")
      }
      var cursor = PDFCursor(bytes, at: at)
      try cursor.expect("\(number) 0 obj\n")
      ranges[number] = cursor.at..<cursor.at
      last = number
    }
    if last > 0 { try close(last, until: table, closing) }
  }

  /// Ends an object before the next one.
  private mutating func close(
    _ number: Int, until end: Int, _ closing: [UInt8]
  ) throws(InputError) {
    let start = ranges[number].lowerBound
    guard end <= bytes.count, end - start >= closing.count,
      bytes[(end - closing.count)..<end].elementsEqual(closing)
    else { throw InputError(.embeddedForm, at: start, detail: "object \(number)") }
    ranges[number] = start..<end - closing.count
  }

  /// The number after that of the last object.
  var count: Int { ranges.count }

  /// Returns the place of an object in the file.
  func range(_ number: Int) throws(InputError) -> Range<Int> {
    guard ranges.indices.contains(number), !ranges[number].isEmpty else {
      throw InputError(.embeddedForm, at: 0, detail: "object \(number) is missing")
    }
    return ranges[number]
  }

  /// Returns an object that is a dictionary or a stream, and the offset after the dictionary.
  private mutating func parsed(_ number: Int) throws(InputError) -> (PDFDictionary, end: Int) {
    let range = try range(number)
    var scanner = PDFScanner(bytes, range)
    var tokens: [PDFToken] = []
    var depth = 0
    while let token = try scanner.next() {
      tokens.append(token)
      if token == .openDictionary { depth += 1 }
      if token == .closeDictionary { depth -= 1 }
      if depth <= 0 { break }
    }
    guard let dictionary = PDFDictionary(tokens[...]) else {
      throw InputError(.embeddedForm, at: range.lowerBound, detail: "object \(number)")
    }
    scanned += scanner.at - range.lowerBound
    guard scanned <= max(16 << 20, Self.maximumScans * bytes.count) else {
      throw .exceeds(
        .embeddedLimit, limit: "expansionRatio", maximum: Self.maximumScans,
        seen: scanned / max(bytes.count, 1), at: range.lowerBound)
    }
    return (dictionary, scanner.at)
  }

  /// Returns an object that is a dictionary, or the dictionary of a stream.
  mutating func dictionary(_ number: Int) throws(InputError) -> PDFDictionary {
    try parsed(number).0
  }

  /// Returns the dictionary that an entry contains or leads to; `nil` without the entry.
  mutating func dictionary(
    _ key: String, of dictionary: PDFDictionary
  ) throws(InputError) -> PDFDictionary? {
    if let number = dictionary.reference(key) { return try self.dictionary(number) }
    return dictionary.dictionary(key)
  }

  /// Returns the decompressed content of a stream.
  mutating func stream(_ number: Int) throws(InputError) -> [UInt8] {
    let range = try range(number)
    let (dictionary, end) = try parsed(number)
    let opening = Array("\nstream\n".utf8)
    let closing = Array("\nendstream".utf8)
    let length = try length(of: dictionary)
    let start = end + opening.count
    guard bytes[end...].starts(with: opening), start <= range.upperBound,
      length == range.upperBound - start - closing.count,
      bytes[..<range.upperBound].suffix(closing.count).elementsEqual(closing),
      dictionary.name("Filter") == "FlateDecode", dictionary.tokens("DecodeParms") == nil
    else { throw InputError(.embeddedForm, at: range.lowerBound, detail: "stream \(number)") }
    let left = limits.outputBytes - decompressed
    let packed = Array(bytes[start..<start + length])
    guard let content = Deflate.zlibDecompress(packed.span, limit: max(left, 0)) else {
      throw InputError(
        .embeddedForm, at: start, detail: "stream \(number) is damaged or too large")
    }
    decompressed += content.count
    let ratio = decompressed / max(bytes.count, 1)
    guard decompressed <= 16 << 20 || ratio <= limits.expansionRatio else {
      throw .exceeds(
        .embeddedLimit, limit: "expansionRatio", maximum: limits.expansionRatio, seen: ratio,
        at: start)
    }
    return content
  }

  /// Returns the length of a stream, which may be an object of its own.
  private func length(of dictionary: PDFDictionary) throws(InputError) -> Int {
    if let length = dictionary.integer("Length") { return length }
    guard let number = dictionary.reference("Length") else { return -1 }
    var scanner = PDFScanner(bytes, try range(number))
    guard case .integer(let length)? = try scanner.next(), try scanner.next() == nil else {
      return -1
    }
    return length
  }
}

/// A place in the bytes of a file whose next bytes are known.
private struct PDFCursor {
  private let bytes: [UInt8]
  private(set) var at: Int

  init(_ bytes: [UInt8], at: Int) {
    self.bytes = bytes
    self.at = at
  }

  /// Skips bytes that must follow.
  mutating func expect(_ text: String) throws(InputError) {
    guard at <= bytes.count, bytes[at...].starts(with: text.utf8) else {
      throw InputError(.embeddedForm, at: min(at, bytes.count), detail: "the table of the objects")
    }
    at += text.utf8.count
  }

  /// Returns a number of at most ten digits.
  mutating func number() throws(InputError) -> Int {
    let start = at
    var value = 0
    while at < bytes.count, at - start < 10, (0x30...0x39).contains(bytes[at]) {
      value = value * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    guard at > start else {
      throw InputError(.embeddedForm, at: min(at, bytes.count), detail: "a number")
    }
    return value
  }

  /// Returns the offset of an object, 0 for a free number.
  mutating func entry() throws(InputError) -> Int {
    let offset = try number()
    if at < bytes.count - 8, bytes[at + 7] == UInt8(ascii: "n") {
      try expect(" 00000 n \n")
      return offset
    }
    guard at + 10 <= bytes.count, offset == 0, bytes[at + 7] == UInt8(ascii: "f") else {
      throw InputError(.embeddedForm, at: min(at, bytes.count), detail: "the table of the objects")
    }
    at += 10
    return 0
  }
}

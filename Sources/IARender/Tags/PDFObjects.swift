internal import IAZip

/// The objects of a PDF that Cairo wrote, for changes before it is given away.
///
/// Only the form of Cairo's files is understood: a single cross-reference table, each object followed
/// by the next one. It is not a reader of foreign files.
struct PDFObjects {
  private let file: [UInt8]
  /// The content of each object by its number; empty for free numbers.
  private var ranges: [Range<Int>] = []
  /// New contents by number; `nil` for removed objects.
  private var changes: [Int: [UInt8]?] = [:]
  /// The number of the catalog.
  let root: Int
  /// The number of the document information.
  let info: Int

  /// Creates the list of the objects of a file; `nil` if it has another form than Cairo's.
  ///
  /// - Complexity: O(*n* log *n*) for *n* objects.
  init?(_ file: [UInt8]) {
    self.file = file
    let tail = max(file.count - 256, 0)
    let end = String(decoding: file[tail...], as: UTF8.self)
    guard let start = Self.number(after: "startxref\n", in: end), start < file.count,
      let root = Self.number(after: "/Root ", in: end),
      let info = Self.number(after: "/Info ", in: end),
      file[start...].starts(with: Array("xref\n0 ".utf8))
    else { return nil }
    self.root = root
    self.info = info
    guard let lineEnd = file[(start + 7)...].firstIndex(of: 0x0A),
      let count = Int(String(decoding: file[(start + 7)..<lineEnd], as: UTF8.self)),
      count > 0, count <= (file.count - lineEnd) / 20
    else { return nil }
    var offsets: [(offset: Int, number: Int)] = []
    for number in 1..<max(count, 1) {
      let entry = lineEnd + 1 + number * 20
      guard file[entry + 17] == UInt8(ascii: "n") else { continue }
      let digits = String(decoding: file[entry..<entry + 10], as: UTF8.self)
      guard let offset = Int(digits), offset < start else { return nil }
      offsets.append((offset, number))
    }
    offsets.sort { $0.offset < $1.offset }
    ranges = Array(repeating: 0..<0, count: count)
    for (index, entry) in offsets.enumerated() {
      let limit = index + 1 < offsets.count ? offsets[index + 1].offset : start
      guard let body = Self.body(file, entry.offset..<limit) else { return nil }
      ranges[entry.number] = body
    }
    guard root < count, info < count else { return nil }
  }

  /// Returns the number after a text.
  static func number(after text: String, in source: String) -> Int? {
    source.firstRange(of: text).flatMap { found in
      Int(source[found.upperBound...].prefix { $0.isASCII && $0.isNumber })
    }
  }

  private static func body(_ file: [UInt8], _ range: Range<Int>) -> Range<Int>? {
    let closing = Array("\nendobj\n".utf8)
    guard let start = file[range].firstIndex(of: 0x0A),
      range.upperBound - start > closing.count,
      file[..<range.upperBound].suffix(closing.count).elementsEqual(closing)
    else { return nil }
    return start + 1..<range.upperBound - closing.count
  }

  /// The number after that of the last object.
  var count: Int { ranges.count }

  /// Returns the content of an object.
  func bytes(_ number: Int) -> ArraySlice<UInt8> {
    if let change = changes[number] { return (change ?? [])[...] }
    return ranges.indices.contains(number) ? file[ranges[number]] : []
  }

  /// Returns the content of an object without a stream as text, which is ASCII in files of Cairo.
  func text(_ number: Int) -> String { String(decoding: bytes(number), as: UTF8.self) }

  /// Replaces the content of an object.
  mutating func set(_ number: Int, _ content: [UInt8]) { changes[number] = content }

  /// Replaces the content of an object.
  mutating func set(_ number: Int, _ content: String) { changes[number] = Array(content.utf8) }

  /// Removes an object.
  mutating func remove(_ number: Int) { changes[number] = .some(nil) }

  /// Adds an object without content and returns its number.
  mutating func add() -> Int {
    ranges.append(0..<0)
    return ranges.count - 1
  }

  /// Returns the decompressed content of a stream; `nil` if it is not a stream of Cairo.
  func stream(_ number: Int) -> [UInt8]? {
    let all = bytes(number)
    let (opening, closing) = (Array("\nstream\n".utf8), Array("\nendstream".utf8))
    let head = String(decoding: all.prefix(128), as: UTF8.self)
    guard head.contains("/FlateDecode"), let found = head.firstRange(of: "\nstream\n"),
      all.suffix(closing.count).elementsEqual(closing)
    else { return nil }
    let start =
      all.startIndex + head.utf8.distance(from: head.startIndex, to: found.lowerBound)
      + opening.count
    let end = all.endIndex - closing.count
    guard start < end else { return nil }
    return Deflate.zlibDecompress(Array(all[start..<end]).span, limit: 1 << 30)
  }

  /// Replaces an object by a compressed stream.
  ///
  /// - Parameter entries: Further entries of its dictionary, followed by a space.
  mutating func setStream(_ number: Int, _ content: [UInt8], entries: String = "") {
    let packed = Deflate.zlibCompress(content)
    var bytes = Array("<< \(entries)/Length \(packed.count) /Filter /FlateDecode >>\nstream\n".utf8)
    bytes += packed
    bytes += "\nendstream".utf8
    changes[number] = bytes
  }

  /// Returns the file with the changes.
  func written() -> [UInt8] {
    var output = Array("%PDF-1.7\n%".utf8) + [0xB5, 0xED, 0xAE, 0xFB, 0x0A]
    output.reserveCapacity(file.count + file.count / 8)
    var table = "0000000000 65535 f \n"
    for number in 1..<max(ranges.count, 1) {
      let content = bytes(number)
      guard !content.isEmpty else {
        table += "0000000000 00000 f \n"
        continue
      }
      let digits = String(output.count)
      table += String(repeating: "0", count: max(10 - digits.count, 0)) + digits + " 00000 n \n"
      output += "\(number) 0 obj\n".utf8
      output += content
      output += "\nendobj\n".utf8
    }
    let start = output.count
    output += "xref\n0 \(ranges.count)\n\(table)trailer\n<< /Size \(ranges.count)\n".utf8
    output += "   /Root \(root) 0 R\n   /Info \(info) 0 R\n>>\nstartxref\n\(start)\n%%EOF\n".utf8
    return output
  }
}

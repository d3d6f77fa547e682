internal import IABytes

/// Encodes and decodes the names of blocks without strings, because the directory of an archive with a million
/// documents consists mostly of them.
extension MemberName {
  /// The parts of a block's name around its number.
  private struct BlockForm {
    var folder: StaticString
    var suffix: StaticString
  }

  private static let forms = (
    text: BlockForm(folder: "text/", suffix: ".txt"),
    data: BlockForm(folder: "data/", suffix: ".iab")
  )
  /// The size of a block's name without its number, and the number's minimum and maximum number of
  /// digits.
  private static let blockSize = (around: 9, digits: 6...8)

  private var block: (form: BlockForm, number: Int)? {
    switch self {
    case .text(let number): (Self.forms.text, number)
    case .data(let number): (Self.forms.data, number)
    default: nil
    }
  }

  /// The size of `path` in bytes.
  var pathByteCount: Int {
    guard let block else { return path.utf8.count }
    return Self.blockSize.around + Self.digitCount(block.number)
  }

  /// Appends `path` to bytes.
  func appendPath(to bytes: inout [UInt8]) {
    guard let block else { return bytes.append(contentsOf: path.utf8) }
    Self.append(block.form.folder, to: &bytes)
    var power = 1
    for _ in 1..<Self.digitCount(block.number) { power *= 10 }
    while power > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(block.number / power % 10))
      power /= 10
    }
    Self.append(block.form.suffix, to: &bytes)
  }

  private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Returns the number of digits of a block's number in a name.
  private static func digitCount(_ number: Int) -> Int {
    var count = blockSize.digits.lowerBound
    var limit = 1_000_000
    while number >= limit, limit <= Int.max / 10 {
      count += 1
      limit *= 10
    }
    return count
  }

  /// Creates a name from the bytes of its path; returns `nil` if they are not exactly those of a
  /// path that `path` returns.
  init?(path bytes: Span<UInt8>) {
    if let number = Self.number(bytes, Self.forms.text) {
      self = .text(number)
    } else if let number = Self.number(bytes, Self.forms.data) {
      self = .data(number)
    } else {
      self.init(path: ArchiveDirectory.text(bytes))
    }
  }

  /// Returns the number of a block from its name; `nil` for other names.
  private static func number(_ bytes: Span<UInt8>, _ form: BlockForm) -> Int? {
    let count = bytes.count - blockSize.around
    let folder = form.folder.utf8CodeUnitCount
    guard blockSize.digits ~= count, matches(bytes, form.folder, at: 0),
      matches(bytes, form.suffix, at: folder + count)
    else { return nil }
    var number = 0
    for place in folder..<folder + count {
      let digit = bytes[place] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      number = number * 10 + Int(digit)
    }
    // Only the digits of a small number are padded.
    return digitCount(number) == count ? number : nil
  }

  private static func matches(
    _ bytes: Span<UInt8>, _ text: StaticString, at offset: Int
  ) -> Bool {
    text.withUTF8Buffer { text in
      for index in text.indices where unsafe bytes[offset + index] != text[index] { return false }
      return true
    }
  }
}

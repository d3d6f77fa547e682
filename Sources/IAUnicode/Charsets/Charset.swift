internal import CShims

/// A legacy character set or a Unicode encoding: the conversion of bytes to UTF-16 units.
///
/// An invalid byte becomes one U+FFFD. A lead byte with an invalid second byte becomes one U+FFFD too;
/// if the second byte is ASCII, it is decoded separately, so that no delimiter is lost. Copies share the
/// tables of a set.
public struct Charset: Sendable {
  /// The ways to decode the bytes of a set.
  enum Form: Sendable {
    /// A table with one unit for each of the 256 byte values, or a row for each lead byte.
    case table(CharsetTable)
    case utf8
    case utf16(isBigEndian: Bool)
    /// The converter of ICU with the same name, for sets with longer or stateful sequences.
    case converter
  }

  /// The name of the set in lower case: the label of the WHATWG Encoding Standard if it has one.
  public let name: String
  /// The way in which bytes of the set are decoded.
  let form: Form

  /// The character set of Western European Windows, the default of most formats.
  public static let windows1252 = Charset(.named("windows-1252", "windows-1252"))
  /// UTF-8.
  public static let utf8 = Charset(name: "utf-8", form: .utf8)
  /// UTF-16, little-endian.
  public static let utf16LittleEndian = Charset(
    name: "utf-16le", form: .utf16(isBigEndian: false))
  /// UTF-16, big-endian.
  public static let utf16BigEndian = Charset(name: "utf-16be", form: .utf16(isBigEndian: true))

  /// Creates the set of a Windows, OEM or Macintosh code page number, or `nil` if the number is
  /// unknown.
  ///
  /// Examples are 1252, 437, 10000, 932 and 65001.
  public init?(codePage: Int) {
    guard let source = CharsetNames.source(ofCodePage: codePage) else { return nil }
    self.init(source)
  }

  /// Creates the set for a label of the WHATWG Encoding Standard, such as `latin1` or `sjis`, or
  /// `nil` if the label is unknown.
  ///
  /// White space around the label and the case of its letters are ignored. UTF-7 has no label in the
  /// standard, so the result is `nil`.
  public init?(label: String) {
    guard let source = CharsetNames.source(ofLabel: label) else { return nil }
    self.init(source)
  }

  /// Loads and keeps all files that converters need, for a process that cannot open files later.
  package static func loadAllConverters() {
    for name in CharsetNames.loadedConverters { unsafe ia_charset_keep(name) }
  }

  private init(name: String, form: Form) {
    self.name = name
    self.form = form
  }

  private init(_ source: CharsetNames.Source) {
    switch source {
    case .utf8: self = .utf8
    case .utf16(let isBigEndian): self = isBigEndian ? .utf16BigEndian : .utf16LittleEndian
    case .named(let name, let converter):
      self.init(name: name, form: .table(CharsetTable.shared(converter, name: name)))
    case .long(let name): self.init(name: name, form: .converter)
    }
  }
}

extension Charset: Hashable {
  /// Returns whether two sets have the same name.
  public static func == (left: Charset, right: Charset) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Charset {
  /// Returns the UTF-16 units of some bytes.
  ///
  /// - Complexity: O(*n*).
  public func decode(_ bytes: [UInt8]) -> [UInt16] {
    var units: [UInt16] = []
    append(bytes[...], to: &units)
    return units
  }

  /// Appends the units of some bytes.
  ///
  /// - Complexity: O(*n*).
  public func append(_ bytes: ArraySlice<UInt8>, to units: inout [UInt16]) {
    switch form {
    case .table(let table): table.append(bytes, to: &units)
    case .utf8: units.append(contentsOf: String(decoding: bytes, as: UTF8.self).utf16)
    case .utf16(let isBigEndian): Self.appendUTF16(bytes, isBigEndian, to: &units)
    case .converter: appendConverted(bytes, to: &units)
    }
  }

  /// Whether an ASCII byte always represents itself, so that delimiters can be searched for in the
  /// bytes.
  public var isASCIISuperset: Bool {
    switch form {
    case .table, .utf8: true
    case .utf16: false
    case .converter: name != "iso-2022-jp"
    }
  }

  private static func appendUTF16(
    _ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool, to units: inout [UInt16]
  ) {
    units.reserveCapacity(units.count + (bytes.count + 1) / 2)
    let start = units.count
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    if index < bytes.endIndex { units.append(0xFFFD) }
    replaceLoneSurrogates(in: &units, from: start)
  }

  private static func replaceLoneSurrogates(in units: inout [UInt16], from start: Int) {
    var index = start
    while index < units.count {
      let unit = units[index]
      if unit & 0xFC00 == 0xD800, index + 1 < units.count, units[index + 1] & 0xFC00 == 0xDC00 {
        index += 2
        continue
      }
      if unit & 0xF800 == 0xD800 { units[index] = 0xFFFD }
      index += 1
    }
  }

  private func appendConverted(_ bytes: ArraySlice<UInt8>, to units: inout [UInt16]) {
    // A byte becomes at most one unit, with few exceptions that become two.
    let capacity = 2 * bytes.count + 16
    let converted = unsafe bytes.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return [UInt16]() }
      return unsafe [UInt16](unsafeUninitializedCapacity: capacity) { buffer, count in
        guard let target = buffer.baseAddress else { return }
        count = unsafe Int(
          max(
            0, ia_charset_decode(name, base, Int64(source.count), target, Int64(capacity))))
      }
    }
    units.append(contentsOf: converted)
  }
}

internal import IABytes
internal import IASyntax

/// A value of a property list or of a keyed archive whose references are followed.
struct KitValue {
  /// The kind of a value, in an archive or in a plain property list.
  enum Kind: String {
    case null, bool, integer, real, string, data, date, array, dictionary, url, object
    case unknown = "object of an unknown class"
  }

  let node: PropertyListValue
  /// The archive that contains the referenced objects; `nil` in a plain property list.
  let archive: KeyedArchive?
  let shape: KeyedArchive.Shape

  init(node: PropertyListValue, archive: KeyedArchive?, shape: KeyedArchive.Shape = .plain) {
    self.node = node
    self.archive = archive
    self.shape = shape
  }

  /// The offset of the value in the input, in bytes.
  var byteOffset: Int { node.byteOffset }

  /// The class of an object that is read, including containers and texts.
  var objectClass: ArchivedClass? {
    if case .object(let known) = shape { known } else { nil }
  }

  /// The name of the class of an object that is not read.
  var unknownClass: String? {
    if case .unknown(let name) = shape { name } else { nil }
  }

  /// The kind of the value.
  var kind: Kind {
    switch shape {
    case .null: .null
    case .unknown: .unknown
    case .object(let known):
      switch known {
      case .array: .array
      case .dictionary: .dictionary
      case .string: .string
      case .data: .data
      case .date: .date
      case .url: .url
      case .null: .null
      default: .object
      }
    case .plain:
      switch node.kind {
      case .dictionary: .dictionary
      case .array: .array
      case .string: .string
      case .integer: .integer
      case .real: .real
      case .bool: .bool
      case .date: .date
      case .data: .data
      case .uid: .unknown
      }
    }
  }

  /// Returns the value of a field of an object; `nil` if the field is missing or represents `nil`.
  func field(_ key: String) throws(InputError) -> KitValue? {
    guard node.kind == .dictionary, let member = node[key] else { return nil }
    let value = try follow(member)
    return value.kind == .null ? nil : value
  }

  /// Returns the value of the first of several fields that an object has.
  func field(_ keys: [String]) throws(InputError) -> KitValue? {
    for key in keys {
      if let value = try field(key) { return value }
    }
    return nil
  }

  /// Returns the value of a field that an object must have.
  func requireField(_ key: String) throws(InputError) -> KitValue {
    guard let value = try field(key) else {
      throw InputError(.kitMember, at: byteOffset, detail: "no member \"\(key)\"")
    }
    return value
  }

  func follow(_ node: PropertyListValue) throws(InputError) -> KitValue {
    guard let archive else { return KitValue(node: node, archive: nil) }
    return try archive.value(node)
  }

  func spend(_ count: Int) throws(InputError) { try archive?.spend(count, at: byteOffset) }

  /// Adds the work of copying bytes or units, which is less than that of reading the same number of values.
  private func spendCopy(of count: Int) throws(InputError) { try spend(count / 64) }

  func wrongKind(expected: Kind) -> InputError {
    let found = unknownClass.map { "an object of \(Self.short($0))" } ?? kind.rawValue
    return InputError(
      .plistType, at: byteOffset, detail: "expected \(expected.rawValue), found \(found)")
  }

  /// Returns the start of a text, for an error message.
  static func short(_ text: String) -> String {
    text.count > 40 ? String(text.prefix(40)) + "…" : text
  }
}

// MARK: - Values

extension KitValue {
  /// The number as the nearest double; `nil` if the value is not a number.
  var double: Double? { shape.isPlain ? node.double : nil }

  /// Returns the bytes of data; `nil` if the value is not data.
  func bytes() throws(InputError) -> [UInt8]? {
    switch kind {
    case .data:
      guard shape.isPlain else {
        guard let inner = try field(["NS.data", "NS.bytes"]) else { return nil }
        guard inner.shape.isPlain else { throw inner.wrongKind(expected: .data) }
        return try inner.bytes()
      }
      let bytes = node.data ?? []
      try spendCopy(of: bytes.count)
      return bytes
    default: return nil
    }
  }

  /// Returns the units of a string; `nil` if the value is not a string.
  func units() throws(InputError) -> [UInt16]? {
    guard kind == .string else { return nil }
    guard shape.isPlain else {
      if let inner = try field("NS.string") {
        guard inner.shape.isPlain else { throw inner.wrongKind(expected: .string) }
        return try inner.units()
      }
      guard let inner = try field("NS.bytes") else { return nil }
      return try inner.bytes().map { Array(String(decoding: $0, as: UTF8.self).utf16) }
    }
    let units = node.utf16 ?? []
    try spendCopy(of: units.count)
    return units
  }

  /// Returns the text of a string, in which lone surrogates become U+FFFD; `nil` if the value is not a string.
  func string() throws(InputError) -> String? {
    try units().map { String(decoding: $0, as: UTF16.self) }
  }

  /// Returns the text of a URL, which archives store as a base and a relative part; `nil` if the value is neither a URL
  /// nor a string.
  func urlText() throws(InputError) -> String? {
    if kind == .string { return try string() }
    guard kind == .url else { return nil }
    let relative = try field("NS.relative")?.string() ?? ""
    guard let base = try field("NS.base") else { return relative }
    guard base.kind == .url else { throw base.wrongKind(expected: .url) }
    guard try base.field("NS.base") == nil else {
      throw InputError(.kitCycle, at: byteOffset, detail: "a base with a base")
    }
    return KitURL.joined(try base.field("NS.relative")?.string() ?? "", relative)
  }
}

extension KeyedArchive.Shape {
  var isPlain: Bool {
    if case .plain = self { true } else { false }
  }
}

/// The resolution of archived URLs, which have a base and a relative part.
enum KitURL {
  /// Returns a relative reference resolved against a base, for the forms of file and web addresses: an absolute URL, an
  /// absolute path, or a name in the folder of the base.
  static func joined(_ base: String, _ relative: String) -> String {
    if relative.isEmpty { return base }
    let scheme = relative.prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
    }
    if !scheme.isEmpty, relative.dropFirst(scheme.count).hasPrefix(":") { return relative }
    guard let colon = base.firstIndex(of: ":") else { return relative }
    var root = base[base.index(after: colon)...]
    var prefix = String(base[...colon])
    if root.hasPrefix("//") {
      let authority = root.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      prefix += "//" + authority
      root = root.dropFirst(2 + authority.count)
    }
    if relative.hasPrefix("//") { return String(base[...colon]) + relative }
    if relative.hasPrefix("/") { return prefix + relative }
    let path = root.prefix { $0 != "?" && $0 != "#" }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    return prefix + folder + relative
  }
}

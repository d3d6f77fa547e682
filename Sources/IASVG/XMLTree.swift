/// The elements and texts of an XML file, as an array in document order.
///
/// The reader expands entities of the internal subset, and no external ones. It does not check constraints that are
/// irrelevant for pictures: the characters of names, duplicate attributes, and undeclared prefixes.
struct XMLTree {
  struct Node {
    /// The name without its prefix; empty for a text.
    var name = ""
    /// Whether the namespace is that of SVG, or there is none.
    var isSVG = false
    /// Whether the namespace is that of HTML.
    var isHTML = false
    /// The attributes without a namespace, and the attributes `href` and `space` of other namespaces.
    var attributes: [(name: String, value: String)] = []
    /// The text, for a text node.
    var text = ""
    var parent = -1
    var firstChild = -1
    var next = -1
    /// The number of ancestors.
    var depth = 0

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  /// The nodes; the first one is the root element.
  private(set) var nodes: [Node] = []

  /// Whether the file has a document type.
  private(set) var hasDoctype = false
  /// Whether the file has instructions other than the XML declaration, or anything after the root element.
  private(set) var hasInstructions = false

  /// The maximum number of nodes.
  static let maxNodes = 400_000
  /// The maximum nesting depth of elements.
  static let maxDepth = 512
  /// The maximum total size in bytes of expanded entities.
  static let maxEntityBytes = 1 << 20

  /// Creates the tree of a file; `nil` if it is not well-formed or beyond a limit.
  init?(_ file: [UInt8]) {
    guard let bytes = Self.utf8(of: file) else { return nil }
    var reader = XMLReader(bytes: bytes)
    guard reader.read() else { return nil }
    nodes = reader.nodes
    hasDoctype = reader.hasDoctype
    hasInstructions = reader.hasInstructions || !reader.isAtEnd
  }

  /// Returns the file in UTF-8.
  private static func utf8(of file: [UInt8]) -> [UInt8]? {
    if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) {
      let isLittle = file[0] == 0xFF
      var units: [UInt16] = []
      units.reserveCapacity(file.count / 2)
      for index in stride(from: 2, to: file.count - 1, by: 2) {
        let (first, second) = (UInt16(file[index]), UInt16(file[index + 1]))
        units.append(isLittle ? second << 8 | first : first << 8 | second)
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
    let bytes = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
    let head = String(decoding: bytes.prefix(128), as: UTF8.self).lowercased()
    let isLatin = ["iso-8859-1", "latin1", "windows-1252", "us-ascii"].contains { name in
      head.hasPrefix("<?xml") && head.contains("\"\(name)\"")
        || head.hasPrefix("<?xml") && head.contains("'\(name)'")
    }
    guard isLatin else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else {
        result.append(0xC0 | byte >> 6)
        result.append(0x80 | byte & 0x3F)
      }
    }
    return result
  }
}

/// Reads an XML file in one pass, without recursion.
private struct XMLReader {
  let bytes: [UInt8]
  private var at = 0
  private(set) var nodes: [XMLTree.Node] = []
  /// The elements that are open: their node, their full name, and their last child.
  private var open: [(node: Int, name: String, lastChild: Int)] = []
  /// The declared prefixes, with the number of open elements at their declaration.
  private var prefixes: [(prefix: String, space: String, depth: Int)] = []
  private var entities: [String: [UInt8]] = [:]
  private var entityBytes = 0
  private(set) var hasDoctype = false
  private(set) var hasInstructions = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  private static let svg = "http://www.w3.org/2000/svg"

  mutating func read() -> Bool {
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<") else {
        guard text() else { return false }
        continue
      }
      if starts("<!--") {
        guard skip(past: "-->") else { return false }
      } else if starts("<![CDATA[") {
        guard characterData() else { return false }
      } else if starts("<?") {
        if !starts("<?xml ") { hasInstructions = true }
        guard skip(past: "?>") else { return false }
      } else if starts("<!") {
        guard nodes.isEmpty, doctype() else { return false }
      } else if starts("</") {
        guard endTag() else { return false }
      } else {
        guard startTag() else { return false }
      }
      if open.isEmpty, !nodes.isEmpty { return true }
    }
    return false
  }

  /// Whether only white space is left.
  var isAtEnd: Bool { bytes[at...].allSatisfy(SVGScanner.isSpace) }

  // MARK: Bytes

  private func starts(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { buffer in unsafe bytes[at...].starts(with: buffer) }
  }

  /// Skips to the end of the next occurrence of a text.
  private mutating func skip(past text: StaticString) -> Bool {
    while at < bytes.count {
      if starts(text) {
        at += text.utf8CodeUnitCount
        return true
      }
      at += 1
    }
    return false
  }

  private mutating func skipSpace() {
    while at < bytes.count, SVGScanner.isSpace(bytes[at]) { at += 1 }
  }

  private mutating func name() -> String {
    let start = at
    while at < bytes.count {
      switch bytes[at] {
      case 0x00...0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"),
        UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["):
        return String(decoding: bytes[start..<at], as: UTF8.self)
      default: at += 1
      }
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func quoted() -> ArraySlice<UInt8>? {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'"),
      let end = bytes[(at + 1)...].firstIndex(of: bytes[at])
    else { return nil }
    defer { at = end + 1 }
    return bytes[(at + 1)..<end]
  }

  // MARK: Markup

  private mutating func startTag() -> Bool {
    at += 1
    let fullName = name()
    guard !fullName.isEmpty, nodes.count < XMLTree.maxNodes, open.count < XMLTree.maxDepth else {
      return false
    }
    var found: [(name: String, value: String)] = []
    var withPrefix: [(name: String, value: String)] = []
    while true {
      skipSpace()
      guard at < bytes.count else { return false }
      if bytes[at] == UInt8(ascii: ">") || bytes[at] == UInt8(ascii: "/") { break }
      let attribute = name()
      skipSpace()
      guard !attribute.isEmpty, at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
        return false
      }
      at += 1
      skipSpace()
      guard let raw = quoted(), let value = resolved(raw) else { return false }
      if attribute == "xmlns" {
        prefixes.append(("", value, open.count))
      } else if attribute.hasPrefix("xmlns:") {
        prefixes.append((String(attribute.dropFirst(6)), value, open.count))
      } else if let colon = attribute.firstIndex(of: ":") {
        let local = attribute[attribute.index(after: colon)...]
        if local == "href" || attribute == "xml:space" {
          withPrefix.append((String(local), value))
        }
      } else {
        found.append((attribute, value))
      }
    }
    let isEmpty = bytes[at] == UInt8(ascii: "/")
    if isEmpty { at += 1 }
    guard at < bytes.count, bytes[at] == UInt8(ascii: ">") else { return false }
    at += 1
    var node = XMLTree.Node()
    let space: String?
    (node.name, space) = resolved(name: fullName)
    node.isSVG = space.map { $0 == Self.svg } ?? true
    node.isHTML = space == "http://www.w3.org/1999/xhtml"
    // An attribute without a prefix takes precedence over one with a prefix.
    node.attributes = found + withPrefix
    let number = add(node)
    if isEmpty { forgetPrefixes() } else { open.append((number, fullName, -1)) }
    return true
  }

  private mutating func endTag() -> Bool {
    at += 2
    let fullName = name()
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ">"), open.last?.name == fullName else {
      return false
    }
    at += 1
    open.removeLast()
    forgetPrefixes()
    return true
  }

  private mutating func forgetPrefixes() {
    while let last = prefixes.last, last.depth >= open.count { prefixes.removeLast() }
  }

  /// Returns the name without its prefix, and its namespace, or `nil` for none.
  private func resolved(name: String) -> (name: String, space: String?) {
    let colon = name.firstIndex(of: ":")
    let prefix = colon.map { String(name[..<$0]) } ?? ""
    let local = colon.map { String(name[name.index(after: $0)...]) } ?? name
    let space = prefixes.last { $0.prefix == prefix }?.space
    return (local, space ?? (prefix.isEmpty || prefix == "svg" ? nil : prefix))
  }

  private mutating func add(_ node: XMLTree.Node) -> Int {
    var node = node
    node.depth = open.count
    let number = nodes.count
    if let last = open.indices.last {
      node.parent = open[last].node
      if open[last].lastChild >= 0 {
        nodes[open[last].lastChild].next = number
      } else {
        nodes[open[last].node].firstChild = number
      }
      open[last].lastChild = number
    }
    nodes.append(node)
    return number
  }

  // MARK: Text

  private mutating func text() -> Bool {
    let end = bytes[at...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    let raw = bytes[at..<end]
    at = end
    guard !open.isEmpty else { return raw.allSatisfy(SVGScanner.isSpace) }
    guard let text = resolved(raw) else { return false }
    return append(text)
  }

  private mutating func characterData() -> Bool {
    at += 9
    let start = at
    guard !open.isEmpty, skip(past: "]]>") else { return false }
    return append(String(decoding: bytes[start..<at - 3], as: UTF8.self))
  }

  private mutating func append(_ text: String) -> Bool {
    guard !text.isEmpty else { return true }
    if let last = open.last, last.lastChild >= 0, nodes[last.lastChild].name.isEmpty {
      nodes[last.lastChild].text += text
      return true
    }
    guard nodes.count < XMLTree.maxNodes else { return false }
    _ = add(XMLTree.Node(isSVG: true, text: text))
    return true
  }

  /// Returns text with its references replaced.
  private mutating func resolved(_ raw: ArraySlice<UInt8>) -> String? {
    if !raw.contains(UInt8(ascii: "&")) { return String(decoding: raw, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(raw.count)
    var place = raw.startIndex
    while place < raw.endIndex {
      guard raw[place] == UInt8(ascii: "&"),
        let end = raw[place...].prefix(66).firstIndex(of: UInt8(ascii: ";"))
      else {
        result.append(raw[place])
        place += 1
        continue
      }
      let name = String(decoding: raw[(place + 1)..<end], as: UTF8.self)
      if let known = Self.predefined[name] {
        result.append(known)
      } else if let scalar = Self.scalar(name) {
        result += String(scalar).utf8
      } else if let value = entities[name] {
        entityBytes += value.count
        guard entityBytes <= XMLTree.maxEntityBytes else { return nil }
        result += value
      } else {
        result += raw[place...end]
      }
      place = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let predefined: [String: UInt8] = [
    "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27,
  ]

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let value =
      isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }

  /// Reads a document type with the entities of its internal subset.
  private mutating func doctype() -> Bool {
    hasDoctype = true
    at += 2
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard quoted() != nil else { return false }
      case UInt8(ascii: "["):
        at += 1
        guard subset() else { return false }
      case UInt8(ascii: ">"):
        at += 1
        return true
      default: at += 1
      }
    }
    return false
  }

  private mutating func subset() -> Bool {
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "]") {
        at += 1
        return true
      }
      if starts("<!--") {
        guard skip(past: "-->") else { return false }
      } else if starts("<!ENTITY") {
        at += 8
        skipSpace()
        let entity = name()
        skipSpace()
        if let raw = quoted(), let value = resolved(raw) {
          if entities[entity] == nil, entities.count < 1024 { entities[entity] = Array(value.utf8) }
        }
        guard skipDeclaration() else { return false }
      } else if starts("<") {
        guard skipDeclaration() else { return false }
      } else {
        at += 1
      }
    }
    return false
  }

  /// Skips the rest of a declaration, including its quoted strings.
  private mutating func skipDeclaration() -> Bool {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard quoted() != nil else { return false }
      case UInt8(ascii: ">"):
        at += 1
        return true
      default: at += 1
      }
    }
    return false
  }
}

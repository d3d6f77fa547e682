/// The name of an element as a number: its letters where there are at most eight, else a hash.
struct ElementName {
  private var packed: UInt64 = 0
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  private var count = 0

  /// Adds the next byte, of either case.
  mutating func add(_ byte: UInt8) {
    let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    if count < 8 { packed = packed << 8 | UInt64(lower) }
    hash = (hash ^ UInt64(lower)) &* 0x0000_0100_0000_01B3
    count += 1
  }

  /// The number.
  var value: UInt64 { count <= 8 ? packed : hash | 1 << 63 }

  /// The number of a name.
  static func of(_ name: String) -> UInt64 {
    var made = ElementName()
    for byte in name.utf8 { made.add(byte) }
    return made.value
  }

  /// The letters of a name of at most eight.
  static func bytes(of value: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(value >> UInt64($0) & 0xFF) }.filter {
      $0 != 0
    }
  }
}

/// What the rules of HTML5 make of an element, as far as it decides what is open.
enum ElementRole {
  case other, void, rawText, formatting, page, foreign
  /// Closes a paragraph.
  case block
  case paragraph, item, term, row, cell, rowGroup, table, caption, scope, option

  /// The elements whose text has rules of its own.
  static let rawTextNames = "script style xmp iframe noembed noframes textarea title plaintext"

  private static let roles: [UInt64: ElementRole] = {
    var roles: [UInt64: ElementRole] = [:]
    func add(_ role: ElementRole, _ names: String) {
      for name in names.split(separator: " ") { roles[ElementName.of(String(name))] = role }
    }
    add(.void, "area base basefont bgsound br col command embed frame hr image img input keygen")
    add(.void, "link meta param source track wbr")
    add(.rawText, rawTextNames)
    add(.formatting, "a b big code em font i nobr s small strike strong tt u")
    add(.page, "html head body")
    add(.foreign, "svg math")
    add(.block, "address article aside blockquote center details dialog dir div dl fieldset")
    add(.block, "figcaption figure footer header hgroup main menu nav ol section summary ul pre")
    add(.block, "listing form h1 h2 h3 h4 h5 h6")
    add(.paragraph, "p")
    add(.item, "li")
    add(.term, "dd dt")
    add(.row, "tr")
    add(.cell, "td th")
    add(.rowGroup, "tbody thead tfoot colgroup")
    add(.table, "table")
    add(.caption, "caption")
    add(.scope, "applet marquee object template button")
    add(.option, "option optgroup")
    return roles
  }()

  init(_ name: UInt64) { self = Self.roles[name] ?? .other }

  /// Whether an end tag inside it does not close what is outside.
  var bounds: Bool {
    switch self {
    case .cell, .table, .caption, .scope, .foreign: true
    default: false
    }
  }
}

/// A model of the open elements and the formatting that opens again, near enough to bound both.
struct OpenElements {
  private struct Element {
    var name: UInt64
    var role: ElementRole
    /// The entry of the formatting that it is.
    var formatting = -1
  }

  private struct Formatting {
    var name: UInt64
    /// A hash of the whole tag: of equal ones the parser keeps three.
    var tag: UInt64
    var isOpen: Bool
    var serial: Int
  }

  private var elements: [Element] = []
  private var formatting: [Formatting] = []
  private var foreignCount = 0
  private var nextSerial = 0
  private var clones = 0
  /// How often formatting may open again.
  var mostClones = 0
  /// Whether formatting was closed by the end of what it stood in.
  private(set) var hasClosedFormatting = false

  /// How much formatting may wait to be opened again.
  static let mostFormatting = 64

  var count: Int { elements.count }
  var formattingCount: Int { formatting.count }
  /// Whether an element of SVG or MathML is open.
  var isForeign: Bool { foreignCount > 0 }

  /// Closes what a start tag closes.
  mutating func prepare(for name: UInt64, _ role: ElementRole) {
    guard !isForeign else { return }
    switch role {
    case .block, .paragraph, .table:
      closeParagraph()
    case .item:
      if let place = last(where: { $0.role == .item }, until: { Self.isList($0) || $0.role.bounds })
      {
        pop(to: place)
      }
      closeParagraph()
    case .term:
      if let place = last(
        where: { $0.role == .term }, until: { $0.role == .block || $0.role.bounds })
      {
        pop(to: place)
      }
      closeParagraph()
    case .row: popInside { $0.role == .table || $0.role == .rowGroup || $0.role == .scope }
    case .rowGroup, .caption: popInside { $0.role == .table || $0.role == .scope }
    case .cell: popInside { $0.role == .row || $0.role == .table || $0.role == .scope }
    case .option: if elements.last?.role == .option { pop(to: elements.count - 1) }
    case .formatting:
      // A link in a link closes it.
      if name == Self.link, formatting.contains(where: { $0.name == name }) { close(name, role) }
    default: break
    }
  }

  private static let link = ElementName.of("a")
  private static let lists = [ElementName.of("ul"), ElementName.of("ol")]

  private static func isList(_ element: Element) -> Bool { lists.contains(element.name) }

  /// Opens an element.
  mutating func push(_ name: UInt64, _ role: ElementRole, tag: UInt64) {
    var element = Element(name: name, role: role)
    if role == .foreign { foreignCount += 1 }
    if role == .formatting, !isForeign {
      let equal = formatting.indices.filter { formatting[$0].tag == tag }
      if equal.count >= 3 { formatting.remove(at: equal[0]) }
      nextSerial += 1
      element.formatting = nextSerial
      formatting.append(Formatting(name: name, tag: tag, isOpen: true, serial: nextSerial))
    }
    elements.append(element)
  }

  /// Closes an element of a name, where one is open.
  mutating func close(_ name: UInt64, _ role: ElementRole) {
    if role == .formatting, let index = formatting.lastIndex(where: { $0.name == name }) {
      let serial = formatting[index].serial
      let isOpen = formatting[index].isOpen
      formatting.remove(at: index)
      if isOpen, let place = elements.lastIndex(where: { $0.formatting == serial }) {
        // What stands inside stays open where it is a block.
        if elements[place...].contains(where: { $0.role == .block || $0.role.bounds }) {
          elements.remove(at: place)
        } else {
          pop(to: place)
        }
      }
      noteClosed()
      return
    }
    let isOfTable = [.table, .row, .cell, .rowGroup, .caption].contains(role)
    let place = last(
      where: { $0.name == name },
      until: { isOfTable ? $0.role == .table && role != .table : $0.role.bounds })
    if let place { pop(to: place) }
  }

  /// Opens the formatting again that was closed by the end of what it stood in.
  ///
  /// - Returns: False where that was done too often.
  mutating func reopen(upTo limit: Int) -> Bool {
    for index in formatting.indices where !formatting[index].isOpen {
      clones += 1
      formatting[index].isOpen = true
      if elements.count < limit + Self.mostFormatting {
        elements.append(
          Element(
            name: formatting[index].name, role: .formatting, formatting: formatting[index].serial))
      }
    }
    hasClosedFormatting = false
    return clones <= mostClones
  }

  /// Forgets all formatting and returns the names of what must be closed.
  mutating func giveUpFormatting() -> [UInt64] {
    let names = formatting.reversed().map(\.name)
    formatting.removeAll()
    elements.removeAll { $0.formatting >= 0 }
    hasClosedFormatting = false
    return names
  }

  private mutating func closeParagraph() {
    if let place = last(where: { $0.role == .paragraph }, until: { $0.role.bounds }) {
      pop(to: place)
    }
  }

  /// The innermost element of a kind, not outside one of another.
  private func last(
    where isWanted: (Element) -> Bool, until isBound: (Element) -> Bool
  ) -> Int? {
    var index = elements.count - 1
    while index >= 0 {
      if isWanted(elements[index]) { return index }
      if isBound(elements[index]) { return nil }
      index -= 1
    }
    return nil
  }

  /// Closes what is open inside the innermost element of a kind, where there is one.
  private mutating func popInside(_ isWanted: (Element) -> Bool) {
    if let place = last(where: isWanted, until: { _ in false }) { pop(to: place + 1) }
  }

  private mutating func pop(to count: Int) {
    while elements.count > count, let element = elements.popLast() {
      if element.role == .foreign { foreignCount -= 1 }
      guard element.formatting >= 0 else { continue }
      if let index = formatting.lastIndex(where: { $0.serial == element.formatting }) {
        formatting[index].isOpen = false
      }
    }
    noteClosed()
  }

  private mutating func noteClosed() {
    hasClosedFormatting = formatting.contains { !$0.isOpen }
  }
}

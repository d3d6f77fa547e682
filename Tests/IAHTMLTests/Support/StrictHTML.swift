/// A page parsed by much stricter rules than those of browsers.
///
/// Only the elements, attributes and references that the writer may use are accepted; start and end
/// tags must match. This shows that content of a document is always text.
struct StrictHTML {
  /// The reason of an error, and the text around it.
  struct Fault: Error, CustomStringConvertible {
    var reason: String
    var context: String
    var description: String { "\(reason) at …\(context)…" }
  }

  /// A piece of a page.
  enum Token: Equatable {
    case doctype
    case start(String, [String: String])
    case end(String)
    case text(String)
  }

  /// All tokens in order.
  private(set) var tokens: [Token] = []
  private let bytes: [UInt8]
  private var at = 0
  private var open: [String] = []

  static let void: Set = ["meta", "br", "hr", "img", "input", "col"]
  static let phrasing: Set = [
    "a", "bdo", "br", "code", "em", "img", "mark", "s", "span", "strong", "sub", "sup", "u",
    "input", "select", "option", "textarea", "math",
  ]
  /// The elements of equations, which may occur only inside `math`.
  private static let equationParts: Set = [
    "semantics", "annotation", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt",
    "mroot", "msub", "msup",
    "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd",
  ]
  static let elements: Set = phrasing.union([
    "html", "head", "meta", "title", "style", "body", "main", "p", "h1", "h2", "h3", "h4", "h5",
    "h6", "blockquote", "pre", "ol", "ul", "li", "dl", "dt", "dd", "table", "colgroup", "col",
    "thead", "tbody", "tr",
    "td", "th", "hr", "figure", "figcaption", "section", "aside", "header", "footer", "div",
  ]).union(equationParts)
  static let attributes: Set = [
    "lang", "charset", "name", "content", "http-equiv", "class", "id", "dir", "data-ia", "href",
    "rel", "title", "role", "hidden", "src", "alt", "width", "height", "type", "disabled",
    "checked", "start", "value", "colspan", "rowspan", "scope", "data-label", "data-author",
    "data-ordinal", "data-column",
    "data-date", "aria-label", "size", "selected", "display", "mathvariant", "stretchy", "form",
    "accent", "movablelimits",
    "encoding",
  ]
  private static let references: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'", "#9": "\t", "#10": "\n",
    "nbsp": "\u{A0}", "shy": "\u{AD}",
  ]

  init(_ page: String) throws {
    bytes = Array(page.utf8)
    while at < bytes.count { try next() }
    guard open.isEmpty else { throw fault("\(open) left open") }
  }

  private mutating func next() throws {
    guard bytes[at] == UInt8(ascii: "<") else {
      let start = at
      while at < bytes.count, bytes[at] != UInt8(ascii: "<") { at += 1 }
      let isRaw = open.last == "style"
      let text = isRaw ? Self.string(bytes[start..<at]) : try decode(start..<at)
      return tokens.append(.text(text))
    }
    if take("<!DOCTYPE html>") { return tokens.append(.doctype) }
    if take("</") {
      let name = takeName()
      guard take(">") else { throw fault("end tag") }
      guard open.popLast() == name else { throw fault("</\(name)> does not match") }
      return tokens.append(.end(name))
    }
    at += 1
    let name = takeName()
    guard Self.elements.contains(name) else { throw fault("element <\(name)>") }
    try check(name)
    var found: [String: String] = [:]
    while !take(">") {
      guard take(" ") else { throw fault("start tag") }
      let key = takeName()
      // SVG pictures have no rounded corners.
      let isCorner = key == "style" && name == "img"
      guard Self.attributes.contains(key) || isCorner, found[key] == nil else {
        throw fault("attribute \(key)")
      }
      found[key] = take("=\"") ? try takeValue() : ""
      if isCorner, found[key] != "border-radius:0" { throw fault("attribute \(key)") }
    }
    if !Self.void.contains(name) { open.append(name) }
    tokens.append(.start(name, found))
  }

  /// Checks that an element may be a child of the innermost open element.
  private func check(_ name: String) throws {
    let parent = open.last ?? ""
    let isMisplaced =
      Self.parents[name].map { !$0.contains(parent) }
      ?? (Self.children[parent].map { !$0.contains(name) } ?? false)
    let isBlockInText =
      ["p", "h1", "h2", "h3", "h4", "h5", "h6"].contains(parent) && !Self.phrasing.contains(name)
    if isMisplaced || isBlockInText || (name == "a" && open.contains("a")) {
      throw fault("<\(name)> in <\(parent)>")
    }
    let isInEquation = parent == "math" || Self.equationParts.contains(parent)
    if Self.equationParts.contains(name) != isInEquation {
      throw fault("<\(name)> in <\(parent)>")
    }
  }

  private static let parents: [String: Set<String>] = [
    "li": ["ol", "ul"], "dt": ["dl"], "dd": ["dl"], "td": ["tr"], "th": ["tr"],
    "tr": ["thead", "tbody"],
    "thead": ["table"], "tbody": ["table"], "colgroup": ["table"], "col": ["colgroup"],
    "figcaption": ["figure"], "main": ["body"],
  ]
  private static let children: [String: Set<String>] = [
    "ol": ["li"], "ul": ["li"], "dl": ["dt", "dd"], "table": ["thead", "tbody", "colgroup"],
    "tr": ["td", "th"],
    "thead": ["tr"], "tbody": ["tr"], "pre": ["code"],
  ]

  private mutating func takeValue() throws -> String {
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += 1 }
    defer { at += 1 }
    if bytes[start..<at].contains(UInt8(ascii: "<")) { throw fault("< in a value") }
    return try decode(start..<at)
  }

  private mutating func takeName() -> String {
    let start = at
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"):
        at += 1
      default: return Self.string(bytes[start..<at])
      }
    }
    return Self.string(bytes[start..<at])
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[at...].starts(with: text.utf8) else { return false }
    at += text.utf8.count
    return true
  }

  private func decode(_ range: Range<Int>) throws -> String {
    var text: [UInt8] = []
    var at = range.lowerBound
    while at < range.upperBound {
      if bytes[at] == UInt8(ascii: ">") { throw fault("raw >") }
      guard bytes[at] == UInt8(ascii: "&") else {
        text.append(bytes[at])
        at += 1
        continue
      }
      guard let end = bytes[at..<range.upperBound].firstIndex(of: UInt8(ascii: ";")),
        let known = Self.references[Self.string(bytes[at + 1..<end])]
      else { throw fault("reference") }
      text += Array(known.utf8)
      at = end + 1
    }
    return Self.string(text[...])
  }

  private func fault(_ reason: String) -> Fault {
    let around = max(0, at - 80)..<min(bytes.count, at + 40)
    return Fault(reason: reason, context: Self.string(bytes[around]))
  }

  private static func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension StrictHTML {
  /// The text of each paragraph in order, as a reader finds it: an attachment is U+FFFC, a break is
  /// U+2028, and each line of code is a paragraph.
  var paragraphs: [String] {
    let leaves: Set = ["p", "h1", "h2", "h3", "h4", "h5", "h6", "figure", "pre"]
    var found: [String] = []
    var leaf: String?
    var skipped = 0
    for token in tokens {
      switch token {
      case .start("hr", _): found.append("")
      case .start(let name, let attributes):
        if leaves.contains(name) {
          leaf = name
          found.append("")
        }
        guard leaf != nil else { continue }
        let kind = attributes["class"] ?? ""
        if skipped > 0 {
          skipped += Self.void.contains(name) ? 0 : 1
        } else if leaf == "figure" {
          if name == "figure" { found[found.count - 1] = "\u{FFFC}" }
        } else if name == "br" {
          found[found.count - 1] += "\u{2028}"
        } else if name == "img" {
          found[found.count - 1] += "\u{FFFC}"
        } else if kind == "ia-attachment" || kind == "ia-sticker" {
          found[found.count - 1] += "\u{FFFC}"
          skipped = 1
        }
      case .end(let name):
        if skipped > 0 { skipped -= 1 }
        if name == leaf {
          if name == "pre", let code = found.popLast() {
            found += code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
          }
          leaf = nil
        }
      case .text(let text):
        if leaf != nil, leaf != "figure", skipped == 0 { found[found.count - 1] += text }
      case .doctype: continue
      }
    }
    return found
  }
}

internal import IABytes
internal import IAFormats
internal import IAMarkup
internal import IAText

/// Finds the footnotes and endnotes of a page that this suite did not write.
///
/// HTML has no element for notes. Programs write two links to each other, with names in pairs:
/// `_ftn1` and `_ftnref1` (Word), `sdfootnote1sym` and `sdfootnote1anc` (LibreOffice), `ftnt1` and
/// `ftnt_ref1` (Google Docs), `fn1` and `fnref1` (Markdown converters). Others set the roles
/// `doc-noteref` and `doc-footnote` (DPUB-ARIA).
struct PageNotes {
  /// The label of each block that is a note.
  private(set) var labels: [HTMLNode: String] = [:]
  /// The label of each link that refers to a note.
  private(set) var references: [HTMLNode: String] = [:]
  /// The elements to omit: links back, printed labels, and the rule above the notes.
  private(set) var leftOut: Set<HTMLNode> = []
  /// The ids and names of the links and notes.
  private(set) var names: Set<String> = []

  /// Whether the page has no notes.
  var isEmpty: Bool { labels.isEmpty }

  private var found: [NoteName.Key: Found] = [:]
  private var order: [NoteName.Key] = []
  /// The links with the role `doc-noteref`, with the id that each refers to.
  private var roleReferences: [(node: HTMLNode, name: String)] = []

  /// A possible note, with the elements found so far.
  private struct Found {
    /// The first element with the name of the note.
    var note: HTMLNode?
    var references: [HTMLNode] = []
    var backLinks: [HTMLNode] = []
    var names: Set<String> = []
  }

  /// Records an element with attributes if it may be part of a note.
  mutating func look(at node: HTMLNode, id: String?) {
    let isLink = node.tag == .a
    if let name = id ?? (isLink ? node[.name] : nil), let own = NoteName(name) {
      add(own.key) { found in
        found.names.insert(name)
        if !own.isReference, found.note == nil { found.note = node }
      }
    }
    guard isLink, let href = node[.href], let mark = href.lastIndex(of: "#") else { return }
    let name = String(href[href.index(after: mark)...])
    guard let target = NoteName(name) else {
      if mark == href.startIndex, !name.isEmpty, node[.role] == "doc-noteref" {
        roleReferences.append((node, name))
      }
      return
    }
    add(target.key) { found in
      if target.isReference { found.backLinks.append(node) } else { found.references.append(node) }
    }
  }

  private mutating func add(_ key: NoteName.Key, _ change: (inout Found) -> Void) {
    if found[key] == nil { order.append(key) }
    change(&found[key, default: Found()])
  }

  /// Selects the notes, after all elements were recorded.
  ///
  /// - Parameter root: The root element of the page.
  mutating func settle(in root: HTMLNode) {
    let pairs = order.compactMap { key in
      found[key].flatMap { found in found.note.map { (key, found, $0) } }
    }.filter { !$0.1.references.isEmpty && !$0.1.backLinks.isEmpty }
    let blocks = pairs.map { Self.block(of: $0.2) }
    var claims: [HTMLNode: Int] = [:]
    for case (_, let outer?)? in blocks { claims[outer, default: 0] += 1 }
    var used: Set<String> = []
    for ((key, pair, _), block) in zip(pairs, blocks) {
      guard let block else { continue }
      let outer = block.outer.flatMap { claims[$0] == 1 ? $0 : nil }
      let container = outer ?? block.inner
      let label = Self.label(key, pair.references[0], used)
      guard labels[container] == nil, used.insert(label).inserted else { continue }
      labels[container] = label
      for reference in pair.references { references[reference] = label }
      leftOut.formUnion(pair.backLinks)
      leaveOutLine(above: container)
      names.formUnion(pair.names)
    }
    found = [:]
    order = []
    if !roleReferences.isEmpty { settleRoles(in: root, &used) }
  }

  /// Selects the elements with the role `doc-footnote` or `doc-endnote` to which a recorded link
  /// refers.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  private mutating func settleRoles(in root: HTMLNode, _ used: inout Set<String>) {
    var references: [String: [HTMLNode]] = [:]
    for reference in roleReferences {
      references[reference.name, default: []].append(reference.node)
    }
    var node: HTMLNode? = root
    while let current = node {
      node = current.next(in: root, entering: true)
      guard current.isElement, current.hasAttributes, let role = current[.role],
        role == "doc-footnote" || role == "doc-endnote", Self.isBlock(current),
        let name = current[.id], let links = references.removeValue(forKey: name)
      else { continue }
      let key = NoteName.Key(family: "", number: name)
      let label = Self.label(key, links[0], used)
      guard used.insert(label).inserted else { continue }
      labels[current] = label
      for link in links {
        self.references[link] = label
        if let id = link[.id] { names.insert(id) }
      }
      names.insert(name)
      leaveOutLabels(of: current)
      leaveOutLine(above: current)
      // Notes cannot be nested.
      node = current.next(in: root, entering: false)
    }
    roleReferences = []
  }

  /// Omits the label before the text of a note and the links back.
  private mutating func leaveOutLabels(of note: HTMLNode) {
    for child in note.children.prefix(Self.reach) where child.isElement {
      guard ElementKind(child.tag) == .inline,
        child.allText(limit: Self.reach).allSatisfy({
          $0.isWhitespace || $0.isNumber || "[](),.*".contains($0)
        })
      else { break }
      leftOut.insert(child)
    }
    var node = note.firstChild
    while let current = node {
      if current.isElement, current.tag == .a, current[.role] == "doc-backlink" {
        leftOut.insert(current)
      }
      node = current.next(in: note, entering: true)
    }
  }

  /// Returns an unused label of a note: the text of the reference without brackets, or a label made
  /// from the note's name.
  private static func label(
    _ key: NoteName.Key, _ reference: HTMLNode, _ used: Set<String>
  ) -> String {
    let shown = reference.allText(limit: 16).filter {
      !$0.isWhitespace && !"[]()\u{A0}".contains($0)
    }
    let isPlain =
      !shown.isEmpty && shown.utf8.count <= 16 && shown.allSatisfy { $0.isLetter || $0.isNumber }
    let choices = (isPlain ? [shown] : []) + [key.number, key.family + key.number]
    return choices.first { !used.contains($0) } ?? shown
  }

  /// The maximum number of neighbouring nodes or ancestors that are examined.
  private static var reach: Int { 32 }

  /// Returns the block that begins with an element, and the `div` around it if that begins with the
  /// same element.
  private static func block(of start: HTMLNode) -> (inner: HTMLNode, outer: HTMLNode?)? {
    var inner = start
    for _ in 0..<reach {
      if isBlock(inner) { break }
      guard ElementKind(inner.tag) == .inline, !hasContent(before: inner), let parent = inner.parent
      else { return nil }
      inner = parent
    }
    guard isBlock(inner) else { return nil }
    guard inner.tag == .p, let outer = inner.parent, outer.tag == .div,
      !hasContent(before: inner)
    else { return (inner, nil) }
    return (inner, outer)
  }

  private static func isBlock(_ node: HTMLNode) -> Bool {
    let kind = ElementKind(node.tag)
    return node.isHTML && (kind == .block || node.tag == .li)
  }

  private static func hasContent(before node: HTMLNode) -> Bool {
    var before = node
    for _ in 0..<reach {
      guard let sibling = before.previous else { return false }
      if sibling.isElement || sibling.kind == .text && !sibling.isBlank { return true }
      before = sibling
    }
    return true
  }

  /// Omits the rule above the first note, and the line break before it (Word).
  private mutating func leaveOutLine(above container: HTMLNode) {
    var node = container
    for _ in 0..<3 {
      guard let before = Self.element(before: node) else {
        guard let parent = node.parent, parent.tag != .body else { return }
        node = parent
        continue
      }
      guard before.tag == .hr else { return }
      leftOut.insert(before)
      if let line = Self.element(before: before), line.tag == .br { leftOut.insert(line) }
      return
    }
  }

  private static func element(before node: HTMLNode) -> HTMLNode? {
    var before = node
    for _ in 0..<reach {
      guard let sibling = before.previous else { return nil }
      if sibling.isElement { return sibling }
      if sibling.kind == .text, !sibling.isBlank { return nil }
      before = sibling
    }
    return nil
  }
}

extension HTMLNode {
  /// Whether a text node contains only ASCII white space.
  fileprivate var isBlank: Bool { utf8.allSatisfy { $0 <= 0x20 } }
}

/// The parsed id of a note or of a reference to a note.
struct NoteName {
  /// The part of an id that a note and its references share.
  struct Key: Hashable {
    var family: String
    var number: String
  }

  var key: Key
  var isReference: Bool

  /// Creates the parts of an id; `nil` if it does not have the form of a note's id.
  init?(_ name: String) {
    guard let first = name.utf8.first, "_fsu".utf8.contains(first), name.utf8.count <= 64 else {
      return nil
    }
    for (reference, note) in Self.families {
      for (prefix, isReference) in [(reference, true), (note, false)] {
        guard name.hasPrefix(prefix.start), name.hasSuffix(prefix.end) else { continue }
        let number = name.dropFirst(prefix.start.count).dropLast(prefix.end.count)
        guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
          continue
        }
        key = Key(family: note.start, number: String(number))
        self.isReference = isReference
        return
      }
    }
    return nil
  }

  private typealias Affixes = (start: String, end: String)

  private static let families: [(reference: Affixes, note: Affixes)] = [
    (("_ftnref", ""), ("_ftn", "")), (("_ednref", ""), ("_edn", "")),
    (("sdfootnote", "anc"), ("sdfootnote", "sym")), (("sdendnote", "anc"), ("sdendnote", "sym")),
    (("ftnt_ref", ""), ("ftnt", "")), (("fnref", ""), ("fn", "")),
    (("fnref:", ""), ("fn:", "")), (("fnref-", ""), ("fn-", "")),
    (("user-content-fnref-", ""), ("user-content-fn-", "")),
  ]
}

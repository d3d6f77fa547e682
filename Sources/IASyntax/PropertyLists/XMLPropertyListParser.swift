internal import IABytes

/// Reads an XML property list byte by byte, without building an XML tree.
///
/// A document type may be named, as Apple's writers do, but declarations are refused. The parser never fetches or
/// expands entities. Attributes are allowed only on `plist`; comments are allowed anywhere between tags.
struct XMLPropertyListParser {
  /// A container that is still open.
  private struct Frame {
    let node: Int
    let isDictionary: Bool
    /// The index in `pending` of its first child.
    let firstPending: Int
  }

  var builder: PropertyListBuilder
  var position = 0
  private let limits: Limits
  private var frames: [Frame] = []
  private var pending: [UInt32] = []

  init(limits: Limits) {
    self.limits = limits
    builder = PropertyListBuilder(limits: limits)
  }

  /// Reads a whole list and returns the node of its value.
  mutating func run(_ input: Span<UInt8>) throws(InputError) -> Int {
    try prolog(input)
    var root: Int?
    while true {
      try skipMisc(input)
      let start = position
      let tag = try tag(input)
      if tag.isEnd {
        if frames.isEmpty {
          guard let root, tag.name == "plist" else { throw unexpected(tag, at: start) }
          try skipMiscToEnd(input)
          return root
        }
        let node = try endContainer(tag, at: start)
        if frames.isEmpty { root = node }
        continue
      }
      guard root == nil else { throw unexpected(tag, at: start) }
      let isKey = tag.name == "key"
      try checkPlace(isKey: isKey, tag, at: start)
      let node: Int
      if tag.name == "dict" || tag.name == "array" {
        node = try beginContainer(tag, at: start)
        if !tag.isEmpty { continue }
      } else {
        node = try scalar(tag, at: start, input)
      }
      if frames.isEmpty { root = node }
    }
  }

  // MARK: - Containers

  /// Checks that keys and values alternate in a dictionary, and that there is no key outside of dictionaries.
  private func checkPlace(isKey: Bool, _ tag: XMLTag, at start: Int) throws(InputError) {
    guard let frame = frames.last else {
      if isKey { throw unexpected(tag, at: start) }
      return
    }
    let wantsKey = frame.isDictionary && (pending.count - frame.firstPending) & 1 == 0
    guard isKey == wantsKey else {
      throw InputError(
        .plistKey, at: start, detail: wantsKey ? "expected a key" : "expected a value")
    }
  }

  private mutating func beginContainer(_ tag: XMLTag, at start: Int) throws(InputError) -> Int {
    guard frames.count < limits.depth else {
      throw .exceeds(
        .plistDepth, limit: "depth", maximum: limits.depth, seen: frames.count + 1, at: start)
    }
    let isDictionary = tag.name == "dict"
    let node = try add(isDictionary ? .dictionary : .array, at: start)
    if !tag.isEmpty {
      frames.append(Frame(node: node, isDictionary: isDictionary, firstPending: pending.count))
    }
    return node
  }

  /// Ends the innermost container, and returns its node.
  private mutating func endContainer(_ tag: XMLTag, at start: Int) throws(InputError) -> Int {
    let frame = frames.removeLast()
    guard tag.name == (frame.isDictionary ? "dict" : "array") else {
      throw unexpected(tag, at: start)
    }
    let children = pending[frame.firstPending...]
    guard !frame.isDictionary || children.count & 1 == 0 else {
      throw InputError(.plistKey, at: start, detail: "a key without a value")
    }
    let first = builder.children.count
    builder.children.append(contentsOf: children)
    pending.removeSubrange(frame.firstPending...)
    builder.setRange(of: frame.node, from: first, to: builder.children.count)
    if frame.isDictionary {
      try builder.checkKeys(of: frame.node)
      makeUID(of: frame.node)
    }
    return frame.node
  }

  /// Converts a dictionary `{CF$UID = n}`, which represents a UID in the XML form, to a UID.
  private mutating func makeUID(of node: Int) {
    guard builder.nodes[node].count == 2 else { return }
    let first = Int(builder.nodes[node].start)
    let key = Int(builder.children[first])
    let value = builder.nodes[Int(builder.children[first + 1])]
    guard value.kind == .integer, value.payload <= UInt64(UInt32.max),
      builder.units[builder.range(of: key)].elementsEqual("CF$UID".utf16)
    else { return }
    builder.nodes[node].kind = .uid
    builder.nodes[node].payload = value.payload
    builder.nodes[node].count = 0
  }

  /// Adds a node to the table and to the innermost container.
  mutating func add(
    _ kind: PropertyListValue.Kind, at start: Int, payload: UInt64 = 0
  ) throws(InputError) -> Int {
    let node = try builder.add(kind, at: start, payload: payload)
    place(node)
    return node
  }

  /// Appends a node to the children of the innermost container.
  mutating func place(_ node: Int) {
    if !frames.isEmpty { pending.append(UInt32(node)) }
  }

  func unexpected(_ tag: XMLTag, at start: Int) -> InputError {
    InputError(
      .plistSyntax, at: start, detail: "unexpected <\(tag.isEnd ? "/" : "")\(tag.name)>")
  }
}

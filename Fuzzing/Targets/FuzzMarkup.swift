internal import IABytes
internal import IAMarkup

/// Parses any bytes as pages and as a fragment, and checks that links are consistent, the depth is
/// bounded, and text ranges are valid.
@Sendable func fuzzMarkup(_ bytes: [UInt8]) throws(FuzzFailure) {
  do {
    try check(MarkupTree(parsing: bytes))
    let scripting = MarkupOptions(isScriptingEnabled: true)
    try check(MarkupTree(parsing: bytes, options: scripting))
    let contexts = [
      MarkupContext("div"), MarkupContext("tr"), MarkupContext("template"), MarkupContext("select"),
      MarkupContext("path", namespace: .svg), MarkupContext("mi", namespace: .mathML),
    ]
    // One context per input is enough, because the fuzzer varies the first byte.
    let context = contexts[Int(bytes.first ?? 0) % contexts.count]
    try check(MarkupTree(parsingFragment: bytes, in: context))
  } catch let failure as FuzzFailure {
    throw failure
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

/// Checks the links and ranges of a tree.
private func check(_ tree: MarkupTree) throws(FuzzFailure) {
  let document = tree.document
  var node: MarkupNode? = document
  var depth = 0
  var seen = 0
  while let current = node {
    seen += 1
    try require(seen <= tree.nodeCount, "no node is met twice")
    try require(depth <= 1100, "the depth is bounded")
    try require(current.firstChild?.parent ?? current == current, "a first child has its parent")
    try require(current.next?.previous ?? current == current, "links agree")
    try require(current.lastChild?.next == nil, "nothing follows the last child")
    let text = current.withText { $0.count }
    try require(text == current.textByteCount, "text has its length")
    for attribute in current.attributes {
      try require(!tree.text(of: attribute.name).isEmpty, "attributes have names")
      _ = attribute.withValue { $0.count }
    }
    if let child = current.firstChild {
      depth += 1
      node = child
      continue
    }
    var last: MarkupNode? = current
    while let climbing = last, climbing != document, climbing.next == nil {
      last = climbing.parent
      depth -= 1
    }
    node = last == document ? nil : last?.next
  }
  try require(tree.root.name == .html, "every page has its element html")
}

public import IABytes

/// The tree of a page, as the HTML Living Standard defines it, in flat arrays.
///
/// The tree keeps the bytes of its page, because most text and attribute values are ranges of them.
public final class MarkupTree: Sendable {
  /// The rendering mode that the document type selects.
  public enum QuirksMode: UInt8, Hashable, Sendable {
    /// No-quirks mode: the rules of the standards.
    case none
    /// Limited-quirks mode: the rules of the standards, except for some line heights in tables.
    case limited
    /// Quirks mode: the rules of old browsers.
    case quirks
  }

  /// The mode that the document type selects.
  public let quirksMode: QuirksMode
  /// The parts of the page that were omitted because of a limit.
  public let omissions: MarkupOmissions

  let nodes: [NodeRecord]
  let attributes: [AttributeRecord]
  let doctypes: [Tokenizer.Doctype]
  let names: NameTable
  let page: [UInt8]
  let aside: [UInt8]

  /// Creates the tree of a page.
  ///
  /// - Parameters:
  ///   - page: The bytes of the page in UTF-8. Bytes that are not valid UTF-8 are kept unchanged.
  ///   - options: Limits, and whether scripts run.
  /// - Throws: `InputError` with `html.nodes` if the page is larger than 4 GiB or its tree has more
  ///   nodes than the limit.
  /// - Complexity: O(*n* · *d*) for a page of *n* bytes in the worst case, where *d* is
  ///   `limits.openElements`.
  public convenience init(
    parsing page: [UInt8], options: MarkupOptions = MarkupOptions()
  ) throws(InputError) {
    var builder = try TreeBuilder(page, options: options)
    try builder.run()
    self.init(builder)
  }

  /// Creates the tree of a fragment, parsed as the content of an element.
  ///
  /// The nodes of the fragment are the children of `root`, an `html` element.
  ///
  /// - Throws: `InputError` with `html.nodes` if the fragment is larger than 4 GiB or its tree has more
  ///   nodes than the limit.
  public convenience init(
    parsingFragment fragment: [UInt8], in context: MarkupContext,
    options: MarkupOptions = MarkupOptions()
  ) throws(InputError) {
    var builder = try TreeBuilder(fragment, options: options)
    try builder.start(in: context)
    try builder.run()
    self.init(builder)
  }

  private init(_ builder: TreeBuilder) {
    quirksMode = builder.quirksMode
    omissions = builder.omissions
    nodes = builder.arena.nodes
    attributes = builder.tokenizer.attributes
    doctypes = builder.doctypes
    names = builder.tokenizer.names
    page = builder.tokenizer.bytes
    aside = builder.tokenizer.aside
  }

  /// The document node: the parent of the document type, of comments and of the `html` element.
  public var document: MarkupNode { MarkupNode(self, NodeArena.document) }

  /// The `html` element, which every tree has.
  public var root: MarkupNode {
    document.children.first { $0.kind == .element } ?? document
  }

  /// The number of nodes, including the document.
  public var nodeCount: Int { nodes.count - 1 }

  /// Returns the text of a name.
  public func text(of name: MarkupName) -> String {
    String(decoding: names.bytes(of: name), as: UTF8.self)
  }

  /// Returns whether a name starts with an ASCII text.
  public func name(_ name: MarkupName, starts prefix: StaticString) -> Bool {
    names.starts(name, prefix)
  }

  /// Returns the name with a text, or `nil` if it is neither a known name nor used in the page.
  public func name(_ text: String) -> MarkupName? { names.find(text.utf8) }

  /// Calls a closure with a range of bytes of the page or of `aside`.
  @inline(__always) func withBytes<R>(
    _ start: UInt32, _ count: UInt32, isAside: Bool, _ body: (Span<UInt8>) -> R
  ) -> R {
    let range = Int(start)..<Int(start) + Int(count)
    let bytes = isAside ? aside : page
    return body(bytes.span.extracting(range))
  }
}

internal import CCmark
internal import IABytes
internal import IAFiles
internal import IAFormats
internal import Synchronization

/// A document parsed by cmark-gfm, which owns the tree of C nodes.
///
/// `@safe`: the pointers come from the library, are not null, never leave this file, and are freed
/// once, in `deinit` or by `free`.
@safe struct CMarkTree: ~Copyable {
  /// The document node.
  private let root: OpaquePointer
  private let parser: OpaquePointer
  private let math: CMarkMath
  private let definitions: CMarkDefinitions
  private static let mostBytes = 1 << 30

  /// cmark-gfm keeps the characters that start inline extensions in one table a process, set at
  /// the start and cleared at the end of each parse, so only one parse may run at a time.
  private static let oneAtATime = Mutex<Void>(())
  private static let registration: Void = cmark_gfm_core_extensions_ensure_registered()

  /// Creates the tree of UTF-8 text; ill-formed sequences and NUL become U+FFFD.
  ///
  /// - Complexity: O(*n*) for input that `MarkdownSurvey` accepted.
  init(parsing bytes: borrowing [UInt8]) throws(InputError) {
    // The library counts in 32 bits and ends the process on overflow.
    guard bytes.count <= Self.mostBytes else {
      throw .exceeds(
        .inputSize, limit: "inputBytes", maximum: Self.mostBytes, seen: bytes.count, at: 0)
    }
    let options = CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8
    let parsed = unsafe Self.oneAtATime.withLock {
      _ -> (OpaquePointer, OpaquePointer, CMarkMath, CMarkDefinitions)? in
      Self.registration
      guard let math = CMarkMath() else { return nil }
      guard let definitions = CMarkDefinitions() else {
        math.free()
        return nil
      }
      guard let parser = unsafe cmark_parser_new(options) else {
        math.free()
        definitions.free()
        return nil
      }
      unsafe math.attach(to: parser)
      unsafe definitions.attach(to: parser)
      for name in ["table", "strikethrough", "autolink"] {
        if let syntax = unsafe cmark_find_syntax_extension(name) {
          unsafe cmark_parser_attach_syntax_extension(parser, syntax)
        }
      }
      unsafe bytes.withUnsafeBytes { buffer in
        if let start = buffer.baseAddress {
          unsafe cmark_parser_feed(parser, start.assumingMemoryBound(to: CChar.self), buffer.count)
        }
      }
      guard let root = unsafe cmark_parser_finish(parser) else {
        unsafe cmark_parser_free(parser)
        math.free()
        definitions.free()
        return nil
      }
      return unsafe (parser, root, math, definitions)
    }
    guard let parsed = unsafe parsed else { throw InputError(.markdownMemory, at: 0) }
    unsafe (parser, root, math, definitions) = unsafe parsed
  }

  deinit {
    // Frees the nodes iteratively, at any depth.
    unsafe cmark_node_free(root)
    unsafe cmark_parser_free(parser)
    math.free()
    definitions.free()
  }

  /// Frees a child of the document with all nodes inside, none of which may be used again.
  func free(_ node: CMarkNode) { unsafe cmark_node_free(node.pointer) }

  /// Returns the children of the document, with footnotes at their place in the source.
  ///
  /// cmark moves footnotes to the end in the order of their numbers; their line numbers give their
  /// place.
  func topLevelNodes() -> [(node: CMarkNode, footnote: Int?)] {
    var body: [CMarkNode] = []
    var notes: [CMarkNode] = []
    var next = unsafe cmark_node_first_child(root)
    while let pointer = unsafe next {
      let node = unsafe CMarkNode(pointer: pointer)
      if node.kind == .footnoteDefinition { notes.append(node) } else { body.append(node) }
      unsafe next = cmark_node_next(pointer)
    }
    guard !notes.isEmpty else { return body.map { ($0, nil) } }
    var merged: [(node: CMarkNode, footnote: Int?)] = []
    var waiting = notes.enumerated().sorted {
      ($0.element.startLine, $0.offset) < ($1.element.startLine, $1.offset)
    }[...]
    for node in body {
      while let note = waiting.first, note.element.startLine < node.startLine {
        merged.append((note.element, note.offset + 1))
        waiting.removeFirst()
      }
      merged.append((node, nil))
    }
    return merged + waiting.map { ($0.element, $0.offset + 1) }
  }

  /// Returns the labels of the footnotes by their numbers, from paragraphs at the start of the
  /// document each of which refers to one of the labels that may be defined.
  func footnoteLabels(among labels: [String]) -> [Int: String] {
    var found: [Int: String] = [:]
    var next = unsafe cmark_node_first_child(root)
    for label in labels {
      guard let paragraph = unsafe next else { return found }
      if let child = unsafe cmark_node_first_child(paragraph) {
        let node = unsafe CMarkNode(pointer: child)
        if node.kind == .footnoteReference, let number = Int(node.literal),
          found[number] == nil
        {
          found[number] = label
        }
      }
      unsafe next = cmark_node_next(paragraph)
    }
    return found
  }
}

/// The kind of a node.
enum CMarkKind {
  case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak
  case footnoteDefinition, definition, table, tableRow, tableCell
  case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, link, image
  case footnoteReference, strikethrough, math, other

  /// Whether it is a block that can be between the tags of raw HTML.
  var isContent: Bool {
    switch self {
    case .blockQuote, .list, .codeBlock, .paragraph, .heading, .thematicBreak, .table, .definition:
      true
    default: false
    }
  }
}

/// One node of a tree, valid as long as the tree, or until `CMarkTree.free` is called for it or for a node around it.
///
/// `@safe`: nodes come from a `CMarkTree` alone, and its one user, `MarkdownReader`, extends the
/// lifetime of the tree beyond the last use of a node, and does not use a node that it freed.
@safe struct CMarkNode {
  fileprivate let pointer: OpaquePointer

  fileprivate init(pointer: OpaquePointer) { unsafe self.pointer = pointer }

  var kind: CMarkKind {
    switch unsafe cmark_node_get_type(pointer) {
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_BLOCK_QUOTE: .blockQuote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnoteDefinition
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: unsafe CMarkMath.isEquation(pointer) ? .math : .code
    case CMARK_NODE_HTML_INLINE: .htmlInline
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference
    default: extensionKind
    }
  }

  /// The types of extensions are numbered at run time; their names are fixed.
  private var extensionKind: CMarkKind {
    switch unsafe String(cString: cmark_node_get_type_string(pointer)) {
    case "table": .table
    case "table_row", "table_header": .tableRow
    case "table_cell": .tableCell
    case "definition": .definition
    case "strikethrough": .strikethrough
    default: .other
    }
  }

  var literal: String {
    unsafe cmark_node_get_literal(pointer).map { unsafe String(cString: $0) } ?? ""
  }
  var url: String { unsafe cmark_node_get_url(pointer).map { unsafe String(cString: $0) } ?? "" }
  var title: String {
    unsafe cmark_node_get_title(pointer).map { unsafe String(cString: $0) } ?? ""
  }
  var info: String {
    unsafe cmark_node_get_fence_info(pointer).map { unsafe String(cString: $0) } ?? ""
  }
  /// Whether an equation is set on lines of its own.
  var isDisplay: Bool {
    unsafe CMarkMath.isDisplay(pointer)
  }
  var headingLevel: Int { unsafe Int(cmark_node_get_heading_level(pointer)) }
  var listStart: Int { unsafe Int(cmark_node_get_list_start(pointer)) }
  var isOrdered: Bool { unsafe cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
  var hasParenDelimiter: Bool { unsafe cmark_node_get_list_delim(pointer) == CMARK_PAREN_DELIM }
  var startLine: Int { unsafe Int(cmark_node_get_start_line(pointer)) }
  var endLine: Int { unsafe Int(cmark_node_get_end_line(pointer)) }
  var isHeaderRow: Bool { unsafe cmark_gfm_extensions_get_table_row_is_header(pointer) != 0 }

  /// Whether the node is all there is in a paragraph.
  var isWholeParagraph: Bool {
    guard unsafe cmark_node_next(pointer) == nil, unsafe cmark_node_previous(pointer) == nil,
      let parent = unsafe cmark_node_parent(pointer)
    else { return false }
    return unsafe cmark_node_get_type(parent) == CMARK_NODE_PARAGRAPH
  }

  /// The first node inside this one.
  var firstChild: CMarkNode? {
    unsafe cmark_node_first_child(pointer).map { unsafe CMarkNode(pointer: $0) }
  }

  /// Whether it is the end of a line inside a paragraph.
  var isLineEnd: Bool { kind == .softBreak || kind == .lineBreak }

  /// The node after this one in the same node.
  var next: CMarkNode? { unsafe cmark_node_next(pointer).map { unsafe CMarkNode(pointer: $0) } }

  /// Whether the node before this one in the same node is a definition.
  var isAfterDefinition: Bool {
    guard let previous = unsafe cmark_node_previous(pointer) else { return false }
    return unsafe CMarkNode(pointer: previous).kind == .definition
  }

  /// Returns whether two values are the same node.
  func isSame(as other: CMarkNode) -> Bool { unsafe pointer == other.pointer }

  /// Returns whether the node is the first inside another.
  func isFirst(in other: CMarkNode) -> Bool {
    unsafe cmark_node_first_child(other.pointer) == pointer
  }

  /// The node around this one.
  var parent: CMarkNode? { unsafe cmark_node_parent(pointer).map { unsafe CMarkNode(pointer: $0) } }

  var startColumn: Int { unsafe Int(cmark_node_get_start_column(pointer)) }

  /// The alignment of each column of a table: `l`, `r`, `c`, or 0 for none.
  var columnAlignments: [UInt8] {
    let count = unsafe Int(cmark_gfm_extensions_get_table_columns(pointer))
    guard let start = unsafe cmark_gfm_extensions_get_table_alignments(pointer) else {
      return Array(repeating: 0, count: count)
    }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Visits the node and all below it in order, entering and leaving each that can have children.
  func walk(_ visit: (CMarkNode, _ isEntering: Bool) throws -> Void) rethrows {
    guard let iterator = unsafe cmark_iter_new(pointer) else { return }
    defer { unsafe cmark_iter_free(iterator) }
    while true {
      let event = unsafe cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = unsafe cmark_iter_get_node(iterator) else {
        return
      }
      try unsafe visit(CMarkNode(pointer: node), event == CMARK_EVENT_ENTER)
    }
  }
}

internal import CCmark

/// A block extension for one parse that finds definitions: `: text` after a paragraph of one line (Specs/markdown.md,
/// section 1).
///
/// `@safe`: the pointer is not null and is used only in this file. `free` frees it once, after the parser.
@safe struct CMarkDefinitions {
  /// The name of the nodes' type.
  static let typeName: StaticString = "definition"
  /// The type of the nodes, which the library numbers once in a process.
  private static let type = cmark_syntax_extension_add_node(0).rawValue

  private let syntax: OpaquePointer

  /// Creates the extension, or `nil` if there is no memory.
  init?() {
    guard let syntax = unsafe cmark_syntax_extension_new("definitions") else { return nil }
    unsafe self.syntax = syntax
    _ = Self.type
    unsafe cmark_syntax_extension_set_get_type_string_func(syntax) { _, _ in
      unsafe UnsafeRawPointer(CMarkDefinitions.typeName.utf8Start)
        .assumingMemoryBound(to: CChar.self)
    }
    unsafe cmark_syntax_extension_set_can_contain_func(syntax) { _, _, child in
      // In cmark, only the highest of the two top bits is set in the types of blocks. Items can only be in lists.
      child.rawValue & 0xC000 == 0x8000 && child != CMARK_NODE_ITEM ? 1 : 0
    }
    unsafe cmark_syntax_extension_set_open_block_func(syntax) {
      syntax, isIndented, parser, parent, input, length in
      guard isIndented == 0, let syntax = unsafe syntax, let parser = unsafe parser,
        let parent = unsafe parent, let input = unsafe input
      else { return nil }
      return unsafe CMarkDefinitions.open(
        syntax, parser, parent, UnsafeBufferPointer(start: input, count: Int(length)))
    }
    unsafe cmark_syntax_extension_set_match_block_func(syntax) { _, parser, input, _, node in
      guard let parser = unsafe parser, let node = unsafe node else { return 0 }
      return unsafe CMarkDefinitions.matches(parser, input, node) ? 1 : 0
    }
  }

  /// Adds the extension to a parser.
  func attach(to parser: OpaquePointer) {
    unsafe cmark_parser_attach_syntax_extension(parser, syntax)
  }

  /// Frees the extension.
  ///
  /// - Precondition: The parser has been freed.
  func free() {
    unsafe cmark_syntax_extension_free(cmark_get_default_mem_allocator(), syntax)
  }

  /// Returns the node of a definition that starts in a line, or `nil` if none does.
  @unsafe private static func open(
    _ syntax: OpaquePointer, _ parser: OpaquePointer, _ parent: OpaquePointer,
    _ line: UnsafeBufferPointer<UInt8>
  ) -> OpaquePointer? {
    let start = unsafe Int(cmark_parser_get_first_nonspace(parser))
    guard start >= 0, start + 2 < line.count, unsafe line[start] == UInt8(ascii: ":"),
      unsafe isBlank(line[start + 1]),
      unsafe line[(start + 2)...].contains(where: { !isBlank($0) && $0 != 0x0A && $0 != 0x0D }),
      unsafe isAfterTerm(parser, parent)
    else { return nil }
    let spaces = unsafe line[(start + 1)...].prefix { $0 == 0x20 }.count
    let padding = (1...4).contains(spaces) ? spaces : 1
    let indent = unsafe Int(cmark_parser_get_indent(parser))
    let offset = unsafe cmark_parser_get_offset(parser)
    guard
      let node = unsafe cmark_parser_add_child(
        parser, parent, cmark_node_type(type), Int32(start) + 1)
    else { return nil }
    unsafe cmark_node_set_syntax_extension(node, syntax)
    unsafe cmark_node_set_user_data(
      node, UnsafeMutableRawPointer(bitPattern: indent + 1 + padding))
    unsafe line.withMemoryRebound(to: CChar.self) { line in
      unsafe cmark_parser_advance_offset(
        parser, line.baseAddress, Int32(start) + 1 - offset, 0)
      unsafe cmark_parser_advance_offset(parser, line.baseAddress, Int32(padding), 1)
    }
    return unsafe node
  }

  /// Returns whether a definition may start in the line: after a paragraph of one line, with at most one empty line
  /// between them, or after another definition.
  @unsafe private static func isAfterTerm(_ parser: OpaquePointer, _ parent: OpaquePointer) -> Bool
  {
    let line = unsafe cmark_parser_get_line_number(parser)
    switch unsafe cmark_node_get_type(parent) {
    case CMARK_NODE_PARAGRAPH: return unsafe cmark_node_get_start_line(parent) == line - 1
    case CMARK_NODE_DOCUMENT, CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_ITEM,
      CMARK_NODE_FOOTNOTE_DEFINITION, cmark_node_type(type):
      guard let last = unsafe cmark_node_last_child(parent) else { return false }
      let kind = unsafe cmark_node_get_type(last)
      if kind == cmark_node_type(type) { return true }
      let end = unsafe cmark_node_get_end_line(last)
      return unsafe kind == CMARK_NODE_PARAGRAPH && cmark_node_get_start_line(last) == end
        && line - end <= 2
    default: return false
    }
  }

  /// Returns whether a line belongs to a definition; if so, moves the parser past its indent.
  @unsafe private static func matches(
    _ parser: OpaquePointer, _ input: UnsafeMutablePointer<UInt8>?, _ node: OpaquePointer
  ) -> Bool {
    let width = unsafe Int32(
      truncatingIfNeeded: UInt(bitPattern: cmark_node_get_user_data(node)))
    let line = unsafe UnsafeRawPointer(input)?.assumingMemoryBound(to: CChar.self)
    if unsafe cmark_parser_get_indent(parser) >= width {
      unsafe cmark_parser_advance_offset(parser, line, width, 1)
      return true
    }
    guard unsafe cmark_parser_is_blank(parser) != 0 else { return false }
    unsafe cmark_parser_advance_offset(
      parser, line, cmark_parser_get_first_nonspace(parser) - cmark_parser_get_offset(parser), 0)
    return true
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

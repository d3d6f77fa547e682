internal import CCmark

/// An inline extension for one parse that finds equations: `$…$`, ``$`…`$`` and `$$…$$` (Specs/markdown.md, section 2).
///
/// An equation becomes a code node, the only kind of node without children that table cells can contain. Its user data
/// is the delimiter of the equation; other code nodes have none.
///
/// `@safe`: the pointers are not null and are used only in this file. `free` frees them once, after the parser.
@safe struct CMarkMath {
  private let syntax: OpaquePointer
  private let search: UnsafeMutablePointer<MathSearch>

  /// Creates the extension, or `nil` if there is no memory.
  init?() {
    guard let syntax = unsafe cmark_syntax_extension_new("math") else { return nil }
    unsafe self.syntax = syntax
    unsafe search = .allocate(capacity: 1)
    unsafe search.initialize(to: MathSearch())
    unsafe cmark_syntax_extension_set_private(syntax, search, nil)
    let characters = unsafe cmark_llist_append(
      cmark_get_default_mem_allocator(), nil, UnsafeMutableRawPointer(bitPattern: 0x24))
    unsafe cmark_syntax_extension_set_special_inline_chars(syntax, characters)
    unsafe cmark_syntax_extension_set_match_inline_func(syntax) { syntax, _, parent, byte, parser in
      guard byte == UInt8(ascii: "$"), let parser = unsafe parser,
        let search = unsafe cmark_syntax_extension_get_private(syntax)
      else { return nil }
      return unsafe search.assumingMemoryBound(to: MathSearch.self).pointee
        .node(at: parser, in: parent)
    }
  }

  /// Returns whether a node of code is an equation.
  static func isEquation(_ node: OpaquePointer) -> Bool {
    unsafe cmark_node_get_user_data(node) != nil
  }

  /// Returns whether a node is a display equation.
  static func isDisplay(_ node: OpaquePointer) -> Bool {
    unsafe cmark_node_get_user_data(node).map { UInt(bitPattern: $0) }
      == UInt(MathSearch.Delimiter.double.rawValue)
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
    unsafe search.deallocate()
  }
}

/// Searches for the ends of equations.
///
/// It scans each text at most once for each kind of delimiter that is not found.
///
/// `@safe`: the pointer is only compared and never dereferenced.
@safe private struct MathSearch {
  /// The delimiters of equations.
  enum Delimiter: UInt8 {
    case dollar = 1
    case backtick = 2
    case double = 4
  }

  private var parent: OpaquePointer?
  /// The delimiters without an end in the rest of the text.
  private var missing: UInt8 = 0
  /// The offset up to which no dollar sign ends an equation.
  private var clearEnd: Int32 = 0

  /// Returns the node of the equation that starts at the position of a parser, and moves the parser to its end; `nil`
  /// if there is no equation.
  mutating func node(at parser: OpaquePointer, in parent: OpaquePointer?) -> OpaquePointer? {
    if unsafe self.parent != parent {
      unsafe self.parent = parent
      missing = 0
      clearEnd = 0
    }
    let start = unsafe cmark_inline_parser_get_offset(parser)
    let next = unsafe cmark_inline_parser_peek_at(parser, start + 1)
    let delimiters: [Delimiter] =
      switch next {
      case UInt8(ascii: "$"): [.double]
      case UInt8(ascii: "`"): [.backtick, .dollar]
      default: [.dollar]
      }
    for delimiter in delimiters where missing & delimiter.rawValue == 0 {
      let length = delimiter == .dollar ? 1 : 2
      guard let end = unsafe end(of: delimiter, in: parser, from: start + Int32(length)) else {
        continue
      }
      let tex = unsafe Self.text(in: parser, from: start + Int32(length), to: end, delimiter)
      guard tex.count > 1, let node = unsafe cmark_node_new(CMARK_NODE_CODE) else {
        continue
      }
      unsafe cmark_node_set_user_data(
        node, UnsafeMutableRawPointer(bitPattern: Int(delimiter.rawValue)))
      unsafe tex.withUnsafeBufferPointer { tex in
        _ = unsafe cmark_node_set_literal(
          node, UnsafeRawPointer(tex.baseAddress)?.assumingMemoryBound(to: CChar.self))
      }
      unsafe cmark_inline_parser_set_offset(parser, end + Int32(length))
      return unsafe node
    }
    return nil
  }

  /// Returns the offset of the delimiter that ends an equation.
  ///
  /// Code spans take precedence, as in programs that look for equations only in the text between them. `$…$` cannot
  /// contain a backtick, and `$$` inside a code span of one backtick does not end an equation.
  private mutating func end(
    of delimiter: Delimiter, in parser: OpaquePointer, from start: Int32
  ) -> Int32? {
    func byte(_ at: Int32) -> UInt8 { unsafe cmark_inline_parser_peek_at(parser, at) }
    func backticks(_ at: Int32) -> Int32 {
      var end = at
      while byte(end) == UInt8(ascii: "`") { end += 1 }
      return end - at
    }
    if delimiter == .dollar, start < clearEnd || Self.isSpace(byte(start)) { return nil }
    var isInCode = false
    var at = start
    while byte(at) != 0 {
      switch (delimiter, byte(at)) {
      case (.backtick, UInt8(ascii: "`")) where byte(at + 1) == UInt8(ascii: "$"): return at
      case (.backtick, _): break
      case (_, UInt8(ascii: "\\")) where byte(at + 1) != 0: at += 1
      case (.dollar, UInt8(ascii: "`")):
        clearEnd = at
        return nil
      case (.double, UInt8(ascii: "`")):
        let length = backticks(at)
        if length == 1 { isInCode.toggle() }
        at += length - 1
      case (.double, UInt8(ascii: "$")) where byte(at + 1) == UInt8(ascii: "$") && !isInCode:
        return at
      case (.dollar, UInt8(ascii: "$")):
        let isEnd =
          at > start && !Self.isSpace(byte(at - 1))
          && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte(at + 1))
        if isEnd { return at }
      default: break
      }
      at += 1
    }
    missing |= delimiter.rawValue
    return nil
  }

  /// Returns a range of the text, terminated by a zero byte.
  ///
  /// Tabs become spaces. In a display equation, white space at both ends, blanks at the ends of lines and empty lines
  /// are removed, and line ends become U+2028; in other equations, line ends become spaces.
  private static func text(
    in parser: OpaquePointer, from start: Int32, to end: Int32, _ delimiter: Delimiter
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(end - start) + 1)
    for at in start..<end {
      let byte = unsafe cmark_inline_parser_peek_at(parser, at)
      bytes.append(byte == 0x09 ? 0x20 : byte)
    }
    if delimiter == .double {
      while let last = bytes.last, isSpace(last) { bytes.removeLast() }
      bytes.removeFirst(bytes.prefix(while: isSpace).count)
      bytes = bytes.split(omittingEmptySubsequences: true) { $0 == 0x0A || $0 == 0x0D }
        .map(withoutBlanksAtEnd).joined(separator: Array("\u{2028}".utf8)).map { $0 }
    } else {
      for at in bytes.indices where bytes[at] == 0x0A || bytes[at] == 0x0D { bytes[at] = 0x20 }
    }
    return bytes + [0]
  }

  /// Returns a line without the blanks at its end, which are not visible; a blank after a backslash is kept.
  private static func withoutBlanksAtEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.endIndex
    while end > line.startIndex, isSpace(line[end - 1]) { end -= 1 }
    let isEscaped = !line[..<end].reversed().prefix { $0 == 0x5C }.count.isMultiple(of: 2)
    return line[..<min(isEscaped ? end + 1 : end, line.endIndex)]
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

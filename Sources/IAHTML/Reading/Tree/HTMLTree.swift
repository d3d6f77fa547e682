internal import CGumbo
internal import CGumboParse
public import IABytes
internal import IAFormats

/// A page parsed by gumbo: owns the tree of C nodes.
struct HTMLTree: ~Copyable {
  /// The element `html`.
  let root: HTMLNode
  private let arena: UnsafeMutablePointer<NodeArena>
  /// The bytes that nodes point into.
  private let bytes: [UInt8]

  /// Memory that even the smallest page may take.
  private static let leastBudget = 64 << 20
  /// The memory that each byte of a page may take: an element of three bytes takes about 200.
  private static let budgetPerByte = 128

  /// Parses a page.
  ///
  /// - Parameters:
  ///   - page: The page in well-formed UTF-8.
  ///   - leastAside: The fewest bytes of text that go around the parser (`TextAside`); nil for none.
  ///   - report: Is told what of the page the parser may not have.
  /// - Throws: `html.nodes` where the tree would take more memory than the budget for the input,
  ///   `html.parser` where the parser gives up.
  /// - Complexity: O(*n*).
  static func parsing(
    _ page: [UInt8], limits: Limits, leastAside: Int? = TextAside.leastCount,
    report: inout ConversionReport
  ) throws(InputError) -> HTMLTree {
    for least in [leastAside, nil] {
      var pageGuard = PageGuard(page, limits: limits, leastAside: least)
      let guarded = pageGuard.filtered()
      let tree = try HTMLTree(parsing: guarded.bytes, budgetFor: page.count)
      var marked = MarkedText(guarded)
      guard marked.restore(in: tree.root, allocate: { tree.arena.pointee.allocate($0) }) else {
        continue
      }
      pageGuard.note(in: &report)
      return tree
    }
    preconditionFailure("a page without marks is restored")
  }

  /// Parses UTF-8.
  ///
  /// - Throws: `html.nodes` where the tree would take more memory than the budget for a page of so
  ///   many bytes, `html.parser` where the parser gives up.
  /// - Complexity: O(*n*) for what `PageGuard` let pass.
  init(parsing bytes: [UInt8], budgetFor count: Int) throws(InputError) {
    let options = UnsafeMutablePointer<GumboOptions>.allocate(capacity: 1)
    defer { options.deallocate() }
    options.initialize(to: kGumboDefaultOptions)
    let budget = Self.leastBudget + Self.budgetPerByte * count
    // gumbo looks at this option after each token; it is how a parse is ended from outside.
    let stop = UnsafeMutablePointer<Bool>(
      OpaquePointer(
        UnsafeMutableRawPointer(options)
          + (MemoryLayout<GumboOptions>.offset(of: \.stop_on_first_error) ?? 0)))
    let arena = UnsafeMutablePointer<NodeArena>.allocate(capacity: 1)
    arena.initialize(to: NodeArena(budget: budget, stop: stop))
    options.pointee.max_errors = 0
    options.pointee.userdata = UnsafeMutableRawPointer(arena)
    options.pointee.allocator = { arena, size in
      arena?.assumingMemoryBound(to: NodeArena.self).pointee.allocate(size)
    }
    options.pointee.deallocator = { arena, piece in
      guard let arena, let piece else { return }
      arena.assumingMemoryBound(to: NodeArena.self).pointee.deallocate(piece)
    }
    let output = bytes.withUnsafeBytes { buffer in
      ia_gumbo_parse(
        options, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    guard let root = output?.pointee.root, !arena.pointee.isOverBudget else {
      let (reserved, isOver) = (arena.pointee.reserved, arena.pointee.isOverBudget)
      arena.pointee.destroy()
      arena.deinitialize(count: 1)
      arena.deallocate()
      guard isOver else {
        throw InputError(.htmlParser, at: 0, detail: "the parser gives this page up")
      }
      throw .exceeds(.htmlNodes, limit: "treeBytes", maximum: budget, seen: reserved, at: 0)
    }
    self.root = HTMLNode(root)
    self.arena = arena
    self.bytes = bytes
  }

  deinit {
    arena.pointee.destroy()
    arena.deinitialize(count: 1)
    arena.deallocate()
  }
}

extension InputError.Code {
  /// The tree of a page would take more memory than its bytes may ask for.
  public static let htmlNodes = Self(rawValue: "html.nodes")
  /// The parser found itself in a state that its rules do not have, and gave the page up.
  public static let htmlParser = Self(rawValue: "html.parser")
}

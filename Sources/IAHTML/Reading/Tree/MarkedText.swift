internal import CGumbo
internal import IABytes

/// Puts text that went around the parser into the tree, in place of its marks.
///
/// A mark that comes out as text of an element, whole and once, was read as text by the tokenizer and
/// taken in by the tree; so would the text have been that it stands for, whose characters change the
/// state of neither. Where a mark comes out otherwise, what was set aside was no text, or text that
/// the tree treats by characters (framesets), and the page has to be parsed whole.
struct MarkedText {
  private let page: PageGuard.Page
  /// Which cuts are to be found yet.
  private var isOpen: [Bool]
  private var openCount: Int
  /// The cut before the node that was looked at last.
  private var nearest = 0
  /// The cuts whose marks are in the text that is looked at.
  private var found: [(mark: Int, cut: Int)] = []

  private static let markLength = 8

  init(_ page: PageGuard.Page) {
    self.page = page
    isOpen = page.aside.cuts.map(\.isMarked)
    openCount = page.aside.markCount
  }

  /// Puts all text in its places, and makes the places of nodes those in the whole page.
  ///
  /// - Parameter allocate: Hands out memory that lives as long as the tree.
  /// - Returns: Whether every mark was found as the text of an element, once.
  /// - Complexity: O(*n*), without recursion.
  mutating func restore(
    in root: HTMLNode, allocate: (Int) -> UnsafeMutableRawPointer?
  ) -> Bool {
    if page.aside.cuts.isEmpty { return true }
    var node: HTMLNode? = root
    while let current = node {
      current.byteOffset = place(current.byteOffset)
      if current.hasCharacters, openCount > 0, !restore(textOf: current, allocate) { return false }
      node = current.next(in: root, entering: current.hasChildren)
    }
    return openCount == 0
  }

  // MARK: Text

  private mutating func restore(
    textOf node: HTMLNode, _ allocate: (Int) -> UnsafeMutableRawPointer?
  ) -> Bool {
    let text = node.text
    var count = text.count
    found.removeAll(keepingCapacity: true)
    var at = 0
    while let mark = UnitLoops.index(of: 0xF3, in: text.span, from: at) {
      guard let cut = Self.number(of: text, at: mark), isOpen.indices.contains(cut), isOpen[cut],
        node.parent.map({ !$0.isRawText }) ?? false
      else { return false }
      isOpen[cut] = false
      openCount -= 1
      found.append((mark, cut))
      count += Int(page.aside.cuts[cut].end - page.aside.cuts[cut].start) - Self.markLength
      at = mark + Self.markLength
    }
    if found.isEmpty { return true }
    guard let whole = allocate(count + 1) else { return false }
    copy(text, to: whole)
    whole.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    node.set(text: whole.assumingMemoryBound(to: CChar.self))
    return true
  }

  private func copy(_ text: UnsafeBufferPointer<UInt8>, to start: UnsafeMutableRawPointer) {
    guard let base = text.baseAddress else { return }
    var output = start
    var at = 0
    page.whole.withUnsafeBytes { whole in
      for (mark, index) in found {
        output.copyMemory(from: base + at, byteCount: mark - at)
        output += mark - at
        let cut = page.aside.cuts[index]
        let piece = UnsafeRawBufferPointer(rebasing: whole[Int(cut.start)..<Int(cut.end)])
        if let first = piece.baseAddress { output.copyMemory(from: first, byteCount: piece.count) }
        output += piece.count
        at = mark + Self.markLength
      }
    }
    output.copyMemory(from: base + at, byteCount: text.count - at)
  }

  /// The number that a mark holds.
  private static func number(of text: UnsafeBufferPointer<UInt8>, at mark: Int) -> Int? {
    guard mark + markLength <= text.count,
      let first = value(of: text, at: mark, in: TextAside.planes.first),
      let second = value(of: text, at: mark + 4, in: TextAside.planes.second)
    else { return nil }
    return Int(first << TextAside.bits | second)
  }

  private static func value(
    of text: UnsafeBufferPointer<UInt8>, at place: Int, in plane: UInt32
  ) -> UInt32? {
    var scalar = UInt32(text[place] & 0x07)
    for index in 1..<4 { scalar = scalar << 6 | UInt32(text[place + index] & 0x3F) }
    guard scalar >= plane, scalar - plane < 1 << TextAside.bits else { return nil }
    return scalar - plane
  }

  // MARK: Places

  /// The byte of the whole page for one of the page that the parser got.
  private mutating func place(_ offset: Int) -> Int {
    let cuts = page.aside.cuts
    if Int(cuts[nearest].place) > offset {
      // Nodes follow one another as in the page, but for those that were moved.
      var low = 0
      var high = nearest
      while low < high {
        let middle = (low + high) / 2
        if Int(cuts[middle].place) > offset { high = middle } else { low = middle + 1 }
      }
      guard low > 0 else {
        nearest = 0
        return offset
      }
      nearest = low - 1
    }
    while nearest + 1 < cuts.count, Int(cuts[nearest + 1].place) <= offset { nearest += 1 }
    return offset - Int(cuts[nearest].place) + Int(cuts[nearest].end)
  }
}

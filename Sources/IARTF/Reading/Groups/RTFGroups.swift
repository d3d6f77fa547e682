internal import IABytes

/// The open groups, as a flat stack.
struct RTFGroups {
  /// The innermost group.
  var current = RTFGroup()
  /// The groups around it, outermost first; the first is the state outside all groups.
  private var outer: [RTFGroup] = []
  /// The depth of the last text.
  ///
  /// Mail programs nest thousands of groups with text between them; only groups without text
  /// between them indicate an attack.
  private var textDepth = 0
  /// The offset after the last control word that set a language.
  var languageEnd = 0
  /// The character set of outer groups, and the number of groups that were open when it was set.
  ///
  /// It is stored in each of these groups when the group becomes the current one.
  private var outerCharset = (charset: RTFIndex<RTFCharset>.none, count: 0)
  private let depthLimit: Int
  /// The maximum number of groups that are open.
  private let countLimit: Int
  /// The factor by which groups with text between them may exceed the depth limit.
  private static let textFactor = 64

  /// Creates an empty stack.
  ///
  /// - Parameter depthLimit: The maximum number of nested groups without text between them. At most 64 times as many
  ///   groups may be open in total.
  init(depthLimit: Int) {
    self.depthLimit = depthLimit
    countLimit = min(depthLimit, Int.max / Self.textFactor) * Self.textFactor
    outer.reserveCapacity(64)
  }

  /// The number of open groups.
  var count: Int { outer.count }
  /// Whether no group is open.
  var isEmpty: Bool { outer.isEmpty }

  /// Opens a group that inherits the current state, except what describes the group itself: its
  /// start, its ending, `scripts`, `isFresh` and `isIgnorable`.
  ///
  /// - Parameter start: The offset of its brace.
  /// - Throws: `rtf.depth` at the brace.
  @inline(__always)
  mutating func open(at start: Int) throws {
    if outer.count - textDepth >= depthLimit || outer.count >= countLimit {
      throw InputError.exceeds(
        .rtfDepth, limit: "depth", maximum: depthLimit, seen: outer.count - textDepth + 1,
        at: start)
    }
    outer.append(current)
    current.start = start
    current.ending = .none
    current.scripts = .all
    current.isFresh = true
    current.isIgnorable = false
  }

  /// Closes the current group and restores the state of the group around it.
  @inline(__always)
  mutating func close() {
    current = closeKeepingState()
  }

  /// Closes the current group, but keeps its state as the current one.
  ///
  /// - Returns: The state of the group around it, which the caller makes the current one.
  mutating func closeKeepingState() -> RTFGroup {
    var around = outer.removeLast()
    textDepth = min(textDepth, outer.count)
    if outer.count < outerCharset.count {
      outerCharset.count = outer.count
      if !outer.isEmpty { around.charset = outerCharset.charset }
    }
    return around
  }

  /// Records that the current group has text.
  @inline(__always)
  mutating func noteText() { textDepth = outer.count }

  /// Sets the character set of the current group and of all groups around it.
  ///
  /// - Complexity: O(1).
  mutating func setCharset(_ charset: RTFIndex<RTFCharset>) {
    current.charset = charset
    outerCharset = (charset, outer.count)
  }
}

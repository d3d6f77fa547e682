internal import IAText

/// The distinct links of the document.
struct RTFLinks {
  private var links: [InlineAttributes.Link] = []
  private var indexes: [InlineAttributes.Link: RTFIndex<InlineAttributes.Link>] = [:]

  /// Returns the link with an index, or `nil` for no index.
  subscript(index: RTFIndex<InlineAttributes.Link>) -> InlineAttributes.Link? {
    index.value.map { links[$0] }
  }

  /// Returns the index of a link, which is added if it is new.
  mutating func index(of link: InlineAttributes.Link) -> RTFIndex<InlineAttributes.Link> {
    let next = RTFIndex<InlineAttributes.Link>(links.count)
    let index = Self.index(in: &indexes[link, default: .none], next: next)
    if index == next { links.append(link) }
    return index
  }

  /// Returns the index in an entry, which becomes `next` if it is `.none`.
  private static func index(
    in entry: inout RTFIndex<InlineAttributes.Link>, next: RTFIndex<InlineAttributes.Link>
  ) -> RTFIndex<InlineAttributes.Link> {
    if entry.isNone { entry = next }
    return entry
  }
}

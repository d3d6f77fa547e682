/// The blocks and the superseded documents of an archive, as stated by the directory and the indexes.
///
/// A damaged or hostile archive can state any size and any number of documents.
package struct ArchiveOutline: Hashable, Sendable {
  /// The documents of a block and the size of their texts.
  package struct Block: Hashable, Sendable {
    /// The ordinals of the documents.
    package let ordinals: Range<Int>
    /// The size of the decompressed texts in bytes of UTF-8, with a line end after each.
    package let textByteCount: Int
  }

  /// All blocks, in order.
  package let blocks: [Block]
  /// The ordinals of earlier versions and removed documents, ascending.
  package let superseded: [Int]

  /// Creates the outline of an archive.
  ///
  /// - Complexity: O(*b* + *s* log *s*) for *b* blocks and *s* superseded documents.
  package init(_ archive: ArchiveReader) {
    blocks = archive.blocks.map {
      Block(
        ordinals: $0.index.firstOrdinal..<$0.index.firstOrdinal + $0.index.count,
        textByteCount: $0.text.contentByteCount)
    }
    superseded = archive.superseded.keys.sorted()
  }
}

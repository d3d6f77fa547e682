/// The bytes with which each archive begins: the first member, which contains the media type.
package enum ArchivePrefix {
  /// The number of bytes that are sufficient to recognise an archive.
  package static let byteCount = 128

  /// Returns whether a file begins like an archive.
  ///
  /// - Parameter bytes: The first bytes of the file, at least `byteCount` of a longer one.
  package static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 3, 4])
      && bytes.dropFirst(ZipHeaders.localByteCount(.mimetype))
        .starts(with: ArchiveText.mediaType.utf8)
  }
}

/// The columns of a data block, in their order.
enum BlockColumn: UInt8, CaseIterable {
  /// For each document a varint: the number of its units.
  ///
  /// Present only if the block contains the text.
  case counts = 1
  /// For each document a byte: the layout of its intensities.
  case layouts
  /// For each document whose layout begins with an intensity: that intensity, one byte.
  case firstIntensities
  /// For each document a varint: the size of its other intensities in bytes.
  case intensityLengths
  /// The other intensities, the concatenated bytes of all documents.
  case intensities
  /// For each document a varint: the size of its other columns in bytes.
  case extraLengths
  /// The other columns, the concatenated bytes of all documents.
  case extras
  /// The concatenated text of all documents, if the block contains it.
  case text
}

/// The encoding of a range of bytes.
enum Codec: UInt8 {
  /// Unchanged bytes.
  case stored
  /// One zstd frame.
  case zstd
  /// One zstd frame that was made with a dictionary, whose number it states.
  case dictionary
  /// Intensities in one of the layouts of `IntensityLayout`.
  case intensities
}

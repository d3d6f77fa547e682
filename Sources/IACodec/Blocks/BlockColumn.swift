/// The columns of a data block, in their order.
enum BlockColumn: UInt8, CaseIterable {
  /// For each document a varint, the number of its units, if the block contains the text.
  case counts = 1
  /// For each document: a byte, how its intensities are laid out.
  case layouts
  /// For each document whose intensities begin with one: this byte.
  case firstIntensities
  /// For each document: a varint, how many bytes its other intensities take.
  case intensityLengths
  /// The other intensities, one document after the other.
  case intensities
  /// For each document: a varint, how many bytes its other columns take.
  case extraLengths
  /// The other columns, one document after the other.
  case extras
  /// The concatenated text of all documents, if the block contains it.
  case text
}

/// The encoding of a range of bytes.
enum Codec: UInt8 {
  /// As it is.
  case stored
  /// One zstd frame.
  case zstd
  /// One zstd frame made with a dictionary that is named in it.
  case dictionary
  /// Intensities in a layout of their own.
  case intensities
}

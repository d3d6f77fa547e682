/// The first byte of a compact frame.
struct CompactFlags: Hashable {
  /// The encoding of the body: bits 0 and 1.
  enum BodyCodec: UInt8 {
    /// Unchanged.
    case stored
    /// The content of one zstd block, without the headers of the block and the frame.
    case block
    /// With the dictionary that encoder and decoder share: one zstd block made with a zstd dictionary, or tokens of a
    /// vocabulary.
    case dictionary
    /// A zstd frame without its magic number.
    case frame
  }

  var codec: BodyCodec
  /// Whether the frame has other columns than text and intensities: bit 2.
  var hasExtras: Bool
  /// The layout of the intensities: bits 3 to 7.
  var layout: IntensityLayout

  init(codec: BodyCodec, hasExtras: Bool, layout: IntensityLayout) {
    self.codec = codec
    self.hasExtras = hasExtras
    self.layout = layout
  }

  /// Creates flags from their byte, or `nil` for an undefined value.
  init?(byte: UInt8) {
    guard let codec = BodyCodec(rawValue: byte & 3), let layout = IntensityLayout(byte: byte >> 3)
    else { return nil }
    self.init(codec: codec, hasExtras: byte & 4 != 0, layout: layout)
  }

  var byte: UInt8 { codec.rawValue | (hasExtras ? 4 : 0) | layout.byte << 3 }
}

internal import IABytes

/// Writes compact frames with a vocabulary, each as one bit stream.
///
/// Specs/ia-format.md, section 7.2.
struct TokenFrameWriter {
  private let id: UInt32
  private var encoder: TokenEncoder
  private var stream = BitWriter()

  init(_ vocabulary: Vocabulary) {
    id = vocabulary.id
    encoder = TokenEncoder(vocabulary.codes)
  }

  /// Returns the frame of a text, its intensities and its other columns.
  ///
  /// - Complexity: O(*n*).
  mutating func frame(
    _ units: [UInt16], _ intensities: [UInt8], _ extras: [UInt8],
    _ intensityEncoder: inout IntensityEncoder
  ) -> [UInt8] {
    stream.removeAll()
    encoder.encode(units.span, start: 0, to: &stream)
    let layout = intensityEncoder.encode(intensities.span, of: units.span, to: &stream)
    if !extras.isEmpty {
      let columns = extras.map { UInt16($0) }
      encoder.encode(columns.span, start: 1, to: &stream)
    }
    stream.finish()
    var writer = ByteWriter()
    writer.byte(
      CompactFlags(codec: .dictionary, hasExtras: !extras.isEmpty, layout: layout).byte)
    writer.append(stream.bytes)
    writer.fixed(CompactDecoder.checksum(writer.bytes.span, dictionaryID: id))
    return writer.bytes
  }
}

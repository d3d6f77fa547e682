internal import IABytes

/// The type and the position of a chunk.
struct Chunk {
  var type: ChunkType
  /// The offset of the chunk.
  var byteOffset: Int
  /// The range of its content.
  var payload: Range<Int>

  /// The offset after the chunk.
  var end: Int { payload.upperBound + 4 }

  /// The value of the length field if the length follows in eight further bytes.
  static let longMark: UInt64 = 0xFFFF_FFFF

  /// Finds the chunk that begins at an offset.
  ///
  /// - Returns: `nil` if more bytes are needed to determine its end.
  /// - Throws: `ia.reserved` if no chunk can begin with these bytes.
  static func head(
    at offset: Int, of bytes: Span<UInt8>, origin: Int
  ) throws(InputError) -> Chunk? {
    var reader = ByteReader(offset..<bytes.count, origin: origin)
    guard reader.remaining >= 8 else { return nil }
    let code = UInt32(truncatingIfNeeded: try reader.fixed(4, bytes))
    guard let type = ChunkType(code: code) else {
      throw InputError(.iaReserved, at: origin + offset, detail: "no name of a chunk")
    }
    var length = try reader.fixed(4, bytes)
    if length == longMark {
      guard reader.remaining >= 8 else { return nil }
      length = try reader.fixed(8, bytes)
      guard length >= longMark, length < 1 << 48 else {
        throw InputError(.iaCanonical, at: origin + offset, detail: "length \(length)")
      }
    }
    return Chunk(
      type: type, byteOffset: offset, payload: reader.position..<reader.position + Int(length))
  }

  /// Checks the checksum.
  ///
  /// - Precondition: The chunk ends inside the bytes.
  func check(_ bytes: Span<UInt8>, origin: Int) throws(InputError) {
    var reader = ByteReader(payload.upperBound..<end, origin: origin)
    let found = CRC32C.of(bytes.extracting(byteOffset..<payload.upperBound))
    guard try reader.fixed(4, bytes) == UInt64(found) else {
      throw InputError(.iaChecksum, at: origin + byteOffset, detail: "chunk \(type.name)")
    }
  }

  /// Appends a chunk.
  static func append(_ type: ChunkType, _ payload: [UInt8], to writer: inout ByteWriter) {
    let start = writer.count
    writer.fixed(type.code)
    if UInt64(payload.count) < longMark {
      writer.fixed(UInt32(payload.count))
    } else {
      writer.fixed(UInt32(longMark))
      writer.fixed(UInt64(payload.count))
    }
    writer.append(payload)
    writer.fixed(CRC32C.of(writer.bytes.span.extracting(start...)))
  }
}

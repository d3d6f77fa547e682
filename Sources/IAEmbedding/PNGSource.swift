internal import IABytes
internal import IAZip

/// A document in a chunk of a PNG picture.
///
/// The chunk is ancillary, private and safe to copy by the letters of its name.
package enum PNGSource {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The name of the chunk, whose data is an `.ia` file.
  static let chunkName = "iaSr"

  /// Returns a picture with a document before its last chunk; `nil` for a PNG file without an end
  /// and for a document that is larger than a chunk.
  package static func adding(_ source: [UInt8], to picture: [UInt8]) -> [UInt8]? {
    // The last chunk, IEND, has no data.
    guard picture.count > 20, source.count < 1 << 31 else { return nil }
    let end = picture.count - 12
    guard picture[(end + 4)..<(end + 8)].elementsEqual("IEND".utf8) else { return nil }
    var content = Array(chunkName.utf8)
    content += source
    var output = Array(picture[..<end])
    output += bytes(UInt32(source.count))
    output += content
    output += bytes(Deflate.crc32(content.span))
    return output + picture[end...]
  }

  /// Reads the document.
  static func read(_ file: [UInt8]) throws(InputError) -> EmbeddedSource {
    var at = signature.count
    var found: Range<Int>?
    while at < file.count {
      guard file.count - at >= 12 else { throw InputError(.embeddedForm, at: at) }
      let count = Int(number(file[at..<at + 4]))
      guard count <= file.count - at - 12 else { throw InputError(.embeddedForm, at: at) }
      let end = at + 8 + count
      if file[at + 4..<at + 8].elementsEqual(chunkName.utf8) {
        if let found {
          throw InputError(
            .embeddedForm, at: at, detail: "two chunks iaSr", other: found.lowerBound)
        }
        guard number(file[end..<end + 4]) == Deflate.crc32(Array(file[at + 4..<end]).span) else {
          throw InputError(.embeddedForm, at: at, detail: "checksum of the chunk iaSr")
        }
        found = at + 8..<end
      }
      at = end + 4
    }
    guard let found else {
      throw InputError(.embeddedMissing, at: 0, detail: "no chunk iaSr")
    }
    return EmbeddedSource(
      bytes: Array(file[found]), shown: .none, byteOffset: found.lowerBound)
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

internal import IABytes

/// The extra fields of a header: records with a number, a length and bytes, which fill the space for extra fields.
struct ZipExtra {
  /// The content of the 64-bit field; `nil` if there is none.
  private var wide: ArraySlice<UInt8>?
  /// The other fields: their numbers and their bytes, in order.
  private(set) var others: [(id: Int, bytes: ArraySlice<UInt8>)] = []
  private var position = 0
  private let byteOffset: Int

  init(_ bytes: ArraySlice<UInt8>, at byteOffset: Int) throws(InputError) {
    self.byteOffset = byteOffset
    var offset = 0
    while offset < bytes.count {
      // Up to three zero bytes may pad the fields to a multiple of four.
      if bytes.count - offset < 4 {
        guard bytes.dropFirst(offset).allSatisfy({ $0 == 0 }) else {
          throw InputError(.zipExtra, at: byteOffset + offset, detail: "half a field")
        }
        return
      }
      let header = bytes.part(offset..<offset + 4)
      let length = header.word(2)
      guard length <= bytes.count - offset - 4 else {
        throw InputError(.zipExtra, at: byteOffset + offset, detail: "a field beyond its room")
      }
      if header.word(0) == ZipWideField.id {
        guard wide == nil else {
          throw InputError(.zipExtra, at: byteOffset + offset, detail: "two 64-bit fields")
        }
        wide = bytes.part(offset + 4..<offset + 4 + length)
      } else {
        others.append((header.word(0), bytes.part(offset + 4..<offset + 4 + length)))
      }
      offset += 4 + length
    }
  }

  /// Returns the value of a 32-bit field, or the next number of the 64-bit field if the value refers to it.
  mutating func number(_ value: Int) throws(InputError) -> Int {
    guard value == ZipWideField.mark, let wide else { return value }
    guard wide.count - position >= 8, let number = wide.wide(position) else {
      throw InputError(.zipExtra, at: byteOffset, detail: "a 64-bit number is missing")
    }
    position += 8
    return number
  }

  /// Fields that only local headers have: padding for growth (0xA220, Open Packaging) and for alignment (0xD935,
  /// Android).
  private static let localOnly: Set<Int> = [0xA220, 0xD935]

  /// Returns the difference between the fields of an entry's two headers, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - central: The fields of the directory.
  ///   - name: The entry's name.
  func difference(from central: ZipExtra, name: [UInt8]) -> String? {
    let local = others.filter { !Self.localOnly.contains($0.id) }
    guard local.map(\.id) == central.others.map(\.id) else { return "other extra fields" }
    for (field, other) in zip(local, central.others) {
      switch field.id {
      case 0x5455:
        guard Self.isTime(field.bytes, isLocal: true), Self.isTime(other.bytes, isLocal: false)
        else { return "extra field of times" }
      case 0x7875:
        guard Self.isOwner(field.bytes), other.bytes.isEmpty || Self.isOwner(other.bytes) else {
          return "extra field of owners"
        }
      case 0x7075:
        guard field.bytes == other.bytes, Self.isName(field.bytes, name) else {
          return "extra field of a name"
        }
      case 0x6375:
        guard field.bytes == other.bytes else { return "extra field of a comment" }
      case 0x7855, 0x5855, 0x000A, 0x9901: break
      default:
        guard field.bytes == other.bytes else { return "extra field \(field.id)" }
      }
    }
    return nil
  }

  /// Returns whether the length of Info-ZIP's extended timestamp field is the one that its flags imply.
  private static func isTime(_ bytes: ArraySlice<UInt8>, isLocal: Bool) -> Bool {
    guard let flags = bytes.first, flags < 8 else { return false }
    let all = 1 + 4 * flags.nonzeroBitCount
    return bytes.count == (isLocal ? all : 1 + 4 * Int(flags & 1)) || bytes.count == all
  }

  /// Returns whether the length of Info-ZIP's owner field (UID and GID) is the one that the sizes in it imply.
  private static func isOwner(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(bytes)
    guard bytes.count >= 3, bytes[0] == 1, bytes.count > 2 + Int(bytes[1]) else { return false }
    return bytes.count == 3 + Int(bytes[1]) + Int(bytes[2 + Int(bytes[1])])
  }

  /// Returns whether Info-ZIP's Unicode path field contains UTF-8 and the CRC-32 of the name in the header.
  private static func isName(_ bytes: ArraySlice<UInt8>, _ name: [UInt8]) -> Bool {
    guard bytes.count >= 5, bytes.first == 1,
      String(validating: bytes.dropFirst(5), as: UTF8.self) != nil
    else { return false }
    return bytes.long(1) == Int(Deflate.crc32(name.span))
  }

  /// Whether the header has a 64-bit field.
  var isWide: Bool { wide != nil }
}

/// Detects the media type of a file from its first bytes, independently of its name.
///
/// Source of the signatures: the WHATWG MIME Sniffing Standard and the specifications of the
/// formats.
public enum MediaType {
  private static let signatures: [(offset: Int, bytes: [UInt8], type: String)] = [
    (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
    (0, [0xFF, 0xD8, 0xFF], "image/jpeg"),
    (0, Array("GIF87a".utf8), "image/gif"),
    (0, Array("GIF89a".utf8), "image/gif"),
    (8, Array("WEBP".utf8), "image/webp"),
    (0, [0x49, 0x49, 0x2A, 0x00], "image/tiff"),
    (0, [0x4D, 0x4D, 0x00, 0x2A], "image/tiff"),
    (4, Array("ftypqt".utf8), "video/quicktime"),
    (4, Array("ftypavif".utf8), "image/avif"),
    (4, Array("ftypheic".utf8), "image/heic"),
    (4, Array("ftyp".utf8), "video/mp4"),
    (0, Array("%PDF-".utf8), "application/pdf"),
    (0, [0x50, 0x4B, 0x03, 0x04], "application/zip"),
  ]

  /// Returns the type of a file that starts with these bytes, or `nil` if no signature matches.
  public static func sniffed(from bytes: [UInt8]) -> String? {
    signatures.first { signature in
      bytes.count >= signature.offset + signature.bytes.count
        && bytes[signature.offset..<signature.offset + signature.bytes.count]
          .elementsEqual(signature.bytes)
    }?.type
  }

  /// Returns the width and height in pixels of a PNG, JPEG or GIF from its header, or `nil` for
  /// other or truncated data.
  ///
  /// - Complexity: O(*n*) in the JPEG segments before the frame header, O(1) for other formats.
  public static func pixelSize(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    switch sniffed(from: bytes) {
    case "image/png" where bytes.count >= 24:
      return (number(bytes, 16, 4), number(bytes, 20, 4))
    case "image/gif" where bytes.count >= 10:
      return (
        Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8
      )
    case "image/jpeg": return jpegSize(bytes)
    default: return nil
    }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    var at = 2
    while at + 9 <= bytes.count {
      guard bytes[at] == 0xFF else { return nil }
      let marker = bytes[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      // Frame headers are C0…CF except for the Huffman (C4), arithmetic (CC) and JPG (C8) markers.
      if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
        return (number(bytes, at + 7, 2), number(bytes, at + 5, 2))
      }
      let length = number(bytes, at + 2, 2)
      guard length >= 2 else { return nil }
      at += 2 + length
    }
    return nil
  }
}

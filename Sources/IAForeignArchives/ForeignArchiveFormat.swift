/// A foreign archive format that can be read; some can also be written.
public enum ForeignArchiveFormat: String, Hashable, Sendable, CaseIterable {
  /// A ZIP archive.
  case zip
  /// A tar archive.
  case tar
  /// A tar archive compressed by zstd.
  case tarZstd = "tar.zst"
  /// A 7-Zip archive, which can only be read.
  case sevenZip = "7z"

  /// Returns the format that the first bytes of a file indicate, or `nil` if they indicate none of these formats.
  ///
  /// - Parameter prefix: At least 512 bytes of a tar archive, 8 of the others.
  public static func detected(inPrefix prefix: [UInt8]) -> ForeignArchiveFormat? {
    if prefix.starts(with: [0x50, 0x4B, 0x03, 0x04]) || prefix.starts(with: [0x50, 0x4B, 5, 6]) {
      return .zip
    }
    if prefix.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) { return .sevenZip }
    if prefix.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return .tarZstd }
    // A skippable zstd frame may precede the first one.
    if prefix.count >= 4, prefix[0] & 0xF0 == 0x50, prefix[1...3] == [0x2A, 0x4D, 0x18] {
      return .tarZstd
    }
    return isTar(prefix) ? .tar : nil
  }

  /// Creates the format that the suffix of a file name indicates.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    if name.hasSuffix(".tar.zst") || name.hasSuffix(".tzst") {
      self = .tarZstd
    } else if name.hasSuffix(".tar") {
      self = .tar
    } else if name.hasSuffix(".zip") {
      self = .zip
    } else if name.hasSuffix(".7z") {
      self = .sevenZip
    } else {
      return nil
    }
  }

  /// Whether the format can be written.
  public var isWritten: Bool { self == .zip || self == .tarZstd }

  /// Returns whether the checksum of a tar header is correct.
  private static func isTar(_ prefix: [UInt8]) -> Bool {
    guard prefix.count >= 512 else { return false }
    let field = prefix[148..<156]
    let digits = field.drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
    guard !digits.isEmpty else { return false }
    let stated = digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
    let sum = prefix[..<512].reduce(0) { $0 + Int($1) } - field.reduce(0) { $0 + Int($1) }
    return stated == sum + 8 * 0x20
  }
}

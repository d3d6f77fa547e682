internal import IAConvert
internal import IAFormats

/// The rules for output to a terminal, which binary data would disturb.
enum TerminalOutput {
  /// Fails for a format whose files are not text.
  ///
  /// - Throws: `Failure` with the code `usage.binary`.
  static func refuseBinary(_ format: FormatDescriptor) throws(Failure) {
    guard !format.isTextual else { return }
    throw Failure(
      .usage, code: "usage.binary",
      "\(format.id.rawValue) is binary data, which a terminal cannot show; -o FILE writes a file")
  }

  /// Returns whether bytes are UTF-8 text without control characters except line ends and tabs.
  ///
  /// - Complexity: O(*n*).
  static func canShow(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: true
      case 0x00...0x1F, 0x7F...0x9F: false
      default: true
      }
    }
  }
}

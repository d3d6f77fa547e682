internal import IAFormats
internal import IASyntax

/// The destinations `\objclass` and `\objdata`: an embedded object, which is reported but not
/// preserved.
struct RTFObject {
  private var className = ""
  private var data = RTFHexBytes()

  /// The maximum length of a class name in the report.
  private static let maxClassCount = 64

  /// Sets the class of the object.
  mutating func setClass(_ name: String) { className = String(name.prefix(Self.maxClassCount)) }

  /// Starts the data.
  mutating func beginData() { data = RTFHexBytes() }

  /// Appends data written as digits.
  mutating func append(_ digits: Span<UInt8>) { data.append(digits) }

  /// Appends data that is not written as digits.
  mutating func append(raw bytes: Span<UInt8>) { data.append(raw: bytes) }

  /// Ends the data and reports the object.
  mutating func endData(byteOffset: Int, report: inout ConversionReport) {
    let digest = SHA256Digest(of: data.bytes)
    report.add(
      .neutralised, .embeddedObject,
      "class \(className), \(data.bytes.count) bytes, SHA-256 \(digest)", byteOffset: byteOffset)
    self = RTFObject()
  }
}

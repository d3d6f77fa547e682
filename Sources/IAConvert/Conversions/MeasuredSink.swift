internal import IAFormats
internal import IASyntax

/// Passes all on to another sink and knows afterwards what went through.
final class MeasuredSink: DocumentSink {
  private var target: any DocumentSink
  private var hasher: SHA256Hasher?
  private let onProgress: ((Int) -> Void)?
  private(set) var byteCount = 0
  private(set) var sideFiles: [ConversionOutcome.Output] = []

  init(_ target: any DocumentSink, hashes: Bool, onProgress: ((Int) -> Void)? = nil) {
    self.target = target
    self.onProgress = onProgress
    hasher = hashes ? SHA256Hasher() : nil
  }

  func write(_ bytes: [UInt8]) throws {
    try target.write(bytes)
    hasher?.update(bytes)
    byteCount += bytes.count
    onProgress?(byteCount)
  }

  func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String? {
    guard let reference = try target.writeSideFile(named: name, bytes) else { return nil }
    let digest = hasher == nil ? nil : SHA256Digest(of: bytes)
    sideFiles.append(.init(path: reference, byteCount: bytes.count, digest: digest))
    return reference
  }

  /// The hash of all that was written to the document.
  func finish() -> SHA256Digest? { hasher?.finish() }
}

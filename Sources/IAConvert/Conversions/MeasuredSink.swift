internal import IAFiles
internal import IASyntax

/// A sink that forwards all output to another sink and records sizes and hashes.
struct MeasuredSink<Target: DocumentSink>: DocumentSink {
  /// The destination; after the end of writing, it contains the output.
  private(set) var target: Target
  private var hasher: SHA256Hasher?
  private let onProgress: ((Int) -> Void)?
  private(set) var byteCount = 0
  private(set) var sideFiles: [ConversionOutcome.Output] = []
  /// The output, if it is kept for a comparison.
  private(set) var kept: MeasuredOutput?
  /// The maximum size of the document.
  private let budget: WritingBudget?

  /// Creates a sink around another one.
  ///
  /// - Parameters:
  ///   - target: The destination.
  ///   - hashes: Whether to compute SHA-256 of the document and of each side file.
  ///   - onProgress: Called with the number of bytes written so far, after each piece.
  ///   - keepsOutput: Whether to keep a copy of the output.
  ///   - budget: The maximum size of the document; `nil` for none.
  init(
    _ target: Target, hashes: Bool, keepsOutput: Bool, budget: WritingBudget?,
    onProgress: ((Int) -> Void)? = nil
  ) {
    self.target = target
    self.budget = budget
    kept = keepsOutput ? MeasuredOutput() : nil
    self.onProgress = onProgress
    hasher = hashes ? SHA256Hasher() : nil
  }

  mutating func write(_ bytes: [UInt8]) throws {
    try budget?.check(byteCount + bytes.count)
    kept?.append(bytes)
    try target.write(bytes)
    hasher?.update(bytes)
    byteCount += bytes.count
    onProgress?(byteCount)
  }

  mutating func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String? {
    guard let reference = try target.writeSideFile(named: name, bytes) else { return nil }
    kept?.sideFiles[reference] = bytes
    let digest = hasher == nil ? nil : SHA256Digest(of: bytes)
    sideFiles.append(.init(path: reference, byteCount: bytes.count, digest: digest))
    return reference
  }

  /// Returns the hash of all bytes of the document, or `nil` if hashes were not requested.
  func finish() -> SHA256Digest? { hasher?.finish() }
}

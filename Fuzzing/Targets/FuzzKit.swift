internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAKit
internal import IAText

/// Checks that lenient reading gives a valid string, and that strict reading gives the same
/// document if it succeeds.
@Sendable func fuzzKit(_ bytes: [UInt8]) throws(FuzzFailure) {
  let lenient = try? KitReader().read(BytesSource(bytes), options: ReadOptions())
  let strict = try? KitReader().read(BytesSource(bytes), options: ReadOptions(isStrict: true))
  if let lenient {
    try require(lenient.document.string.defects().isEmpty, "a string without defects")
  }
  if let strict {
    try require(strict.document == lenient?.document, "strict and lenient reading agree")
  }
}

internal import IABytes
internal import IAEmbedding

/// Checks that any bytes give a valid embedded source, or an error with an `embedded.` code and an
/// offset inside the file.
@Sendable func fuzzEmbedding(_ bytes: [UInt8]) throws(FuzzFailure) {
  do {
    let source = try EmbeddedSource(bytes, limits: .standard)
    try require(source.byteOffset <= bytes.count, "the offset is inside the file")
    try require(EmbeddedSource.isPresent(in: bytes), "what is read is present")
    if case .parts(let parts) = source.shown {
      try require(parts.allSatisfy { $0.utf16Offset >= 0 }, "offsets are not negative")
    }
  } catch let failure as FuzzFailure {
    throw failure
  } catch let error as InputError {
    try require(error.code.rawValue.hasPrefix("embedded."), "\(error)")
    try require((0...bytes.count).contains(error.byteOffset), "the offset is inside the file")
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

public import IABytes
internal import IACodec
public import IAFiles

/// Writes an archive file by file to a sink.
///
/// Equal files in equal order give equal bytes: the archive contains no times, owners or machine
/// names.
public final class ForeignArchiveWriter: FileTreeSink {
  private let handle: ArchiveWriterHandle
  /// Compresses tar.zst into one zstd frame with a content checksum, which libarchive's filter does not write.
  private let compressor: ZstdStreamCompressor?
  private var sink: any DocumentSink & AnyObject
  private var paths = PathTable()
  private var written = 0

  /// Creates a writer of an empty archive.
  ///
  /// - Parameters:
  ///   - format: `zip` or `tarZstd`.
  ///   - sink: The destination of the archive's bytes; a class, because the writer shares it.
  /// - Throws: `InputError` with `unpack.format` for a read-only format.
  public init(
    format: ForeignArchiveFormat, to sink: any DocumentSink & AnyObject
  ) throws(InputError) {
    guard format.isWritten else {
      throw InputError(.unpackFormat, at: 0, detail: "\(format.rawValue) is only read")
    }
    handle = try ArchiveWriterHandle(format: format)
    compressor = format == .tarZstd ? ZstdStreamCompressor() : nil
    self.sink = sink
  }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - path: The path, with components separated by slashes.
  ///   - bytes: The content.
  /// - Throws: `InputError` with `unpack.path` or `unpack.collision` for a path that a reader would skip; the errors of
  ///   the sink.
  public func add(_ path: String, _ bytes: [UInt8]) throws {
    let safe: ArchivePath
    do throws(ArchivePath.Unsafe) {
      safe = try ArchivePath(PathBytes.bytes(of: path))
    } catch {
      throw InputError(.unpackPath, at: written, detail: "\(error.reason): \(path)")
    }
    if let other = paths.take(safe, at: written) {
      throw InputError(.unpackCollision, at: written, detail: path, other: other)
    }
    try handle.add(PathBytes.bytes(of: safe.text), bytes)
    try pass(isLast: false)
  }

  /// Ends the archive; the caller commits the sink.
  ///
  /// - Throws: `InputError` of the library, and errors of the sink.
  public func finish() throws {
    try handle.finish()
    try pass(isLast: true)
  }

  private func pass(isLast: Bool) throws {
    var bytes = handle.take()
    if let compressor {
      guard let compressed = compressor.compress(bytes, isLast: isLast) else {
        throw InputError(.unpackFormat, at: written, detail: "zstd")
      }
      bytes = compressed
    }
    written += bytes.count
    if !bytes.isEmpty { try sink.write(bytes) }
  }
}

internal import CArchive
internal import IABytes

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An archive that libarchive writes.
///
/// Only this class calls the library to write.
///
/// All files have the same permissions, and no time and no owner, so that equal files give equal bytes.
///
/// `@safe`: this object is the only owner of the handle, and frees it in `deinit`. The library keeps the pointer to
/// `output` only until then.
@safe final class ArchiveWriterHandle {
  /// The bytes that the library has written since the last `take`.
  private final class Output {
    var bytes: [UInt8] = []
  }

  private let archive: OpaquePointer
  private let locale: locale_t?
  private let output = Output()

  private static let permissions: mode_t = 0o644
  /// AE_IFREG, a macro that is not imported.
  private static let regular: UInt32 = 0o100000

  init(format: ForeignArchiveFormat) throws(InputError) {
    guard let archive = unsafe archive_write_new() else {
      throw InputError(.unpackFormat, at: 0, detail: "no memory")
    }
    unsafe self.archive = archive
    unsafe locale = ia_archive_locale()
    let isSet =
      switch format {
      case .zip: unsafe archive_write_set_format_zip(archive)
      default: unsafe archive_write_set_format_pax_restricted(archive)
      }
    unsafe archive_write_set_bytes_per_block(archive, 0)
    guard isSet >= ARCHIVE_WARN else { throw failure() }
    let context = unsafe Unmanaged.passUnretained(output).toOpaque()
    let opened = unsafe archive_write_open2(
      archive, context, nil,
      { _, context, buffer, count in
        guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
        let output = unsafe Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
        unsafe output.bytes.append(contentsOf: UnsafeRawBufferPointer(start: buffer, count: count))
        return count
      }, nil, nil)
    guard opened == ARCHIVE_OK else { throw failure() }
  }

  deinit {
    // An unfinished archive is unusable, so an error when closing it is irrelevant.
    unsafe archive_write_free(archive)
    if let locale = unsafe locale { unsafe freelocale(locale) }
  }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - path: The bytes of its path. A path that is not UTF-8 is kept as it is.
  ///   - bytes: Its content.
  func add(_ path: [UInt8], _ bytes: [UInt8]) throws(InputError) {
    let result = inLocale {
      guard let entry = unsafe archive_entry_new2(archive) else { return ARCHIVE_FATAL }
      defer { unsafe archive_entry_free(entry) }
      let name = path.map { CChar(bitPattern: $0) } + [0]
      if String(validating: path, as: UTF8.self) != nil {
        unsafe archive_entry_set_pathname_utf8(entry, name)
      } else {
        unsafe archive_entry_set_pathname(entry, name)
      }
      unsafe archive_entry_set_filetype(entry, Self.regular)
      unsafe archive_entry_set_perm(entry, Self.permissions)
      unsafe archive_entry_set_size(entry, Int64(bytes.count))
      // If an earlier call has set `errno` to ENOMEM, libarchive would report a name that cannot be converted as lack
      // of memory.
      errno = 0
      let header = unsafe archive_write_header(archive, entry)
      guard header >= ARCHIVE_WARN else { return header }
      var written = 0
      while written < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
          unsafe archive_write_data(
            archive, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        }
        guard count > 0 else { return ARCHIVE_FATAL }
        written += count
      }
      return unsafe archive_write_finish_entry(archive)
    }
    guard result >= ARCHIVE_WARN else { throw failure() }
  }

  /// Ends the archive.
  func finish() throws(InputError) {
    guard inLocale({ unsafe archive_write_close(archive) }) >= ARCHIVE_WARN else { throw failure() }
  }

  /// Returns the bytes that were written since the last call.
  func take() -> [UInt8] {
    defer { output.bytes.removeAll(keepingCapacity: true) }
    return output.bytes
  }

  private func inLocale<Result>(_ body: () -> Result) -> Result {
    guard let locale = unsafe locale else { return body() }
    let previous = unsafe uselocale(locale)
    defer { unsafe uselocale(previous) }
    return body()
  }

  private func failure() -> InputError {
    let words = unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? ""
    return InputError(.unpackFormat, at: 0, detail: words)
  }
}

internal import CArchive
internal import IABytes

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An archive that libarchive reads.
///
/// Only this class calls the library to read.
///
/// One format is enabled, and zstd as the only filter. No passphrase is ever requested.
///
/// `@safe`: this object is the only owner of the handles and of the copy of the bytes, and frees them in `deinit`. No
/// method returns a pointer.
@safe final class ArchiveHandle {
  /// The properties of an entry that the library reports.
  struct Header {
    var name: [UInt8]
    /// Whether it is a regular file, folder, or neither.
    var isRegular: Bool
    var isFolder: Bool
    var hasHoles: Bool
    var isEncrypted: Bool
    /// The size of the file in bytes; `nil` if the archive does not state it.
    var byteCount: Int?
  }

  private let archive: OpaquePointer
  private let entry: OpaquePointer
  private let memory: UnsafeMutableRawBufferPointer?

  /// The bits of a mode that contain the type of a file, and two of their values.
  private static let typeMask = 0o170000
  private static let regular = 0o100000
  private static let folder = 0o040000
  /// The maximum number of retries that the library may request.
  private static let retries = 8
  /// The number of bytes that are read at once.
  private static let blockSize = 1 << 16

  /// Creates a handle for an archive in memory, which is copied.
  convenience init(_ bytes: [UInt8], format: ForeignArchiveFormat) throws(InputError) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    unsafe copy.copyBytes(from: bytes)
    try unsafe self.init(format: format, memory: copy) {
      unsafe archive_read_open_memory2($0, copy.baseAddress, bytes.count, Self.blockSize)
    }
  }

  /// Creates a handle for an archive in a file.
  ///
  /// The caller owns the descriptor, and must keep it open as long as the handle exists.
  convenience init(descriptor: Int32, format: ForeignArchiveFormat) throws(InputError) {
    try unsafe self.init(format: format, memory: nil) {
      unsafe lseek(descriptor, 0, SEEK_SET) == 0
        ? archive_read_open_fd($0, descriptor, Self.blockSize) : ARCHIVE_FATAL
    }
  }

  private init(
    format: ForeignArchiveFormat, memory: UnsafeMutableRawBufferPointer?,
    open: (OpaquePointer) -> Int32
  ) throws(InputError) {
    guard let archive = unsafe archive_read_new(), let entry = unsafe archive_entry_new2(archive)
    else {
      unsafe memory?.deallocate()
      throw InputError(.unpackDamaged, at: 0, detail: "no memory")
    }
    unsafe self.archive = archive
    unsafe self.entry = entry
    unsafe self.memory = memory
    let enabled =
      switch format {
      case .zip: unsafe archive_read_support_format_zip_seekable(archive)
      case .sevenZip: unsafe archive_read_support_format_7zip(archive)
      case .tar: unsafe archive_read_support_format_tar(archive)
      case .tarZstd:
        unsafe min(
          archive_read_support_format_tar(archive), archive_read_support_filter_zstd(archive))
      }
    // A warning means that the library was built without an optional feature.
    guard enabled >= ARCHIVE_WARN, unsafe open(archive) >= ARCHIVE_WARN else {
      throw failure(.unpackFormat)
    }
    // zstd inside zstd could expand a small file to a huge one.
    guard unsafe archive_filter_count(archive) <= 2 else {
      throw InputError(.unpackFormat, at: 0, detail: "compressed more than once")
    }
  }

  deinit {
    unsafe archive_entry_free(entry)
    unsafe archive_read_free(archive)
    unsafe memory?.deallocate()
  }

  /// The number of bytes of the archive that the library has read.
  var byteOffset: Int { unsafe Int(clamping: archive_filter_bytes(archive, -1)) }

  /// Advances to the next entry.
  ///
  /// - Returns: The entry, or `nil` after the last.
  func next() throws(InputError) -> Header? {
    var tries = 0
    while true {
      switch inLocale({ unsafe archive_read_next_header2(archive, entry) }) {
      case ARCHIVE_OK, ARCHIVE_WARN: return header()
      case ARCHIVE_EOF: return nil
      case ARCHIVE_RETRY where tries < Self.retries: tries += 1
      default: throw failure(hasEncryptedDirectory ? .unpackEncrypted : .unpackDamaged)
      }
    }
  }

  /// Whether the names of a 7z archive are encrypted as well as its files.
  private var hasEncryptedDirectory: Bool {
    unsafe archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_7ZIP
      && archive_read_has_encrypted_entries(archive) == 1
  }

  /// Reads the next bytes of the entry.
  ///
  /// - Returns: The bytes; empty at the end of the entry.
  func read(upTo count: Int) throws(InputError) -> [UInt8] {
    var got = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var tries = 0
      repeat {
        got = unsafe archive_read_data(archive, buffer.baseAddress, count)
        tries += 1
      } while got == Int(ARCHIVE_RETRY) && tries < Self.retries
      initialized = max(got, 0)
    }
    guard got >= 0 else { throw failure(.unpackDamaged) }
    return bytes
  }

  /// Reads the next block of the entry and discards it.
  ///
  /// - Returns: The size of the block in bytes, without holes; `nil` at the end of the entry.
  func skipBlock() throws(InputError) -> Int? {
    var block: UnsafeRawPointer?
    var byteCount = 0
    var offset: la_int64_t = 0
    var tries = 0
    while true {
      switch unsafe archive_read_data_block(archive, &block, &byteCount, &offset) {
      case ARCHIVE_OK, ARCHIVE_WARN: return byteCount
      case ARCHIVE_EOF: return nil
      case ARCHIVE_RETRY where tries < Self.retries: tries += 1
      default: throw failure(.unpackDamaged)
      }
    }
  }

  private func header() -> Header {
    let type = unsafe Int(archive_entry_filetype(entry)) & Self.typeMask
    let isLink = unsafe archive_entry_hardlink(entry) != nil || archive_entry_symlink(entry) != nil
    return Header(
      name: inLocale { name() }, isRegular: !isLink && type == Self.regular,
      isFolder: !isLink && type == Self.folder,
      hasHoles: unsafe archive_entry_sparse_count(entry) > 0,
      isEncrypted: unsafe archive_entry_is_encrypted(entry) != 0,
      byteCount: unsafe archive_entry_size_is_set(entry) != 0
        ? Int(clamping: archive_entry_size(entry)) : nil)
  }

  private func name() -> [UInt8] {
    guard let text = unsafe archive_entry_pathname(entry) ?? archive_entry_pathname_utf8(entry)
    else {
      return []
    }
    return unsafe UnsafeBufferPointer(start: text, count: strlen(text)).map {
      UInt8(bitPattern: $0)
    }
  }

  /// Loads the files that the library needs besides the archive: those of the locale.
  static func loadFiles() { _ = LibraryLocale.shared }

  /// Calls the library in a locale in which strings are UTF-8.
  private func inLocale<Result>(_ body: () -> Result) -> Result {
    guard let locale = unsafe LibraryLocale.shared.locale else { return body() }
    let previous = unsafe uselocale(locale)
    defer { unsafe uselocale(previous) }
    return body()
  }

  /// Returns the error that the library reports.
  private func failure(_ code: InputError.Code) -> InputError {
    let words = unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? ""
    return InputError(code, at: max(byteOffset, 0), detail: words)
  }
}

/// The locale in which the strings of libarchive are UTF-8.
///
/// It is never freed. A process that cannot open files later creates it before.
///
/// `@unchecked Sendable`: the locale is created once and then only read; `uselocale` sets it only for the calling
/// thread.
@safe private struct LibraryLocale: @unchecked Sendable {
  static let shared = LibraryLocale()

  /// The locale; `nil` if the system has none.
  let locale: locale_t?

  private init() { unsafe locale = ia_archive_locale() }
}

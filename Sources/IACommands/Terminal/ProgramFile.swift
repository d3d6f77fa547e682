internal import IAFiles

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The file of the running program.
enum ProgramFile {
  /// The path with links resolved, or the word that started the program if the system does not
  /// provide the path.
  static var path: String {
    PathBytes.string(from: resolvedPath() ?? Array((CommandLine.arguments.first ?? "").utf8))
  }

  /// Returns the path with links resolved, or `nil` if the system does not provide it.
  static func resolvedPath() -> [UInt8]? {
    #if canImport(Darwin)
      var size = UInt32(PATH_MAX)
      var name = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&name, &size) == 0 else { return nil }
    #else
      let name = "/proc/self/exe".utf8CString.map { $0 }
    #endif
    guard let path = unsafe realpath(name, nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe UnsafeBufferPointer(start: path, count: strlen(path)).map {
      UInt8(bitPattern: $0)
    }
  }
}

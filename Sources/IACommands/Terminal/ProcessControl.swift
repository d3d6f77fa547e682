internal import IAConvert
internal import IAFiles

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The system calls of the command line program.
enum ProcessControl {
  /// The arguments after the program's name; bytes that are not UTF-8 are encoded as by `PathBytes`.
  static var arguments: [String] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      let characters = unsafe UnsafeBufferPointer(start: argument, count: strlen(argument))
      return unsafe PathBytes.string(from: characters.map { UInt8(bitPattern: $0) })
    }
  }

  /// Ignores `SIGPIPE` and `SIGXFSZ`, so that a write to a closed pipe or beyond the maximum file size fails with an
  /// error instead of ending the process.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  static func exit(_ status: ExitStatus) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status.rawValue)
    #elseif canImport(Musl)
      Musl.exit(status.rawValue)
    #else
      Glibc.exit(status.rawValue)
    #endif
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The number of seconds since 1970 in `SOURCE_DATE_EPOCH`, or `nil` if it is not set to a number.
  static var sourceDate: Int? { environment("SOURCE_DATE_EPOCH").flatMap { Int($0) } }

  static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Returns the CPU time in seconds of this process, or of its ended children.
  static func cpuSeconds(ofChildren: Bool) -> Double {
    var usage = rusage()
    #if canImport(Glibc)
      let who = ofChildren ? RUSAGE_CHILDREN.rawValue : RUSAGE_SELF.rawValue
      unsafe getrusage(__rusage_who_t(who), &usage)
    #else
      unsafe getrusage(ofChildren ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage)
    #endif
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Returns the size of a file, or of the standard input for `-`; 0 if it has no size.
  static func fileSize(of input: String) -> Int {
    var status = stat()
    let path = PathBytes.bytes(of: input).map { CChar(bitPattern: $0) } + [0]
    let result = unsafe input == "-" ? fstat(0, &status) : stat(path, &status)
    return result == 0 ? Int(status.st_size) : 0
  }

  /// Returns whether the standard output is a regular file.
  static var isOutputRegularFile: Bool { isRegularFile(1) }

  /// Returns whether a descriptor is that of a regular file.
  static func isRegularFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns whether a path is that of a pipe.
  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    let characters = PathBytes.bytes(of: path).map { CChar(bitPattern: $0) } + [0]
    return unsafe stat(characters, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Replaces the standard input of the process by a file.
  static func replaceStandardInput(by file: ScratchFile) { dup2(file.descriptor, 0) }

  /// Returns the number of columns of the terminal at a descriptor; `nil` for other files.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}

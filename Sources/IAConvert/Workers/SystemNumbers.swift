#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The error numbers, signals and variables of the system that a broker needs.
enum SystemNumbers {
  /// Returns whether an error number means that no data has arrived yet.
  static func isRetry(_ number: Int32) -> Bool {
    number == EAGAIN || number == EWOULDBLOCK || number == EINTR
  }

  /// Returns whether an error number means that the file does not exist.
  static func isMissing(_ number: Int32) -> Bool { number == ENOENT }

  /// Returns whether an error number means that a process listens on a socket.
  static func isTaken(_ number: Int32) -> Bool { number == EADDRINUSE }

  /// Returns whether an error number means that a file exists.
  static func isExisting(_ number: Int32) -> Bool { number == EEXIST }

  /// The signal that ends a process immediately.
  static let kill = SIGKILL

  /// Whether the process runs as the superuser.
  static var isSuperuser: Bool { geteuid() == 0 }

  /// Returns the value of a variable of the environment, or `nil` if it is not set.
  static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Returns the usual name of a signal.
  static func signalName(_ number: Int32) -> String {
    switch number {
    case SIGSEGV: "SIGSEGV"
    case SIGABRT: "SIGABRT"
    case SIGILL: "SIGILL"
    case SIGTRAP: "SIGTRAP"
    case SIGBUS: "SIGBUS"
    case SIGFPE: "SIGFPE"
    case SIGKILL: "SIGKILL"
    case SIGSYS: "SIGSYS"
    case SIGXCPU: "SIGXCPU"
    case SIGTERM: "SIGTERM"
    default: "signal \(number)"
    }
  }
}

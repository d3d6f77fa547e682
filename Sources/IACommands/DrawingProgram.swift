internal import IAFiles
internal import IAFormats

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The program that draws: `iaconv-render`, in the folder of this one.
///
/// It is the same command, linked with the drawing modules. If this program cannot execute a command because it does
/// not draw, the process is replaced by `iaconv-render` with the same arguments and streams, before anything has been
/// read or written.
enum DrawingProgram {
  static let name = "iaconv-render"

  /// Replaces this process by the other program; returns only if that is not installed.
  static func takeOver() {
    guard let own = ProgramFile.resolvedPath(),
      let slash = own.lastIndex(of: UInt8(ascii: "/"))
    else { return }
    let path = own[...slash] + name.utf8
    signal(SIGPIPE, SIG_DFL)
    signal(SIGXFSZ, SIG_DFL)
    unsafe execv(path.map { CChar(bitPattern: $0) } + [0], unsafe CommandLine.unsafeArgv)
    ProcessControl.ignoreWriteSignals()
  }
}

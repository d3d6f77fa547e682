import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program, started as a shell starts it: no signal is blocked or ignored, unlike in the
/// threads of the tests.
final class SpawnedProgram {
  let id: pid_t
  private let input: Pipe
  private var ended: Int32?

  /// Starts the program with additional environment variables; its input stays open.
  init(_ arguments: [String], variables: [String: String] = [:]) throws {
    input = Pipe()
    let path = Shell.programFolder.appending(path: "iaconv").path
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    let all = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    var environment: [UnsafeMutablePointer<CChar>?] = all.map { strdup("\($0.key)=\($0.value)") }
    environment.append(nil)
    defer { environment.forEach { free($0) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.fileHandleForReading.fileDescriptor, 0)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // A shell without job control ignores SIGINT in background processes.
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&interrupts, signal) }
    posix_spawnattr_setsigdefault(&attributes, &interrupts)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var id = pid_t()
    let fault = posix_spawn(&id, path, &actions, &attributes, words, environment)
    guard fault == 0 else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EINVAL) }
    self.id = id
  }

  deinit {
    guard ended == nil else { return }
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }

  func write(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

  /// Returns the wait status of the program as `waitpid` reports it, or `nil` after ten seconds.
  func waitForEnd() -> Int32? {
    for _ in 0..<1000 where ended == nil {
      var status: Int32 = 0
      if waitpid(id, &status, WNOHANG) == id { ended = status } else { usleep(10_000) }
    }
    return ended
  }
}

internal import IAConvert
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The signals that ask a command to end or to print its state.
///
/// The first of SIGINT, SIGTERM and SIGHUP is recorded, and the next one of the same kind ends the
/// process at once.
struct Interrupts {
  private static let received = Atomic<Int32>(0)
  private static let statusRequests = Atomic<Int>(0)

  /// Creates the state and installs the handlers.
  init() {
    // Both variables must be initialised before a handler can run.
    Self.received.store(0, ordering: .sequentiallyConsistent)
    Self.statusRequests.store(0, ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      _ = signal(number) { number in
        Interrupts.received.store(number, ordering: .sequentiallyConsistent)
        _ = signal(number, SIG_DFL)
      }
    }
    _ = signal(SIGUSR1) { _ in
      Interrupts.statusRequests.store(1, ordering: .sequentiallyConsistent)
    }
  }

  /// The exit status for the signal that was received; `nil` if there was none.
  var status: ExitStatus? {
    switch Self.received.load(ordering: .sequentiallyConsistent) {
    case 0: nil
    case SIGINT: .interrupted
    default: .terminated
    }
  }

  /// Returns whether the state was requested since the last call.
  func takesStatusRequest() -> Bool {
    Self.statusRequests.exchange(0, ordering: .sequentiallyConsistent) != 0
  }
}

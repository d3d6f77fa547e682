internal import CWorkers
internal import IAFiles

/// Functions that start the processes of workers, templates and other programs.
enum WorkerStart {
  /// The descriptors of a worker that is being started.
  struct Channel {
    /// The broker's end of the socket.
    let ours: Int32
    /// The worker's end of the socket.
    let theirs: Int32
    /// The shared memory; -1 for none.
    let memory: Int32

    /// Closes the descriptors that the broker keeps.
    func close() {
      ia_worker_close(ours)
      ia_worker_close(memory)
    }
  }

  /// Creates the descriptors of a worker.
  ///
  /// - Throws: `Failure` with `worker.start`.
  static func channel(
    _ bounds: WorkerFrame.Bounds, _ ends: WorkerChannel.Ends
  ) throws(Failure) -> Channel {
    let pair = try socketPair()
    let size = Int(IA_WORKER_RESULT_OFFSET) + bounds.maxPayload(of: .result)
    // Without shared memory, results are sent through the socket.
    let memory = ends == .broker ? max(ia_worker_memory(size), -1) : -1
    return Channel(ours: pair.ours, theirs: pair.theirs, memory: memory)
  }

  /// Creates the two ends of a channel.
  ///
  /// - Throws: `Failure` with `worker.start`.
  static func socketPair() throws(Failure) -> (ours: Int32, theirs: Int32) {
    var sockets: (Int32, Int32) = (-1, -1)
    let paired = unsafe withUnsafeMutableBytes(of: &sockets) { space in
      unsafe ia_worker_pair(space.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard paired == 0 else { throw failure("no socket", paired) }
    return (sockets.0, sockets.1)
  }

  /// Starts a program.
  ///
  /// - Returns: The process id, or a negated error number.
  static func spawn(
    _ program: String, _ arguments: [String], socket: Int32, memory: Int32,
    ends: WorkerChannel.Ends
  ) -> Int32 {
    let words = [program] + arguments
    let environment = Self.environment
    return unsafe withPointers(to: words) { words in
      unsafe withPointers(to: environment) { environment in
        unsafe ia_worker_start(
          words[0], words, environment, socket, memory, ends == .standardStreams ? 1 : 0)
      }
    }
  }

  /// Returns the failure of a start.
  static func failure(_ detail: String, _ number: Int32) -> Failure {
    Failure(.software, code: "worker.start", "\(detail): \(FileError.message(for: -number))")
  }

  // MARK: Arguments

  /// The environment variables that are passed to a worker; the others do not affect conversions.
  private static let passedVariables = [
    "HOME", "ICU_DATA", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "LD_LIBRARY_PATH", "PATH", "TMPDIR",
    "SWIFT_DETERMINISTIC_HASHING", "GLIBC_TUNABLES", "XDG_CACHE_HOME", "XDG_DATA_HOME",
  ]

  private static var environment: [String] {
    let passed = passedVariables.compactMap { name in
      SystemNumbers.environment(name).map { "\(name)=\($0)" }
    }
    // The Swift crash handler is disabled, because it would start another program.
    return passed + ["LC_ALL=C", "TZ=UTC", "SWIFT_BACKTRACE=enable=no"]
  }

  /// Calls a function with the words as an argument vector of C: an array of C strings with a final null pointer.
  static func withPointers<Result>(
    to words: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = unsafe words.map { word in
      let characters = PathBytes.bytes(of: word).map { CChar(bitPattern: $0) } + [0]
      let space = UnsafeMutableBufferPointer<CChar>.allocate(capacity: characters.count)
      _ = unsafe space.initialize(from: characters)
      return unsafe space
    }
    defer { unsafe copies.forEach { unsafe $0.deallocate() } }
    var pointers = unsafe copies.map { $0.baseAddress }
    unsafe pointers.append(nil)
    return unsafe pointers.withUnsafeBufferPointer { list in
      unsafe body(list.baseAddress.unsafelyUnwrapped)
    }
  }
}

internal import CEngines
internal import Foundation

/// The process of an engine: lines in both directions, with limits of time and size.
final class EngineProcess {
  /// The limits of an engine.
  struct Limits: Sendable {
    /// The time for an answer in seconds.
    var seconds = 20.0
    /// The maximum length of a line in bytes.
    var lineBytes = 4096
    /// The maximum size of a file that the engine writes, in bytes.
    var fileBytes: UInt64 = 256 << 20
  }

  private var process = engine_process()
  private let limits: Limits
  private var buffer: [UInt8] = []
  /// The number of bytes of the buffer that were returned as lines.
  private var consumed = 0
  /// The first bytes that the engine wrote to its standard error.
  private var errors: [UInt8] = []
  /// Whether there is a process to end: it was started and has not been ended.
  private var isRunning = false

  /// Starts a program, given as its path and arguments.
  init(_ command: [String], limits: Limits) throws(EngineFault) {
    self.limits = limits
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    arguments.append(nil)
    defer { for one in arguments { free(one) } }
    let error = engine_start(arguments, limits.fileBytes, &process)
    if error != 0 {
      throw EngineFault(.start, "\(command.first ?? ""): \(String(cString: strerror(error)))")
    }
    isRunning = true
  }

  deinit { end() }

  /// Ends the engine and all of its processes.
  func end() {
    guard isRunning else { return }
    isRunning = false
    _ = engine_end(&process)
  }

  /// The CPU time of the engine's processes in nanoseconds, read until it no longer changes.
  ///
  /// An engine whose other threads still work gets 10 ms to finish.
  func cpuNanoseconds() -> Int {
    var last = engine_cpu_nanoseconds(process.pid)
    for _ in 0..<50 {
      usleep(200)
      let now = engine_cpu_nanoseconds(process.pid)
      if now == last { break }
      last = now
    }
    return Int(clamping: last)
  }

  /// Sends a line.
  func send(_ line: String) throws(EngineFault) {
    // What the engine writes without a request is no answer.
    try receiveWaiting()
    if consumed < buffer.count {
      throw EngineFault(.answer, "wrote \(shown(buffer[consumed...])) without a request")
    }
    let bytes = Array("\(line)\n".utf8)
    if engine_write(process.input, bytes, bytes.count) != 0 { throw closed("before “\(line)”") }
  }

  private func receiveWaiting() throws(EngineFault) {
    while buffer.count - consumed <= limits.lineBytes {
      let ready = engine_poll(process.output, process.errors, 0)
      if ready & 2 != 0 { drainErrors() }
      guard ready & 1 != 0, try read(for: "a request") else { return }
    }
  }

  /// Returns the next line without its end.
  ///
  /// - Parameter request: The request, for messages.
  func line(for request: String) throws(EngineFault) -> String {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(limits.seconds)
    var searched = consumed
    while true {
      if let newline = buffer[searched...].firstIndex(of: 0x0A) {
        defer { consumed = newline + 1 }
        guard newline - consumed <= limits.lineBytes else { throw tooLong(request) }
        guard let line = String(validating: buffer[consumed..<newline], as: UTF8.self) else {
          throw EngineFault(.answer, "the answer to “\(request)” is not UTF-8")
        }
        return line
      }
      if buffer.count - consumed > limits.lineBytes { throw tooLong(request) }
      buffer.removeFirst(consumed)
      consumed = 0
      searched = buffer.count
      let left = (end - clock.now) / .milliseconds(1)
      guard left > 0 else {
        throw EngineFault(.hangs, "no answer to “\(request)” within \(limits.seconds) s")
      }
      let ready = engine_poll(process.output, process.errors, Int32(min(left, 1e6).rounded(.up)))
      if ready & 2 != 0 { drainErrors() }
      if ready & 1 != 0, try !read(for: request) {
        throw closed("instead of an answer to “\(request)”")
      }
    }
  }

  private func tooLong(_ request: String) -> EngineFault {
    EngineFault(
      .answer, "a line of the answer to “\(request)” has more than \(limits.lineBytes) bytes")
  }

  /// Reads available bytes; `false` at the end.
  private func read(for request: String) throws(EngineFault) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(process.output, &bytes, bytes.count)
    if count > 0 { buffer += bytes[..<count] }
    return count > 0
  }

  /// Reads available bytes of the standard error; keeps the first 4,096.
  private func drainErrors() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(process.errors, &bytes, bytes.count)
    if count > 0 { errors += bytes[..<count].prefix(4096 - errors.count) }
    // A closed stream is always ready; the poll must not spin.
    if count <= 0 { usleep(1000) }
  }

  private func closed(_ when: String) -> EngineFault {
    var status: Int32 = 0
    var detail = "closed its output \(when)"
    if engine_wait(&process, 200, &status) != 0 {
      detail = "ended \(when)"
      if status >= 0 {
        detail +=
          status & 0x7F == 0 ? ", exit code \(status >> 8 & 0xFF)" : ", signal \(status & 0x7F)"
      }
    }
    if engine_poll(process.errors, process.errors, 0) != 0 { drainErrors() }
    let words =
      String(decoding: errors.prefix(300), as: UTF8.self)
      .split(whereSeparator: \.isNewline).last.map { ": \($0)" } ?? ""
    return EngineFault(.closed, detail + words)
  }

  private func shown(_ bytes: ArraySlice<UInt8>) -> String {
    "“\(String(decoding: bytes.prefix(60), as: UTF8.self).split(whereSeparator: \.isNewline).first ?? "")”"
  }

  /// Closes the engine's input, and checks that it exits with 0.
  func finish() throws(EngineFault) {
    close(process.input)
    process.input = open("/dev/null", O_WRONLY)
    var status: Int32 = 0
    guard engine_wait(&process, Int32(min(limits.seconds, 5) * 1000), &status) != 0 else {
      throw EngineFault(.hangs, "does not exit when its input ends")
    }
    if status != 0 {
      throw EngineFault(.closed, "exits with \(status >> 8 & 0xFF), not 0, when its input ends")
    }
  }
}

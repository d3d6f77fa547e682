import Foundation
import IATestSupport

/// Runs commands in a temporary folder, with the suite's program in PATH.
final class Shell {
  let folder: URL

  /// The folder of the program: `IA_COMMAND_FOLDER`, the folder of the tests, or `.build/debug`.
  static let programFolder: URL = {
    if let path = ProcessInfo.processInfo.environment["IA_COMMAND_FOLDER"] {
      return URL(filePath: path)
    }
    let beside = Bundle.main.bundleURL
    let isThere = FileManager.default.fileExists(atPath: beside.appending(path: "iaconv").path)
    return isThere ? beside : ExternalCorpora.packageRoot.appending(path: ".build/debug")
  }()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "ia-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  struct Result {
    var output: Data
    var errors: Data
    var status: Int32
    var timedOut: Bool
  }

  static let environment = [
    "PATH": programFolder.path + ":/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC", "COLUMNS": "80",
    "SWIFT_BACKTRACE": "enable=no",
    "CORPUS": ExternalCorpora.packageRoot.appending(path: "Corpus").path,
  ]

  /// Runs a command until it ends, for at most a minute unless another time is given.
  func run(_ command: String, input: String? = nil, seconds: Double = 60) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    process.environment = Self.environment
    // The output is a pipe, because commands refuse to write an unspecified format to a file.
    let output = DrainedPipe()
    let errors = try scratchFile()
    process.standardOutput = output.pipe
    process.standardError = errors
    if let input {
      let file = try scratchFile()
      file.write(Data(input.utf8))
      try file.seek(toOffset: 0)
      process.standardInput = file
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
    output.start()
    let deadline = Date().addingTimeInterval(seconds)
    while process.isRunning, Date() < deadline { usleep(2000) }
    let timedOut = process.isRunning
    if timedOut { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try errors.seek(toOffset: 0)
    let isSignal = process.terminationReason == .uncaughtSignal
    return Result(
      output: output.data(), errors: try errors.readToEnd() ?? Data(),
      status: process.terminationStatus + (isSignal ? 128 : 0), timedOut: timedOut)
  }

  /// Returns an open file outside the folder whose name is already deleted.
  private func scratchFile() throws -> FileHandle {
    let url = FileManager.default.temporaryDirectory.appending(path: "ia-\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let file = try FileHandle(forUpdating: url)
    try FileManager.default.removeItem(at: url)
    return file
  }
}

/// A pipe that a thread reads to its end.
private final class DrainedPipe: @unchecked Sendable {
  let pipe = Pipe()
  private let end = DispatchSemaphore(value: 0)
  // The thread writes it before it signals `end`; it is read only after that signal.
  private var content = Data()

  /// Starts the thread; the write end must have been passed to a process.
  func start() {
    try? pipe.fileHandleForWriting.close()
    Thread.detachNewThread { [self] in
      content = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
      end.signal()
    }
  }

  /// Returns the content after the last writer has closed the pipe, or no bytes after a minute.
  func data() -> Data {
    end.wait(timeout: .now() + 60) == .success ? content : Data()
  }
}

import Foundation
import IATestSupport

/// Runs commands in a folder of their own, with the suite's program on the path.
final class Shell {
  let folder: URL

  /// Where the program is: beside the tests, or where `IA_COMMAND_FOLDER` says.
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

  /// Runs a command to its end, for a minute at most unless another time is given.
  func run(_ command: String, input: String? = nil, seconds: Double = 60) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    process.environment = Self.environment
    // The output is a pipe, because a command refuses to write an unnamed format to a file.
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

  /// A file outside the folder that has no name any more.
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

/// A pipe whose content a thread collects.
private final class DrainedPipe: @unchecked Sendable {
  let pipe = Pipe()
  private let end = DispatchSemaphore(value: 0)
  // Written by the thread before it signals `end`, read after that signal.
  private var content = Data()

  /// Starts to collect; the writing end must have been passed to a process.
  func start() {
    try? pipe.fileHandleForWriting.close()
    Thread.detachNewThread { [self] in
      content = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
      end.signal()
    }
  }

  /// Returns the content after the last writer has closed the pipe, or nothing after a minute.
  func data() -> Data {
    end.wait(timeout: .now() + 60) == .success ? content : Data()
  }
}

internal import Foundation

/// A program whose output is an input of the benchmarks.
enum Tool {
  /// Why an input is not there.
  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs a program and returns what it prints.
  static func output(of program: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0, !data.isEmpty else {
      throw Missing(description: "\(program) gave nothing; is it installed?")
    }
    return data
  }
}

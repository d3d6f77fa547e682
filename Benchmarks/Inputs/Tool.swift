public import Foundation

/// A program whose output is an input of the benchmarks.
public enum Tool {
  /// Why an input is not there.
  public struct Missing: Error, CustomStringConvertible {
    /// What is not there.
    public let description: String

    /// Names what is not there.
    public init(description: String) { self.description = description }
  }

  /// Runs a program and returns what it prints, which is not empty.
  public static func output(of program: String, _ arguments: [String]) throws -> Data {
    let data = try printed(by: program, arguments)
    guard !data.isEmpty else {
      throw Missing(description: "\(program) gave nothing; is it installed?")
    }
    return data
  }

  /// Runs a program and returns what it prints.
  public static func printed(by program: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Missing(description: "\(program) gave nothing; is it installed?")
    }
    return data
  }
}

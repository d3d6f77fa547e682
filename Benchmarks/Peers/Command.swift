import Foundation

/// A program with its arguments.
struct Command {
  var name: String
  var arguments: [String]
  /// What its output contains where it really converted; nothing where that does not matter.
  var proof = ""
}

/// What the runs of one program took.
struct Samples {
  var milliseconds: [Double] = []
  var megabytes: [Double] = []

  /// Adds a line of `ia-spawn`: status, nanoseconds, bytes.
  mutating func add(_ line: String) -> Bool {
    let fields = line.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
    guard fields.count == 3, fields[0] == 0 else { return false }
    milliseconds.append(fields[1] / 1e6)
    megabytes.append(fields[2] / 1e6)
    return true
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// What a program prints; nothing where it fails.
func output(of arguments: [String]) -> String {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(filePath: arguments[0])
  process.arguments = Array(arguments.dropFirst())
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return "" }
  let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
  process.waitUntilExit()
  return process.terminationStatus == 0 ? String(decoding: data ?? Data(), as: UTF8.self) : ""
}

func path(of program: String) -> String? {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/\(program)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Runs programs by turns and measures each as a whole process.
struct Turns {
  private let spawn: String

  init() {
    spawn =
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "ia-spawn").path
  }

  /// What each of some commands takes; empty samples for one that failed.
  ///
  /// - Parameter seconds: A command that took longer once is not run again.
  func run(_ commands: [Command], times: Int, seconds: Double = .infinity) -> [Samples] {
    var samples = [Samples](repeating: Samples(), count: commands.count)
    var isOut = [Bool](repeating: false, count: commands.count)
    for _ in 0..<times {
      for (index, command) in commands.enumerated() where !isOut[index] {
        guard samples[index].add(output(of: [spawn] + command.arguments)) else {
          print("\(command.name) failed")
          samples[index] = Samples()
          isOut[index] = true
          continue
        }
        isOut[index] = (samples[index].milliseconds.last ?? 0) > seconds * 1000
      }
    }
    return samples
  }
}

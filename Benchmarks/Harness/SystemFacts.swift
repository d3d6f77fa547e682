internal import Foundation

/// What a figure needs beside it to mean something later.
enum SystemFacts {
  static func now() -> String { Date.now.ISO8601Format() }

  static func machine() -> Results.Machine {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    let processor = model?.split(separator: ":").last.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return Results.Machine(
      processor: processor ?? "unknown", cores: ProcessInfo.processInfo.activeProcessorCount,
      system: ProcessInfo.processInfo.operatingSystemVersionString)
  }

  /// The commit of the current folder's repository; `nil` without one.
  static func commit() -> String? { firstLine(["git", "rev-parse", "HEAD"]) }

  /// The first line of `swift --version`, which is the compiler this was built with as a rule.
  static func compiler() -> String { firstLine(["swift", "--version"]) ?? "unknown" }

  /// Returns the first line that a program prints, or `nil` if it fails.
  private static func firstLine(_ command: [String]) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
    process.waitUntilExit()
    let text = String(decoding: data ?? Data(), as: UTF8.self)
    guard process.terminationStatus == 0 else { return nil }
    return text.split(separator: "\n").first.map(String.init)
  }
}

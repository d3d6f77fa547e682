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

  /// The first line of `swift --version`, which is the compiler this was built with as a rule.
  static func compiler() -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "--version"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "unknown" }
    let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
    process.waitUntilExit()
    let text = String(decoding: data ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init) ?? "unknown"
  }
}

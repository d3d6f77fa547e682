import Foundation
public import Testing

/// The readers in `Specs/reference`, which were implemented from the specifications.
public enum ReferenceReaders {
  /// The first Python interpreter with the module `zstandard`: that of the system, or the first in
  /// PATH; `nil` if there is none.
  public static let python = ["/usr/bin/python3", "python3"].first {
    output([$0, "-c", "import zstandard"]) != nil
  }

  /// Returns the output of a reader, or `nil` if it cannot be run or fails.
  public static func output(_ reader: String, _ arguments: [String]) -> String? {
    guard let python else { return nil }
    let script = ExternalCorpora.packageRoot.appending(path: "Specs/reference/\(reader)").path
    return output([python, "-B", script] + arguments)
  }

  private static func output(_ arguments: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }
}

/// Compares texts line by line and reports the first different line.
public func expectEqualLines(
  _ found: String, _ expected: String, at location: SourceLocation = #_sourceLocation
) {
  guard found != expected else { return }
  let pairs = zip(
    found.split(separator: "\n", omittingEmptySubsequences: false),
    expected.split(separator: "\n", omittingEmptySubsequences: false))
  for (line, pair) in pairs.enumerated() where pair.0 != pair.1 {
    Issue.record("line \(line): \(pair.0) instead of \(pair.1)", sourceLocation: location)
    return
  }
  Issue.record("one is longer", sourceLocation: location)
}

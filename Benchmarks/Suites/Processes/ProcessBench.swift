import Foundation
import Harness
import Inputs

/// The costs of one process with the processes that it waited for.
struct ProcessCost {
  /// CPU time in nanoseconds.
  var cpu: UInt64
  /// Elapsed time in nanoseconds.
  var elapsed: UInt64
  /// The largest memory of one of the processes in bytes; at least that of `ia-spawn`, about 5 MB.
  var peak: Double
}

/// A process that ended with another status than 0.
struct ProcessFailure: Error, CustomStringConvertible {
  var command: [String]
  var status: Int

  var description: String { "exit code \(status): \(command.joined(separator: " "))" }
}

/// Measures whole processes: a folder for their files, the programs, and the largest memory of each command.
final class ProcessBench {
  /// The converter.
  let iaconv: String
  /// The folder of inputs and outputs, which ends with this object.
  let folder: URL
  private let spawn: String
  private var peaks: [String: [Double]] = [:]

  /// Finds the programs and creates the folder.
  ///
  /// - Parameter program: The path of the converter; `nil` for the release build of the package.
  /// - Throws: `Tool.Missing` if a program does not exist.
  init(_ program: String?, folder parent: URL = FileManager.default.temporaryDirectory) throws {
    // A relative path is one of the current folder.
    let folder = URL(filePath: FileManager.default.currentDirectoryPath)
    let package = URL(filePath: #filePath).appending(path: "../../../..").standardized
    iaconv =
      switch program {
      case let path? where path.hasPrefix("/"): path
      case let path?: folder.appending(path: path).standardized.path
      case nil: package.appending(path: ".build/release/iaconv").path
      }
    let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    spawn = own.deletingLastPathComponent().appending(path: "ia-spawn").path
    for program in [iaconv, spawn] where !FileManager.default.isExecutableFile(atPath: program) {
      throw Tool.Missing(description: "no program \(program); --program names the converter")
    }
    self.folder = parent.appending(path: "ia-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes a file in the folder and returns its path.
  func write(_ bytes: some Sequence<UInt8>, as name: String) throws -> String {
    try Data(bytes).write(to: folder.appending(path: name))
    return path(name)
  }

  /// Returns the path of an installed program, or `nil`.
  static func installed(_ program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The path of pandoc: installed, or that of the Python package `pypandoc_binary`; `nil` without.
  static var pandoc: String? {
    if let found = installed("pandoc") { return found }
    let asked = try? Tool.output(
      of: "python3", ["-c", "import pypandoc;print(pypandoc.get_pandoc_path())"])
    return asked.flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n").first }
      .map(String.init)
  }

  /// Runs a command whose output is discarded.
  ///
  /// - Throws: `ProcessFailure` if it ends with another status than 0.
  func run(_ command: [String]) throws -> ProcessCost {
    let line = String(decoding: try Tool.output(of: spawn, command), as: UTF8.self)
    let fields = line.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
    guard fields.count == 4, fields[0] == 0 else {
      throw ProcessFailure(command: command, status: fields.first.map(Int.init) ?? -1)
    }
    return ProcessCost(cpu: fields[1], elapsed: fields[3], peak: Double(fields[2]))
  }

  /// Returns a kernel that runs commands, as one operation each or as so many as stated.
  ///
  /// - Parameter measuresElapsed: Whether elapsed time counts instead of CPU time, for work that waits for a disk.
  func kernel(
    _ name: String, _ role: Kernel.Role = .candidate, maximumRounds: Int = .max,
    operations: Int? = nil, measuresElapsed: Bool = false,
    _ commands: @escaping () throws -> [[String]]
  ) -> Kernel {
    Kernel(name, role, maximumRounds: maximumRounds) { [self] _, watch in
      let commands = try commands()
      for command in commands {
        let cost = try run(command)
        watch.add(nanoseconds: measuresElapsed ? cost.elapsed : cost.cpu)
        peaks[name, default: []].append(cost.peak)
      }
      return operations ?? commands.count
    }
  }

  /// Records the largest memory of the commands of kernels since the last call, each divided by a size if one is given.
  func recordPeaks(
    _ suite: String, _ comparison: String, inputBytes: Int? = nil, in runner: inout Runner
  ) {
    for (name, peaks) in peaks.sorted(by: { $0.key < $1.key }) {
      let peak = Bootstrap.quantile(peaks.sorted(), 0.5)
      runner.record(suite, "\(comparison), \(name): peak memory", peak / 1e6, unit: "MB")
      guard let inputBytes else { continue }
      runner.record(
        suite, "\(comparison), \(name): peak memory ÷ input", peak / Double(inputBytes), unit: "")
    }
    peaks = [:]
  }
}

/// A converter beside ours.
struct PeerConverter {
  var name: String
  /// Peers that take seconds run once, and not in a quick run.
  var maximumRounds = Int.max
  /// Returns the command that converts a file.
  var command: (_ input: String, _ output: String) -> [String]
  /// Whether the result is on the standard output.
  var prints = false

  /// Whether the converter really converts a small document: its result contains a text.
  func converts(_ sample: String, proof: String, in bench: ProcessBench) -> Bool {
    let output = bench.path("proof")
    defer { try? FileManager.default.removeItem(atPath: output) }
    let words = command(sample, output)
    guard let printed = try? Tool.printed(by: words[0], Array(words.dropFirst())) else {
      return false
    }
    let result = prints ? printed : (FileManager.default.contents(atPath: output) ?? Data())
    return String(decoding: result, as: UTF8.self).contains(proof)
  }

  func kernel(_ input: String, in bench: ProcessBench) -> Kernel {
    bench.kernel(name, .peer, maximumRounds: maximumRounds) { [command] in
      [command(input, bench.path("peer-output"))]
    }
  }
}

extension Runner {
  /// Returns the peers that convert a sample, and records the others as gaps.
  mutating func proven(
    _ peers: [PeerConverter], _ suite: String, _ comparison: String, sample: String, proof: String,
    in bench: ProcessBench
  ) -> [PeerConverter] {
    peers.filter { peer in
      if isQuick, peer.maximumRounds < 3 { return false }
      let works = peer.converts(sample, proof: proof, in: bench)
      if !works {
        results.gaps?.append(
          Results.Gap(
            suite: suite, name: "\(comparison), \(peer.name)",
            reason: "it does not convert the sample: “\(proof)” is not in its result"))
      }
      return works
    }
  }

  /// Records a program that is not installed.
  mutating func recordMissing(_ suite: String, _ program: String) {
    results.gaps?.append(Results.Gap(suite: suite, name: program, reason: "not installed"))
  }
}

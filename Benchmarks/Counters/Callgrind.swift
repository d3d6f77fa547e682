import Foundation

extension Workload {
  /// What one run of a workload gave.
  struct Figures {
    /// What the workload counted by itself.
    var counts: [String: Int]
    /// The instructions callgrind counted; nil where there is no valgrind.
    var instructions: Int?
    /// The calls of malloc and its relatives that callgrind counted; `nil` without valgrind.
    var allocations: Int?
    /// The instructions of the functions by their mangled names; empty without valgrind.
    var functions: [String: Int] = [:]
  }

  /// A program that did not run.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Whether instructions can be counted here.
  static let hasValgrind = (try? output(of: ["valgrind", "--version"]))?.status == 0

  /// Runs the workload in a process of its own, under callgrind if it is installed.
  ///
  /// - Parameter plant: Further arguments, which make the process do more than the workload.
  func figures(plant: [String] = []) throws -> Figures {
    let profile = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: profile) }
    let command = [CommandLine.arguments[0], "run", name] + plant
    let callgrind = [
      "valgrind", "--tool=callgrind", "--callgrind-out-file=\(profile.path)",
      "--collect-atstart=no", "--toggle-collect=measure_call",
    ]
    let result = try Self.output(of: (Self.hasValgrind ? callgrind : []) + command)
    guard result.status == 0 else {
      throw Failure(description: "\(name) ended with \(result.status)\n\(result.errors)")
    }
    var counts: [String: Int] = [:]
    for line in result.output.split(separator: "\n") {
      let fields = line.split(separator: " ")
      if fields.count == 2, let value = Int(fields[1]) { counts[String(fields[0])] = value }
    }
    guard Self.hasValgrind else { return Figures(counts: counts) }
    // ==123== Collected : 456
    let line = result.errors.split(separator: "\n").first { $0.contains("Collected :") }
    guard let instructions = line?.split(separator: " ").last.flatMap({ Int($0) }) else {
      throw Failure(description: "\(name): callgrind printed no figure\n\(result.errors)")
    }
    let text = try String(contentsOf: profile, encoding: .utf8)
    let calls = Self.allocations(in: text)
    return Figures(
      counts: counts, instructions: instructions, allocations: hasStableAllocations ? calls : nil,
      functions: FunctionProfile.largest(FunctionProfile.costs(in: text)))
  }

  /// The functions of the C library that allocate.
  private static let allocators: Set<Substring> = [
    "malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign",
  ]

  /// Returns the number of calls of allocating functions in a profile of callgrind.
  ///
  /// A line `cfn=(7) malloc` names a called function, later `cfn=(7)`; a line `calls=3 0` follows.
  static func allocations(in profile: String) -> Int {
    var numbers: Set<Substring> = []
    var sum = 0
    var isAllocator = false
    for line in profile.utf8.split(separator: UInt8(ascii: "\n")).map({ Substring($0) }) {
      if line.hasPrefix("fn=(") || line.hasPrefix("cfn=(") {
        let fields = line.split(separator: " ", maxSplits: 1)
        let number = fields[0].drop { $0 != "(" }
        if fields.count == 2, allocators.contains(fields[1]) { numbers.insert(number) }
        if line.hasPrefix("c") { isAllocator = numbers.contains(number) }
      } else if isAllocator, line.hasPrefix("calls=") {
        sum += line.dropFirst(6).split(separator: " ").first.flatMap { Int($0) } ?? 0
      }
    }
    return sum
  }

  /// The compiler and the machine that instructions belong to: `6.3.1 x86_64-unknown-linux-gnu`.
  static func compiler() throws -> String {
    let words = try output(of: ["swift", "--version"]).output.split { $0 == " " || $0 == "\n" }
    func word(after label: Substring) -> String {
      words.firstIndex(of: label).map { String(words[min($0 + 1, words.count - 1)]) } ?? "unknown"
    }
    return "\(word(after: "version")) \(word(after: "Target:"))"
  }

  static func output(
    of command: [String]
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    let output = Pipe()
    let errors = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    guard FileManager.default.createFile(atPath: errors.path, contents: nil) else {
      throw Failure(description: "cannot write to \(errors.path)")
    }
    defer { try? FileManager.default.removeItem(at: errors) }
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: data, as: UTF8.self),
      (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    )
  }
}

internal import Foundation

/// The key figures of runs by commit: a file of JSON lines, to which `ia-bench record` adds one.
public struct History: Sendable {
  /// The key figures of one run.
  public struct Entry: Codable, Sendable {
    /// The name of the format.
    public var schema = "ia-bench-history"
    /// The version of the format.
    public var version = 1
    /// The commit that was measured.
    public var commit: String
    /// The start of the run, as RFC 3339 text.
    public var date: String
    /// The model of the processor: figures of others are not compared.
    public var processor: String
    /// The compiler's own description of itself.
    public var compiler: String
    /// Whether it was a quick run.
    public var isQuick: Bool
    /// The figures by name: ratios, percentiles of frames in milliseconds, and figures that are no times.
    public var figures: [String: Double]

    /// Creates the entry of a run.
    public init(_ results: Results, commit: String) {
      self.commit = commit
      date = results.date
      processor = results.machine.processor
      compiler = results.compiler
      isQuick = results.isQuick
      figures = results.keyFigures
    }
  }

  /// The entries in the order of the file.
  public var entries: [Entry]

  /// The largest file that is read, and the largest number of its entries.
  static let limits = (bytes: 64 << 20, entries: 10_000)

  /// Creates a history.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// Reads a file of JSON lines.
  ///
  /// - Throws: `Results.Unreadable` with the file, the line and the reason.
  public static func read(_ path: String) throws -> History {
    try decoded(try Results.data(path, atMost: limits.bytes), name: path)
  }

  static func decoded(_ data: Data, name: String) throws -> History {
    var entries: [Entry] = []
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty {
      let place = "\(name): line \(number + 1)"
      guard entries.count < limits.entries else {
        throw Results.Unreadable(description: "\(place): more than \(limits.entries) entries")
      }
      let entry: Entry
      do { entry = try JSONDecoder().decode(Entry.self, from: Data(line)) } catch {
        throw Results.Unreadable(
          description: "\(place): no entry of a history: \(FaultMessages.reason(error))")
      }
      guard entry.schema == "ia-bench-history", entry.version == 1 else {
        throw Results.Unreadable(
          description:
            "\(place): \(entry.schema) version \(entry.version), not ia-bench-history version 1")
      }
      entries.append(entry)
    }
    return History(entries)
  }

  /// Returns the line of an entry, with its line end.
  static func line(_ entry: Entry) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(entry) + Data("\n".utf8)
  }

  /// A figure of several commits.
  struct Course {
    var name: String
    var points: [(commit: String, date: String, value: Double)]
    /// The last value divided by the first one.
    var change: Double {
      guard let first = points.first?.value, let last = points.last?.value, first != 0 else {
        return 1
      }
      return last / first
    }
  }

  /// Returns the figures of at least two commits on a processor, those that changed most first; of several runs of a
  /// commit the last one counts.
  func courses(processor: String, isQuick: Bool) -> [Course] {
    var order: [String] = []
    var last: [String: Entry] = [:]
    for entry in entries where entry.processor == processor && entry.isQuick == isQuick {
      if last[entry.commit] == nil { order.append(entry.commit) }
      last[entry.commit] = entry
    }
    let shown = order.compactMap { last[$0] }
    let names = Set(shown.flatMap(\.figures.keys))
    return names.map { name in
      Course(
        name: name,
        points: shown.compactMap { entry in
          entry.figures[name].map { (entry.commit, entry.date, $0) }
        })
    }
    .filter { $0.points.count > 1 && $0.points.allSatisfy { $0.value.isFinite && $0.value > 0 } }
    .sorted { (abs(log($0.change)), $1.name) > (abs(log($1.change)), $0.name) }
  }
}

extension Results {
  /// The figures that a history keeps, by name.
  var keyFigures: [String: Double] {
    var figures: [String: Double] = [:]
    for claim in claims {
      figures["\(claim.name): \(claim.kernel) / \(claim.reference)"] = claim.value
    }
    for one in frames ?? [] {
      let engine = one.engine.map { "\($0): " } ?? ""
      for name in ["p50", "p99"] {
        figures[
          "\(engine)\(one.workload), \(one.views) views, \(one.rows) rows, \(one.phase), \(name), ms"
        ] =
          one.percentiles[name]
      }
    }
    for one in values where !one.name.contains("compared with itself") {
      figures["\(one.suite)/\(one.name), \(one.unit)"] = one.value
    }
    return figures.filter { $0.value.isFinite }
  }
}

/// `ia-bench record`.
public enum RecordCommand {
  private static let usage = """
    usage: ia-bench record RESULTS.json --history FILE [--commit NAME]
      --history FILE  the file of JSON lines to which the key figures are added
      --commit NAME   the commit that was measured (the one of the current folder's repository)

    """

  private static func complain(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  /// Runs the command, and returns its exit code: 64 for wrong arguments, 65 for files that are no results or no
  /// history, 66 for files that cannot be opened, 73 if the history cannot be written.
  public static func run(_ words: [String]) -> Int32 {
    var options: [String: String] = [:]
    var input: String?
    var rest = words[...]
    while let word = rest.popFirst() {
      if ["--history", "--commit"].contains(word), let value = rest.popFirst() {
        options[word] = value
      } else if input == nil, !word.hasPrefix("-") {
        input = word
      } else {
        complain(usage)
        return 64
      }
    }
    guard let input, let path = options["--history"] else {
      complain(usage)
      return 64
    }
    guard let commit = options["--commit"] ?? SystemFacts.commit(), !commit.isEmpty else {
      complain("ia-bench: the current folder has no commit of git: give --commit NAME\n")
      return 64
    }
    do {
      let results = try Results.read(input)
      // A damaged history is not made longer.
      let known = FileManager.default.fileExists(atPath: path) ? try History.read(path) : nil
      let entry = History.Entry(results, commit: commit)
      guard append(try History.line(entry), to: path) else { return 73 }
      print(
        "\(path): \(entry.figures.count) figures of \(commit), \((known?.entries.count ?? 0) + 1) entries"
      )
      return 0
    } catch {
      complain("ia-bench: \(error)\n")
      return (error as? Results.Unreadable)?.exitCode ?? 65
    }
  }

  /// Writes the whole file anew, so that a full disk leaves the former one.
  private static func append(_ line: Data, to path: String) -> Bool {
    let url = URL(filePath: path)
    var data = (try? Data(contentsOf: url)) ?? Data()
    if let last = data.last, last != UInt8(ascii: "\n") { data.append(UInt8(ascii: "\n")) }
    do { try (data + line).write(to: url, options: .atomic) } catch {
      complain("ia-bench: \(FaultMessages.unwritten(path, error))\n")
      return false
    }
    return true
  }
}

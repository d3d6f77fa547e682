import Foundation
import IAConvert
import IACorpus
import IAFiles
import IAFormats
import IAText

/// Documents through each format and back: each difference is explained by a note of the report.
struct Completeness {
  /// A writer with its reader and its options.
  private struct Target {
    var name: String
    var writer: any DocumentWriter
    var reader: any DocumentReader
    var options: WriteOptions
    var reading: ReadOptions
  }

  /// The differences of one attribute in one format.
  private struct Failure {
    var documents = 0
    var changes = 0
    /// The first of them.
    var example: String
  }

  private let targets: [Target]
  private var failures: [String: Failure] = [:]
  private var roundTrips: [String: (total: Int, unequal: Int, wrong: Int)] = [:]

  /// Creates a check of all formats, or of one.
  init(format: String?) throws {
    targets = FormatRegistry.standard.entries.flatMap { entry -> [Target] in
      guard let writer = entry.writer, let reader = entry.reader else { return [] }
      let id = writer.descriptor.id.rawValue
      guard format == nil || format == "all" || id == format else { return [] }
      let profiles: [String?] = writer.descriptor.profiles.map(\.name)
      return (profiles.isEmpty ? [nil] : profiles).flatMap { profile in
        [true, false].map { isHidden in
          Target(
            name: id + (profile.map { " \($0)" } ?? "") + (isHidden ? "" : ", no hidden data"),
            writer: writer, reader: reader,
            options: WriteOptions(profile: profile, keepsHiddenData: isHidden),
            reading: ReadOptions(profile: profile == "marked" ? profile : nil))
        }
      }
    }
    guard !targets.isEmpty else { fail("no format \(format ?? "") that is read and written") }
  }

  /// Returns the numbers of documents that a word names: `COUNT` for the first of them, or numbers and
  /// ranges as in `2669,10000-19999`; `nil` for other words.
  static func numbers(_ word: String) -> [ClosedRange<Int>]? {
    if let count = Int(word), count >= 0 { return count == 0 ? [] : [0...count - 1] }
    var ranges: [ClosedRange<Int>] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
        first <= last
      else { return nil }
      ranges.append(first...last)
    }
    return ranges
  }

  /// Checks generated documents and the files of folders, and prints what no note explains.
  mutating func run(numbers: [ClosedRange<Int>], seed: Int, folders: [String]) throws {
    var random = RandomDocument(seed: UInt64(seed))
    let end = numbers.map(\.upperBound).max() ?? -1
    for number in stride(from: 0, through: end, by: 1) {
      let document = random.next()
      guard numbers.contains(where: { $0.contains(number) }) else { continue }
      check(document, "seed \(seed), document \(number)")
    }
    for folder in folders {
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      for name in names.sorted() {
        let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
        guard let bytes = try? Data(contentsOf: url), bytes.count < 1 << 22 else { continue }
        let source = BytesSource([UInt8](bytes), name: url.lastPathComponent)
        guard let input = try? Conversion(to: FormatID("json")).read(source) else { continue }
        check(input.document, name)
      }
    }
    print("round trips, different, with a difference that no note explains:")
    for target in targets {
      let figures = roundTrips[target.name] ?? (0, 0, 0)
      print("  \(target.name): \(figures.total), \(figures.unequal), \(figures.wrong)")
    }
    for (name, failure) in failures.sorted(by: {
      ($0.value.documents, $1.key) > ($1.value.documents, $0.key)
    }) {
      print("\(failure.documents) documents, \(failure.changes) changes: \(name)")
      print("    \(failure.example)")
    }
    if !failures.isEmpty { fail("\(failures.count) features are not reported") }
  }

  private mutating func check(_ document: IADocument, _ place: String) {
    guard let stored = try? document.data(as: FormatID("ia")).bytes else {
      return add("not stored", isFirst: true, place)
    }
    for target in targets {
      var sink = BytesSink(keepsSideFiles: target.writer.descriptor.folderDocument != nil)
      do {
        var conversion = Conversion(to: target.writer.descriptor.id)
        conversion.inputFormat = FormatID("ia")
        conversion.writeOptions = target.options
        let report = try conversion.run(from: BytesSource(stored), to: &sink).report
        let files = Dictionary(uniqueKeysWithValues: sink.sideFiles.map { ($0.name, $0.bytes) })
        let source = BytesSource(sink.bytes, sideFiles: files)
        let back = try target.reader.read(source, options: target.reading).document
        let difference = DocumentDifference(document, back)
        let wrong = difference.changes(notIn: report)
        var figures = roundTrips[target.name] ?? (0, 0, 0)
        figures.total += 1
        if !difference.isEqual { figures.unequal += 1 }
        // Blocks that become one, or several, are no change of a paragraph.
        let isStructureReported = report.counts.keys.contains { $0.feature == .structure }
        if !difference.isEqual, difference.changes.isEmpty, !isStructureReported {
          add("\(target.name): difference without a change", isFirst: true, place)
        }
        if !wrong.isEmpty {
          figures.wrong += 1
          try keep(stored, place, target.name)
        }
        roundTrips[target.name] = figures
        var seen: Set<String> = []
        for change in wrong {
          add(
            "\(target.name): \(change.kind.rawValue) \(change.kind == .bookmark ? "" : change.name)",
            isFirst: seen.insert(change.kind.rawValue + change.name).inserted,
            "\(place), \(change.left.map { "\($0)" } ?? "-"): \(Self.short(change.from)) -> "
              + Self.short(change.to))
        }
      } catch {
        add("\(target.name): error \(error)", isFirst: true, place)
      }
    }
  }

  /// Writes a document to the folder that IA_KEEP names, if it names one.
  private func keep(_ bytes: [UInt8], _ place: String, _ target: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["IA_KEEP"] else { return }
    let name = "\(target), \(place)".replacing(", ", with: "-").replacing(" ", with: "-")
    try Data(bytes).write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).ia"))
  }

  private mutating func add(_ name: String, isFirst: Bool, _ example: String) {
    var failure = failures[name] ?? Failure(example: example)
    failure.changes += 1
    if isFirst { failure.documents += 1 }
    failures[name] = failure
  }

  /// Returns the start of a value with escaped controls.
  private static func short(_ value: String) -> String {
    String(String(value.prefix(120)).debugDescription.prefix(200))
  }
}

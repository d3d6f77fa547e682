public import IAFormats

/// The losses of a conversion as lines for the standard error.
///
/// Data that were kept as hidden data, or restored from them, are not listed. A document that was read from a drawing
/// is listed, although nothing was lost.
public struct LossSummary: Hashable, Sendable {
  private let report: ConversionReport

  /// Creates the summary of a report.
  public init(of report: ConversionReport) { self.report = report }

  /// The kinds whose losses are listed individually, because there are few of them: replaced font families and weights.
  private static let listed: Set<ConversionNote.Kind> = [
    .init(effect: .approximated, feature: .fontFamily),
    .init(effect: .approximated, feature: .fontWeight),
  ]

  private static func isShown(_ kind: ConversionNote.Kind) -> Bool {
    kind.effect.isLoss || kind == EmbeddedDocument.kind
  }

  /// Returns one line for each kind of loss: `iaconv: FILE: dropped: table (3), first: 2 columns`.
  ///
  /// Font families and weights that are replaced by others have one line each.
  public func lines(for path: String) -> String {
    var lines = ""
    for kind in report.kinds where Self.isShown(kind) {
      lines +=
        Self.listed.contains(kind)
        ? Self.lines(of: kind, in: report, path) : Self.line("\(path): \(text(of: kind))")
    }
    return lines
  }

  /// The kinds of losses, each with its number and its first detail: `dropped: table (3), first: …`.
  public var kinds: [String] { report.kinds.filter(\.effect.isLoss).map(text) }

  private func text(of kind: ConversionNote.Kind) -> String {
    let count = report.counts[kind, default: 0]
    let detail = report.notes.first { $0.kind == kind && !$0.detail.isEmpty }?.detail
    var text = "\(kind.effect.rawValue): \(kind.feature.rawValue)"
    if count > 1 { text += " (\(count))" }
    if let detail { text += count > 1 ? ", first: \(detail)" : ": \(detail)" }
    return text
  }

  /// Whether a page refers to files outside the folder to whose files it may refer.
  public var hasFilesElsewhere: Bool {
    report.notes.contains {
      $0.kind.feature == .externalContent && $0.detail.hasSuffix("in another folder")
    }
  }

  /// Returns one line for each loss, with its location.
  ///
  /// If the report does not list all losses of a kind, a further line states the number of the others.
  public func allLines(for path: String) -> String {
    var lines = ""
    for kind in report.kinds where Self.isShown(kind) {
      lines += Self.lines(of: kind, in: report, path)
    }
    return lines
  }

  private static func lines(
    of kind: ConversionNote.Kind, in report: ConversionReport, _ path: String
  ) -> String {
    var lines = ""
    let notes = report.notes.filter { $0.kind == kind }
    for note in notes {
      var line = "\(path): \(location(of: note))\(kind.effect.rawValue): \(kind.feature.rawValue)"
      if !note.detail.isEmpty { line += ": \(note.detail)" }
      lines += Self.line(line)
    }
    let more = report.counts[kind, default: 0] - notes.count
    if more > 0 {
      lines += line("\(path): \(kind.effect.rawValue): \(kind.feature.rawValue): \(more) more")
    }
    return lines
  }

  private static func location(of note: ConversionNote) -> String {
    if let offset = note.byteOffset { return "offset \(offset): " }
    guard let range = note.utf16Range else { return "" }
    return range.count > 1
      ? "units \(range.lowerBound) to \(range.upperBound - 1): " : "unit \(range.lowerBound): "
  }

  static func line(_ words: String) -> String { HarmlessText.escape("iaconv: " + words) + "\n" }
}

/// The losses of several documents, summed by kind.
public struct BatchLosses: Sendable {
  private struct Entry {
    var count = 0
    var documents = 0
    var first: String
  }

  private var entries: [ConversionNote.Kind: Entry] = [:]

  /// Creates a list without losses.
  public init() {}

  /// Adds the losses of a document.
  public mutating func add(_ report: ConversionReport, of path: String) { add([report], of: path) }

  /// Adds the losses of a document that was written in several formats.
  ///
  /// The report of each format contains the losses of reading. Therefore the maximum of the numbers of each kind is
  /// added, not their sum.
  public mutating func add(_ reports: [ConversionReport], of path: String) {
    var counts: [ConversionNote.Kind: Int] = [:]
    for report in reports { counts.merge(report.counts) { max($0, $1) } }
    for (kind, count) in counts where kind.effect.isLoss {
      entries[kind, default: Entry(first: path)].count += count
      entries[kind]?.documents += 1
    }
  }

  /// The lines, one for each kind: `iaconv: dropped: table (31 in 12 documents, first: a.rtf)`.
  public var lines: String {
    entries.sorted { $0.key < $1.key }.map { kind, entry in
      let name = "\(kind.effect.rawValue): \(kind.feature.rawValue)"
      guard entry.documents > 1 else {
        let count = entry.count > 1 ? " (\(entry.count))" : ""
        return LossSummary.line("\(entry.first): \(name)\(count)")
      }
      return LossSummary.line(
        "\(name) (\(entry.count) in \(entry.documents) documents, first: \(entry.first))")
    }.joined()
  }
}

extension Batch.Summary {
  /// The summary as a line of text: `iaconv: 202 documents: 198 converted, 3 refused, 1 failed`.
  public var line: String {
    let parts = [
      (converted, "converted"), (refused, "refused"), (failed, "failed"),
      (kept, "kept as they were"), (skipped, "not tried"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return LossSummary.line("\(count) documents: \(parts.joined(separator: ", "))")
  }
}

internal import IACorpus
internal import IAFiles
public import IAFormats
internal import IASyntax
internal import IAText

/// Tests whether forged hidden data changes what a document shows.
///
/// Each trial writes a generated document, forges its hidden data, reads the file with the hidden
/// data, and writes the result without hidden data. The output must show the same as the forged
/// file shows to a program that ignores hidden data.
public struct ForgeryTrial {
  /// A forged file whose hidden data changed what the document shows.
  public struct Failure: Error, CustomStringConvertible {
    /// A description of the difference and its location.
    public var description: String
    /// The forged file.
    public var file: [UInt8]
  }

  private let reader: any DocumentReader
  private let writer: any DocumentWriter
  private let textWriter: any DocumentWriter
  private let seed: Int
  private var documents: RandomDocument
  private var forger: Forger
  private var number = 0
  /// The number of paragraphs that were restored from forged hidden data.
  public private(set) var restoredCount = 0
  /// The number of records, attributes and objects that were refused.
  public private(set) var refusedCount = 0

  /// Creates a sequence of trials.
  ///
  /// - Parameters:
  ///   - reader: The reader of the format.
  ///   - writer: The writer of the format.
  ///   - textWriter: The writer of plain text.
  ///   - seed: The seed of documents and forgeries.
  public init(
    reader: any DocumentReader, writer: any DocumentWriter, textWriter: any DocumentWriter,
    seed: Int
  ) {
    self.reader = reader
    self.writer = writer
    self.textWriter = textWriter
    self.seed = seed
    documents = RandomDocument(seed: UInt64(seed))
    forger = Forger(seed: UInt64(seed) &+ 0x5EED)
  }

  /// The profile for writing the last file again; `nil` for the default profile.
  ///
  /// In RTF it is the profile of the file, because it determines whether notes are in the text.
  private var profile: String?

  /// Returns the next forged file.
  public mutating func nextFile() throws -> [UInt8] {
    let document = documents.next()
    let profiles = writer.descriptor.profiles
    let wanted = profiles.isEmpty ? nil : profiles[number % profiles.count].name
    profile = writer.descriptor.id == FormatID("rtf") ? wanted : nil
    number += 1
    let written = try write(document, with: writer, profile: wanted)
    return forger.forged(
      written, writer.descriptor.id, digests: document.attachments.digests.map { $0 })
  }

  /// A forged file, and the outputs without hidden data after reading it with and without its
  /// hidden data.
  public struct Outputs {
    /// The forged file.
    public var forged: [UInt8]
    /// The output after reading the file with its hidden data.
    public var restored: [UInt8]
    /// The output after reading the file without its hidden data.
    public var ignoring: [UInt8]
  }

  /// Returns the next forged file with its outputs.
  public mutating func nextOutputs() throws -> Outputs {
    let file = try nextFile()
    var options = ReadOptions()
    let restored = try reader.read(BytesSource(file), options: options).document
    options.ignoresHiddenData = true
    let shown = try reader.read(BytesSource(file), options: options).document
    return Outputs(
      forged: file, restored: try write(restored, with: writer, profile: profile, hidden: false),
      ignoring: try write(shown, with: writer, profile: profile, hidden: false))
  }

  /// Runs the next trial.
  ///
  /// - Throws: `Failure` if the forgery changes what the document shows.
  public mutating func run() throws {
    let file = try nextFile()
    var ignoring = ReadOptions()
    ignoring.ignoresHiddenData = true
    let shown = try reader.read(BytesSource(file), options: ignoring).document
    let result = try reader.read(BytesSource(file), options: ReadOptions())
    for (kind, count) in result.report.counts {
      if kind.effect == .restored { restoredCount += count }
      if kind.feature == .refusedHiddenData { refusedCount += count }
    }
    let showsMarks = writer.descriptor.id != FormatID("markdown")
    let changes = VisibleForm.distortions(of: result.document, showsMarks: showsMarks)
      .subtracting(VisibleForm.distortions(of: shown, showsMarks: showsMarks))
    guard changes.isEmpty else {
      throw failure("sets \(changes.sorted().joined(separator: ", "))", file)
    }
    let again = try write(result.document, with: writer, profile: profile, hidden: false)
    let shownAgain = try reader.read(BytesSource(again), options: ignoring).document
    let wanted = VisibleForm(shown)
    let found = VisibleForm(shownAgain)
    if wanted.difference(from: found) != nil {
      // A difference that the writer also causes without hidden data is not a failure.
      let ours = try write(shown, with: writer, profile: profile, hidden: false)
      let oursAgain = try reader.read(BytesSource(ours), options: ignoring).document
      if let difference = VisibleForm(oursAgain).difference(from: found) {
        throw failure("shows something else: \(difference)", file)
      }
    }
    // Plain text represents attachments and the marks of RTF differently.
    let markCount = file.places(of: Array("\\cs21".utf8)).count
    let hasMarks = markCount > file.places(of: Array("{\\*\\cs21".utf8)).count
    guard result.document.string.attachments.isEmpty, !hasMarks else { return }
    let text = try write(showingCutPairs(of: result.document), with: textWriter)
    let visibleText = try write(shown, with: textWriter)
    // The order of the visible text was compared above; plain text may have headers, notes and
    // boxes in other places.
    let words = Self.sortedWords(of: text)
    let visibleWords = Self.sortedWords(of: visibleText)
    if words != visibleWords {
      let difference = words.difference(from: visibleWords).map { "\($0)" }
      throw failure("other text: \(difference.joined(separator: "; "))", file)
    }
  }

  /// Returns a document in which surrogate pairs with different attributes are replaced by two
  /// U+FFFD, as in Markdown.
  private func showingCutPairs(of document: IADocument) -> IADocument {
    guard writer.descriptor.id == FormatID("markdown") else { return document }
    var changed = document
    for run in document.string.attributeRuns(in: document.string.utf16Range).dropFirst() {
      let start = run.utf16Range.lowerBound
      guard UTF16.isLeadSurrogate(document.string.unit(at: start - 1)),
        UTF16.isTrailSurrogate(document.string.unit(at: start))
      else { continue }
      changed.string.replace(start - 1..<start + 1, with: "\u{FFFD}\u{FFFD}")
    }
    return changed
  }

  /// Returns the sorted words of a text, separated by white space and by characters that some
  /// format cannot represent.
  private static func sortedWords(of text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).unicodeScalars.split { !VisibleForm.isHeld($0) }
      .map { String(String.UnicodeScalarView($0)) }.sorted()
  }

  private func failure(_ what: String, _ file: [UInt8]) -> Failure {
    Failure(
      description:
        "\(writer.descriptor.id.rawValue), seed \(seed), document \(number - 1): \(what)",
      file: file)
  }

  private func write(
    _ document: IADocument, with writer: any DocumentWriter, profile: String? = nil,
    hidden: Bool = true
  ) throws -> [UInt8] {
    var sink: any DocumentSink = BytesSink()
    var options = WriteOptions()
    options.keepsHiddenData = hidden
    if let profile { options.profile = profile }
    _ = try writer.write(document, to: &sink, options: options)
    return (sink as? BytesSink)?.bytes ?? []
  }
}

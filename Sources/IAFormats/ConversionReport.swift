/// The notes of one conversion: the information that the output lacks, or contains in another form.
///
/// A reader and a writer each return a report; `add(_:)` combines them. Losses are not errors: the
/// conversion has succeeded. Use `isLossless` or `losses` to decide whether to accept its result.
public struct ConversionReport: Hashable, Sendable {
  /// The notes in the order in which they were added, at most `notesPerKind` of each kind.
  public private(set) var notes: [ConversionNote] = []
  /// The number of notes of each kind, including those that are not in `notes`.
  public private(set) var counts: [ConversionNote.Kind: Int] = [:]

  /// The maximum number of notes of one kind in `notes`.
  public static let notesPerKind = 64

  /// Creates an empty report.
  public init() {}

  /// Whether nothing was dropped, approximated, neutralised or repaired.
  public var isLossless: Bool { counts.keys.allSatisfy { !$0.effect.isLoss } }

  /// The notes about information that was lost or changed, in the order in which they were added.
  ///
  /// Notes with the effect `hidden` are omitted, because a reader can restore that information.
  public var losses: [ConversionNote] { notes.filter { $0.kind.effect != .hidden } }

  /// The kinds of notes in a fixed order: by effect, then by feature.
  public var kinds: [ConversionNote.Kind] { counts.keys.sorted() }

  /// Adds a note; beyond `notesPerKind` of its kind, it is only counted.
  public mutating func add(_ note: ConversionNote) {
    let seen = counts[note.kind, default: 0]
    counts[note.kind] = seen + 1
    if seen < Self.notesPerKind { notes.append(note) }
  }

  /// Counts further notes of a kind of which `notes` already contains `notesPerKind`.
  package mutating func count(_ number: Int, more kind: ConversionNote.Kind) {
    guard number > 0 else { return }
    counts[kind, default: 0] += number
  }

  /// Returns the report with other ranges in its notes.
  package func relocated(_ placed: (Range<Int>) -> Range<Int>) -> ConversionReport {
    var report = self
    for index in notes.indices {
      report.notes[index].utf16Range = notes[index].utf16Range.map(placed)
    }
    return report
  }

  /// Adds a note from its parts; see `ConversionNote`.
  public mutating func add(
    _ effect: ConversionNote.Effect, _ feature: DocumentFeature, _ detail: String = "",
    utf16Range: Range<Int>? = nil, byteOffset: Int? = nil
  ) {
    add(
      ConversionNote(
        effect, feature, detail, utf16Range: utf16Range, byteOffset: byteOffset))
  }

  /// Adds the notes and counts of another report.
  public mutating func add(_ other: ConversionReport) {
    for note in other.notes { add(note) }
    for (kind, count) in other.counts {
      let listed = other.notes.count { $0.kind == kind }
      counts[kind, default: 0] += count - listed
    }
  }
}

/// A feature that a conversion did not preserve, with its location.
public struct ConversionNote: Hashable, Sendable {
  /// The effect of a conversion on a feature.
  public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// The feature is shown in a similar form.
    case approximated
    /// The feature is lost.
    case dropped
    /// The feature is not shown, but is stored in hidden data, from which a reader can restore it.
    case hidden
    /// The feature was active or external content, and was removed for safety.
    case neutralised
    /// The feature was invalid input, and was read in a corrected form.
    case repaired
    /// The feature was restored from hidden data of the input.
    case restored

    /// Whether the effect is a loss: every effect except `hidden` and `restored`.
    public var isLoss: Bool { self != .hidden && self != .restored }
  }

  /// The effect and the feature of a note; notes are counted for each pair.
  public struct Kind: Hashable, Sendable, Comparable {
    /// The effect on the feature.
    public var effect: Effect
    /// The feature.
    public var feature: DocumentFeature

    /// Creates a kind.
    public init(effect: Effect, feature: DocumentFeature) {
      self.effect = effect
      self.feature = feature
    }

    /// Returns whether a kind is before another by effect and then by feature.
    public static func < (left: Kind, right: Kind) -> Bool {
      (left.effect.rawValue, left.feature.rawValue)
        < (right.effect.rawValue, right.feature.rawValue)
    }
  }

  /// The effect and the feature.
  public var kind: Kind
  /// A value, name or count that describes the case; may be empty.
  public var detail: String
  /// The range of the document that the note concerns, in UTF-16 units; `nil` if it is not known.
  public var utf16Range: Range<Int>?
  /// The offset in the input in bytes; `nil` if it is not known.
  public var byteOffset: Int?

  /// Creates a note.
  public init(
    _ effect: Effect, _ feature: DocumentFeature, _ detail: String = "",
    utf16Range: Range<Int>? = nil, byteOffset: Int? = nil
  ) {
    kind = Kind(effect: effect, feature: feature)
    self.detail = detail
    self.utf16Range = utf16Range
    self.byteOffset = byteOffset
  }
}

/// What a conversion could not take over as it was: typed, with places.
public struct ConversionReport: Hashable, Sendable {
  /// The notes in the order they were made, at most `notesPerKind` of one kind.
  public private(set) var notes: [ConversionNote] = []
  /// How many there were of each kind, also beyond those listed.
  public private(set) var counts: [ConversionNote.Kind: Int] = [:]

  /// How many notes of one kind are listed before the rest is only counted.
  public static let notesPerKind = 64

  /// Makes an empty report.
  public init() {}

  /// Whether nothing was lost: nothing dropped, approximated, neutralised or repaired.
  public var isLossless: Bool { counts.keys.allSatisfy { !$0.effect.isLoss } }

  /// The notes about information that the conversion lost or changed, in the order they were made.
  ///
  /// Notes whose effect is `hidden` are left out: that information can be read back.
  public var losses: [ConversionNote] { notes.filter { $0.kind.effect != .hidden } }

  /// The kinds met, in a fixed order: by effect, then by feature.
  public var kinds: [ConversionNote.Kind] { counts.keys.sorted() }

  /// Adds a note.
  public mutating func add(_ note: ConversionNote) {
    let seen = counts[note.kind, default: 0]
    counts[note.kind] = seen + 1
    if seen < Self.notesPerKind { notes.append(note) }
  }

  /// Counts more of a kind of which `notesPerKind` are listed already.
  package mutating func count(_ number: Int, more kind: ConversionNote.Kind) {
    guard number > 0 else { return }
    counts[kind, default: 0] += number
  }

  /// Adds a note from its parts.
  public mutating func add(
    _ effect: ConversionNote.Effect, _ feature: String, _ detail: String = "",
    utf16Range: Range<Int>? = nil, byteOffset: Int? = nil
  ) {
    add(
      ConversionNote(
        effect, feature, detail, utf16Range: utf16Range, byteOffset: byteOffset))
  }

  /// Adds all that another report says.
  public mutating func add(_ other: ConversionReport) {
    for note in other.notes { add(note) }
    for (kind, count) in other.counts {
      let listed = other.notes.count { $0.kind == kind }
      counts[kind, default: 0] += count - listed
    }
  }
}

/// One thing that a conversion could not take over as it was.
public struct ConversionNote: Hashable, Sendable {
  /// What became of it.
  public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// Shown by something that comes near.
    case approximated
    /// Gone.
    case dropped
    /// Not shown, but kept in hidden data and read back from there.
    case hidden
    /// Active or external content, taken out for safety.
    case neutralised
    /// Input that broke a rule, read as something near.
    case repaired
    /// Taken from hidden data of the input, which the format does not show.
    case restored

    /// Whether a note of this effect says that something was lost.
    public var isLoss: Bool { self != .hidden && self != .restored }
  }

  /// What became of what: the key under which notes are counted.
  public struct Kind: Hashable, Sendable, Comparable {
    /// What became of it.
    public var effect: Effect
    /// A stable name of the feature: `intensity`, `attachment`, `table`, `lone-surrogate`.
    public var feature: String

    /// Names what became of what.
    public init(effect: Effect, feature: String) {
      self.effect = effect
      self.feature = feature
    }

    /// Orders kinds by effect and then by feature.
    public static func < (left: Kind, right: Kind) -> Bool {
      (left.effect.rawValue, left.feature) < (right.effect.rawValue, right.feature)
    }
  }

  /// What became of what.
  public var kind: Kind
  /// Facts: a value, a name, a count.
  ///
  /// May be empty.
  public var detail: String
  /// The units of the document it concerns.
  public var utf16Range: Range<Int>?
  /// The byte of the input it concerns.
  public var byteOffset: Int?

  /// Makes a note.
  public init(
    _ effect: Effect, _ feature: String, _ detail: String = "", utf16Range: Range<Int>? = nil,
    byteOffset: Int? = nil
  ) {
    kind = Kind(effect: effect, feature: feature)
    self.detail = detail
    self.utf16Range = utf16Range
    self.byteOffset = byteOffset
  }
}

/// An optional index into a table of `Element`, in four bytes.
///
/// `Optional<Int32>` takes eight; groups and their formatting are copied and compared often.
struct RTFIndex<Element>: Equatable {
  /// The index, negative for none.
  let rawValue: Int32

  /// No index.
  static var none: Self { Self(rawValue: -1) }

  /// The index, or `nil` for none.
  @inline(__always) var value: Int? { rawValue < 0 ? nil : Int(rawValue) }

  /// Whether there is no index.
  @inline(__always) var isNone: Bool { rawValue < 0 }

  @inline(__always)
  private init(rawValue: Int32) { self.rawValue = rawValue }

  /// Creates an index of an entry.
  @inline(__always)
  init(_ index: Int) { rawValue = Int32(index) }
}

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

// Swift compares strings by canonical equivalence. A document preserves the exact spelling, so
// texts of the model are compared by their UTF-8. Hashes need no change: equal UTF-8 implies
// canonical equivalence.

/// A text, or several texts, that can be compared by UTF-8.
public protocol SpelledText: Hashable, Sendable {
  /// Returns whether both have the same UTF-8.
  func isSpelled(like other: Self) -> Bool
}

extension String: SpelledText {
  /// Returns whether both have the same UTF-8.
  public func isSpelled(like other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = unsafe utf8.withContiguousStorageIfAvailable { mine in
      unsafe other.utf8.withContiguousStorageIfAvailable { theirs in
        guard let left = mine.baseAddress, let right = theirs.baseAddress else { return true }
        return unsafe memcmp(left, right, mine.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension Optional: SpelledText where Wrapped: SpelledText {
  /// Returns whether both are `nil`, or have the same UTF-8.
  public func isSpelled(like other: Self) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): left.isSpelled(like: right)
    default: false
    }
  }
}

extension Array: SpelledText where Element: SpelledText {
  /// Returns whether both have the same number of texts, each with the same UTF-8.
  public func isSpelled(like other: Self) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isSpelled(like: $1) }
  }
}

/// A property that is compared by its UTF-8.
@propertyWrapper
public struct Spelled<Value: SpelledText>: Hashable, Sendable {
  /// The text.
  public var wrappedValue: Value

  /// Creates the property with a text.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Returns whether both have the same UTF-8.
  public static func == (left: Self, right: Self) -> Bool {
    left.wrappedValue.isSpelled(like: right.wrappedValue)
  }
}

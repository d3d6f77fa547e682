internal import IAFiles

/// A pattern for paths: `*.rtf`, `drafts/**`, `[a-c]?.md`.
///
/// `*` matches any number of bytes except slashes, `?` one byte except a slash, `**` any number of bytes, `[…]` one
/// byte of a set, and `[!…]` or `[^…]` one byte that is not in the set. A backslash makes the next byte literal. A
/// pattern without a slash is compared with the last component of a path, any other pattern with the whole path.
public struct GlobPattern: Hashable, Sendable {
  private enum Part: Hashable {
    case literal(UInt8)
    case one
    case many
    case any
    case set([ClosedRange<UInt8>], isNegated: Bool)
  }

  private let parts: [Part]
  private let isForWholePath: Bool

  /// Creates a pattern from its text; every text is a pattern.
  public init(_ text: String) {
    let bytes = PathBytes.bytes(of: text)
    isForWholePath = bytes.contains(0x2F)
    parts = Self.parts(bytes)
  }

  private static func parts(_ bytes: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "*"):
        var count = 1
        while index < bytes.count, bytes[index] == byte {
          count += 1
          index += 1
        }
        parts.append(count > 1 ? .any : .many)
      case UInt8(ascii: "?"): parts.append(.one)
      case UInt8(ascii: "\\") where index < bytes.count:
        parts.append(.literal(bytes[index]))
        index += 1
      case UInt8(ascii: "["):
        if let (set, end) = set(bytes, from: index) {
          parts.append(set)
          index = end
        } else {
          parts.append(.literal(byte))
        }
      default: parts.append(.literal(byte))
      }
    }
    return parts
  }

  /// Returns the set whose text begins after a bracket, and the index after its end; `nil` if it has
  /// no end.
  private static func set(_ bytes: [UInt8], from start: Int) -> (Part, Int)? {
    var index = start
    let isNegated =
      index < bytes.count
      && (bytes[index] == UInt8(ascii: "!") || bytes[index] == UInt8(ascii: "^"))
    if isNegated { index += 1 }
    var ranges: [ClosedRange<UInt8>] = []
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "]"), !ranges.isEmpty {
        return (.set(ranges, isNegated: isNegated), index + 1)
      }
      if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "-"),
        bytes[index + 2] != UInt8(ascii: "]")
      {
        ranges.append(min(byte, bytes[index + 2])...max(byte, bytes[index + 2]))
        index += 3
      } else {
        ranges.append(byte...byte)
        index += 1
      }
    }
    return nil
  }

  /// Returns whether the pattern matches a path.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of path and pattern; O(*n*² · *m*) for a pattern in which
  ///   `*` follows `**`.
  package func matches(_ path: [UInt8]) -> Bool {
    guard !isForWholePath, let slash = path.lastIndex(of: 0x2F) else { return matches(path[...]) }
    return matches(path[(slash + 1)...])
  }

  private func matches(_ path: ArraySlice<UInt8>) -> Bool {
    var index = path.startIndex
    var part = 0
    // For backtracking: the parts after the last `*` and after the last `**`, each with the index of the next byte
    // that the wildcard could match.
    var star: (part: Int, index: Int)?
    var anyStar: (part: Int, index: Int)?
    while true {
      if part < parts.count {
        switch parts[part] {
        case .many:
          star = (part + 1, index)
          part += 1
          continue
        case .any:
          anyStar = (part + 1, index)
          star = nil
          part += 1
          continue
        default: break
        }
        if index < path.endIndex, Self.matches(parts[part], path[index]) {
          index += 1
          part += 1
          continue
        }
      } else if index == path.endIndex {
        return true
      }
      if let last = star, last.index < path.endIndex, path[last.index] != 0x2F {
        star = (last.part, last.index + 1)
        (part, index) = (last.part, last.index + 1)
      } else if let last = anyStar, last.index < path.endIndex {
        star = nil
        anyStar = (last.part, last.index + 1)
        (part, index) = (last.part, last.index + 1)
      } else {
        return false
      }
    }
  }

  private static func matches(_ part: Part, _ byte: UInt8) -> Bool {
    switch part {
    case .literal(let literal): return literal == byte
    case .one: return byte != 0x2F
    case .many, .any: return false
    case .set(let ranges, let isNegated):
      return byte != 0x2F && ranges.contains { $0.contains(byte) } != isNegated
    }
  }
}

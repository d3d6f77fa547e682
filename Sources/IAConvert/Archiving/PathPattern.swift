internal import IAForeignArchives

/// A pattern for the paths of documents.
///
/// `*` matches any characters except `/`, `**` also `/`, and `?` one character except `/`. A backslash
/// makes the next character literal. A pattern that ends with `/` matches everything in that folder.
public struct PathPattern: Hashable, Sendable {
  private enum Token: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    /// One character except a slash.
    case one
    /// Any number of characters except slashes.
    case part
    /// Any number of characters.
    case all
  }

  /// The pattern as given.
  public let text: String
  private let tokens: [Token]

  /// Creates a pattern from its text.
  public init(_ text: String) {
    self.text = text
    var tokens: [Token] = []
    var isLiteral = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where isLiteral:
        tokens.append(.scalar(scalar))
        isLiteral = false
      case "\\": isLiteral = true
      case "?": tokens.append(.one)
      case "*" where tokens.last == .part || tokens.last == .all: tokens[tokens.count - 1] = .all
      case "*": tokens.append(.part)
      default: tokens.append(.scalar(scalar))
      }
    }
    // A backslash at the end is literal.
    if isLiteral { tokens.append(.scalar("\\")) }
    if tokens.last == .scalar("/") { tokens.append(.all) }
    self.tokens = tokens
  }

  /// Whether the pattern can match different paths.
  public var hasWildcards: Bool {
    tokens.contains { token in
      if case .scalar = token { return false }
      return true
    }
  }

  /// The pattern with `**` in place of each `*`; `nil` if it has no `*`.
  fileprivate var acrossFolders: PathPattern? {
    guard tokens.contains(.part) else { return nil }
    return PathPattern(text: text, tokens: tokens.map { $0 == .part ? .all : $0 })
  }

  private init(text: String, tokens: [Token]) {
    self.text = text
    self.tokens = tokens
  }

  /// The only path that the pattern matches; `nil` if the pattern has wildcards.
  var literal: String? {
    guard !hasWildcards else { return nil }
    var text = String.UnicodeScalarView()
    for case .scalar(let scalar) in tokens { text.append(scalar) }
    return String(text)
  }

  /// Returns whether a path matches the whole pattern.
  ///
  /// - Complexity: O(*n* *m*) in the lengths of path and pattern.
  public func matches(_ path: String) -> Bool {
    // The positions in the pattern that matching can have reached after the characters so far.
    var reached = [Bool](repeating: false, count: tokens.count + 1)
    reached[0] = true
    skipWildcards(&reached)
    for scalar in path.unicodeScalars {
      var next = [Bool](repeating: false, count: tokens.count + 1)
      for (place, token) in tokens.enumerated() where reached[place] {
        switch token {
        case .scalar(let expected) where expected == scalar: next[place + 1] = true
        case .one where scalar != "/": next[place + 1] = true
        case .part where scalar != "/", .all: next[place] = true
        default: break
        }
      }
      guard next.contains(true) else { return false }
      skipWildcards(&next)
      reached = next
    }
    return reached[tokens.count]
  }

  /// Marks the positions after wildcards that match no character.
  private func skipWildcards(_ reached: inout [Bool]) {
    for (place, token) in tokens.enumerated() where reached[place] {
      if token == .part || token == .all { reached[place + 1] = true }
    }
  }
}

/// The documents that patterns select, and the patterns that have matched so far.
struct PathSelection {
  private let patterns: [PathPattern]
  private var matched: Set<Int> = []
  /// The patterns that matched no path but would match one with `**` in place of `*`.
  private var stopped: Set<Int> = []
  /// The versions of documents that the patterns name.
  var versions: VersionSelection { VersionSelection(patterns) }

  /// Creates a selection; without patterns it contains every document.
  init(_ patterns: [PathPattern]) { self.patterns = patterns }

  /// Returns whether a document is selected.
  ///
  /// - Parameter path: Its path; a document of an `.iaa` archive is also selected by the path without
  ///   the suffix `.ia`.
  mutating func includes(_ path: String) -> Bool {
    guard !patterns.isEmpty else { return true }
    let plain = path.hasSuffix(".ia") ? String(path.dropLast(3)) : nil
    var isIncluded = false
    for (place, pattern) in patterns.enumerated() where !isIncluded || !matched.contains(place) {
      guard pattern.matches(path) || plain.map(pattern.matches) ?? false else {
        noteStop(at: path, place)
        continue
      }
      matched.insert(place)
      isIncluded = true
    }
    return isIncluded
  }

  /// Notes the pattern if the only reason why it does not match a path is that `*` does not match a slash.
  private mutating func noteStop(at path: String, _ place: Int) {
    guard !matched.contains(place), !stopped.contains(place),
      let pattern = patterns[place].acrossFolders
    else { return }
    let plain = path.hasSuffix(".ia") ? String(path.dropLast(3)) : path
    if pattern.matches(path) || pattern.matches(plain) { stopped.insert(place) }
  }

  /// Throws if a pattern has matched no document.
  ///
  /// - Parameter hint: Returns a hint for the text of a pattern, which is appended to the message.
  /// - Throws: `Failure` with `archive.no-file`.
  func requireMatches(in input: String?, hint: (String) -> String) throws(Failure) {
    guard let missing = patterns.indices.first(where: { !matched.contains($0) }) else { return }
    let text = patterns[missing].text
    var end = hint(text)
    if end.isEmpty, stopped.contains(missing) { end = "; * does not match /, but ** does" }
    throw Failure(
      .noInput, path: input, code: "archive.no-file",
      "no document matches \"\(text)\"" + end)
  }
}

/// The operands of commands that take archives and patterns.
public enum ArchiveOperand {
  /// Returns whether an operand is an archive or folder rather than a pattern: a file or folder has
  /// this path, or the name has the suffix of an archive format.
  public static func isFile(_ operand: String) -> Bool {
    operand == "-" || OutputGuard.isTaken(operand) || Container.isNamed(operand)
      || ForeignArchiveFormat(fileName: operand) != nil
  }
}

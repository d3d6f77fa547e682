internal import IACSS

/// The custom properties of all elements (CSS Custom Properties for Cascading Variables Module
/// Level 1).
///
/// Elements with the same properties and the same outer scope share a scope. A value is computed at
/// its first use, once for each scope that defines it. Work and length are limited, so that nested
/// references cannot grow exponentially.
struct StyleVariables {
  /// The maximum number of tokens of a value after substitution.
  static let maxTokens = 4096
  /// The maximum number of cached declarations.
  private static let maxKnown = 100_000

  /// The properties that a group of elements defines; others are in the outer scope.
  private struct Scope {
    /// The number of the outer scope; the first scope is its own parent.
    var parent: Int
    /// The definitions, strongest first.
    var blocks: [CSSCustomProperties]
    /// The computed values by name; `nil` for an invalid value.
    var values: [String: [CSSToken]?] = [:]
  }

  /// The cache key of a scope.
  private struct ScopeKey: Hashable {
    var parent: Int
    var blocks: [ObjectIdentifier]
  }

  /// The cache key of the declarations that a declaration with references produces.
  private struct DeclarationKey: Hashable {
    var declaration: ObjectIdentifier
    var place: StyleScope
  }

  /// A property in the scope that defines it.
  private struct Name: Hashable {
    var scope: Int
    var name: String
  }

  private let registered: [String: CSSSheet.RegisteredProperty]
  private var scopes = [Scope(parent: 0, blocks: [])]
  private var scopeOfStyle: [Int: Int] = [:]
  private var knownScopes: [ScopeKey: Int] = [:]
  private var knownDeclarations: [DeclarationKey: CSSDeclarations] = [:]
  /// Keeps the declarations alive whose object identifiers are cache keys.
  private var kept: [CSSDeferredDeclaration] = []
  /// Whether a value was invalid because it exceeded `maxTokens`.
  private(set) var isCut = false

  init(registered: [String: CSSSheet.RegisteredProperty]) { self.registered = registered }

  /// Returns the scope of an element.
  ///
  /// - Parameters:
  ///   - blocks: The definitions for the element, weakest first.
  ///   - parent: The number of the style of the parent element.
  mutating func scope(_ blocks: [CSSCustomProperties], in parent: Int) -> StyleScope {
    let outer = scopeOfStyle[parent] ?? 0
    guard !blocks.isEmpty else { return StyleScope(number: outer, isOwn: false) }
    let strongest = Array(blocks.reversed())
    // The same definitions as in the parent have the same values.
    if scopes[outer].blocks == strongest { return StyleScope(number: outer, isOwn: true) }
    let key = ScopeKey(parent: outer, blocks: strongest.map(ObjectIdentifier.init))
    if let known = knownScopes[key] { return StyleScope(number: known, isOwn: true) }
    scopes.append(Scope(parent: outer, blocks: strongest))
    knownScopes[key] = scopes.count - 1
    return StyleScope(number: scopes.count - 1, isOwn: true)
  }

  /// Stores the scope of a style.
  mutating func set(_ scope: StyleScope, of style: Int) {
    if scope.number != 0 { scopeOfStyle[style] = scope.number }
  }

  /// Copies the scope of one style to another one.
  mutating func copy(from other: Int, to style: Int) {
    if let scope = scopeOfStyle[other] { scopeOfStyle[style] = scope }
  }

  /// Returns the declarations that result from substitution in a declaration with references.
  ///
  /// - Parameter work: The remaining work; decreased by the number of tokens and scopes that are
  ///   examined.
  mutating func declarations(
    of deferred: CSSDeferredDeclaration, in place: StyleScope, work: inout Int
  ) -> CSSDeclarations {
    let key = DeclarationKey(declaration: ObjectIdentifier(deferred), place: place)
    if let known = knownDeclarations[key] { return known }
    let made = deferred.declarations(with: tokens(of: deferred.value, in: place, work: &work))
    if knownDeclarations.count < Self.maxKnown {
      knownDeclarations[key] = made
      kept.append(deferred)
    }
    return made
  }

  // MARK: Replacing references

  /// A value in which references are being substituted.
  private struct Frame {
    var value: CSSVariableValue
    var place: StyleScope
    /// The property that has the value, or `nil` for the value of a declaration.
    var name: Name?
    /// The index of the next token.
    var at = 0
    /// The index of the next reference.
    var reference = 0
    /// The end indices of the references whose fallbacks are being read.
    var ends: [Int] = []
    var made: [CSSToken] = []
    var isInvalid = false
  }

  /// The result of looking up a reference.
  private enum Target {
    case tokens([CSSToken])
    case invalid
    /// A value that is not computed yet.
    case pending(Name, CSSVariableValue)
  }

  /// Returns a value with all references substituted, or `nil` if it is invalid.
  ///
  /// - Complexity: O(*n*) in the number of tokens read and produced; without recursion.
  private mutating func tokens(
    of value: CSSVariableValue, in place: StyleScope, work: inout Int
  ) -> [CSSToken]? {
    var frames = [Frame(value: value, place: place)]
    var active: Set<Name> = []
    while true {
      let top = frames.count - 1
      if advance(&frames[top], work: &work) {
        let frame = frames.removeLast()
        let result = frame.isInvalid ? nil : frame.made
        guard let name = frame.name else { return result }
        scopes[name.scope].values[name.name] = .some(result)
        active.remove(name)
        continue
      }
      let reference = frames[top].value.references[frames[top].reference]
      switch target(reference.name, in: frames[top].place, work: &work) {
      case .tokens(let tokens):
        append(tokens[...], to: &frames[top], work: &work)
        frames[top].at = reference.end + 1
      case .invalid:
        if let fallback = reference.fallback {
          frames[top].at = fallback
          frames[top].ends.append(reference.end)
          frames[top].reference += 1
        } else {
          frames[top].isInvalid = true
        }
      case .pending(let name, let value):
        if active.insert(name).inserted {
          frames.append(
            Frame(value: value, place: StyleScope(number: name.scope, isOwn: true), name: name))
        } else {
          // All properties of a cycle are invalid at computed-value time.
          for index in frames.indices.reversed() {
            frames[index].isInvalid = true
            if frames[index].name == name { break }
          }
        }
      }
    }
  }

  /// Copies tokens up to the next reference, and returns whether the value has ended.
  private mutating func advance(_ frame: inout Frame, work: inout Int) -> Bool {
    let references = frame.value.references
    let count = frame.value.tokens.count
    while !frame.isInvalid, frame.at < count {
      while frame.reference < references.count, references[frame.reference].start < frame.at {
        frame.reference += 1
        work -= 1
      }
      let next = frame.reference < references.count ? references[frame.reference].start : count
      let stop = min(next, frame.ends.last ?? count)
      append(frame.value.tokens[min(frame.at, stop)..<stop], to: &frame, work: &work)
      frame.at = stop
      if stop == frame.ends.last {
        frame.ends.removeLast()
        frame.at += 1
      } else if stop < count {
        return false
      }
    }
    return true
  }

  private mutating func append(
    _ tokens: ArraySlice<CSSToken>, to frame: inout Frame, work: inout Int
  ) {
    work -= tokens.count + 1
    guard work > 0, frame.made.count + tokens.count <= Self.maxTokens else {
      isCut = isCut || work > 0
      frame.isInvalid = true
      return
    }
    frame.made += tokens
  }

  /// Returns the value of a property in a scope, searching the outer scopes.
  private func target(_ name: String, in place: StyleScope, work: inout Int) -> Target {
    let property = registered[name]
    var number = place.number
    var isReached = place.isOwn
    while work > 0 {
      work -= 1
      if property?.inherits == false, !isReached { break }
      let scope = scopes[number]
      if let value = scope.values[name] { return value.map { .tokens($0) } ?? .invalid }
      if let stated = scope.blocks.lazy.compactMap({ $0.values[name] }).first {
        switch stated {
        case .value(let value): return .pending(Name(scope: number, name: name), value)
        case .initial: return initial(property)
        case .inherit: isReached = true
        }
      } else {
        isReached = false
      }
      guard scope.parent != number else { break }
      number = scope.parent
    }
    return initial(property)
  }

  private func initial(_ property: CSSSheet.RegisteredProperty?) -> Target {
    guard let value = property?.initial, value.references.isEmpty else { return .invalid }
    return .tokens(value.tokens)
  }
}

/// The scope of custom properties of an element.
struct StyleScope: Hashable {
  var number: Int
  /// Whether the element itself defines properties of the scope.
  var isOwn: Bool
}

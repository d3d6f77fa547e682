internal import IACSS

/// The custom properties of the elements of a page (CSS Custom Properties for Cascading Variables Level 1).
///
/// Elements that state the same properties in the same place share a scope. A value is computed when it is first used,
/// once for each scope that states it. Work and the length of values are limited, so that short values that multiply
/// longer ones stay harmless.
struct StyleVariables {
  /// The maximum number of tokens of a value after its references are replaced.
  static let maxTokens = 4096
  /// The maximum number of declarations whose meaning in a scope is remembered.
  private static let maxKnown = 100_000

  /// The properties that elements have: those that they state, otherwise those of the scope around.
  private struct Scope {
    /// The number of the scope around; that of the scope itself for the first one.
    var parent: Int
    /// The statements, the strongest first.
    var blocks: [CSSCustomProperties]
    /// The computed values by name; `nil` for an invalid one.
    var values: [String: [CSSToken]?] = [:]
  }

  /// The inputs that determine a scope.
  private struct ScopeKey: Hashable {
    var parent: Int
    var blocks: [ObjectIdentifier]
  }

  /// The inputs that determine what a declaration states.
  private struct DeclarationKey: Hashable {
    var declaration: ObjectIdentifier
    var place: StyleScope
  }

  /// A property in the scope that states it.
  private struct Name: Hashable {
    var scope: Int
    var name: String
  }

  private let registered: [String: CSSSheet.RegisteredProperty]
  private var scopes = [Scope(parent: 0, blocks: [])]
  private var scopeOfStyle: [Int: Int] = [:]
  private var knownScopes: [ScopeKey: Int] = [:]
  private var knownDeclarations: [DeclarationKey: CSSDeclarations] = [:]
  /// Keeps the declarations alive whose identities are keys.
  private var kept: [CSSDeferredDeclaration] = []
  /// Whether a value had too many tokens.
  private(set) var isCut = false

  /// Creates the state at the start of a page.
  init(registered: [String: CSSSheet.RegisteredProperty]) { self.registered = registered }

  /// Returns the scope of an element.
  ///
  /// - Parameters:
  ///   - blocks: The statements for the element, the weakest first.
  ///   - parent: The number of the style around.
  mutating func scope(_ blocks: [CSSCustomProperties], in parent: Int) -> StyleScope {
    let outer = scopeOfStyle[parent] ?? 0
    guard !blocks.isEmpty else { return StyleScope(number: outer, isOwn: false) }
    let strongest = Array(blocks.reversed())
    // An element inside one that states the same has the same values.
    if scopes[outer].blocks == strongest { return StyleScope(number: outer, isOwn: true) }
    let key = ScopeKey(parent: outer, blocks: strongest.map(ObjectIdentifier.init))
    if let known = knownScopes[key] { return StyleScope(number: known, isOwn: true) }
    scopes.append(Scope(parent: outer, blocks: strongest))
    knownScopes[key] = scopes.count - 1
    return StyleScope(number: scopes.count - 1, isOwn: true)
  }

  /// Sets the scope of a style.
  mutating func set(_ scope: StyleScope, of style: Int) {
    if scope.number != 0 { scopeOfStyle[style] = scope.number }
  }

  /// Copies the scope of a style to another one.
  mutating func copy(from other: Int, to style: Int) {
    if let scope = scopeOfStyle[other] { scopeOfStyle[style] = scope }
  }

  /// Returns the declarations that a declaration with references makes in a scope.
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

  /// A value whose references are being replaced.
  private struct Frame {
    var value: CSSVariableValue
    var place: StyleScope
    /// The property whose value it is, or `nil` for that of a declaration.
    var name: Name?
    /// The index of the next token.
    var at = 0
    /// The index of the next reference.
    var reference = 0
    /// The ends of the references whose fallback is being read.
    var ends: [Int] = []
    var made: [CSSToken] = []
    var isInvalid = false
  }

  /// The target of a reference.
  private enum Target {
    case tokens([CSSToken])
    case invalid
    /// A value that is not computed yet.
    case pending(Name, CSSVariableValue)
  }

  /// Returns the tokens of a value with those of the custom properties in place of references, or `nil` if it is
  /// invalid.
  ///
  /// - Complexity: O(*n*) in the tokens that are read and made; without recursion.
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
          // All properties of a cycle are invalid.
          for index in frames.indices.reversed() {
            frames[index].isInvalid = true
            if frames[index].name == name { break }
          }
        }
      }
    }
  }

  /// Takes over tokens up to the next reference; returns whether the value has ended.
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

  /// Returns what a name means in a scope.
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

/// The place of an element among the scopes of custom properties.
struct StyleScope: Hashable {
  var number: Int
  /// Whether the element itself states the properties of the scope.
  var isOwn: Bool
}

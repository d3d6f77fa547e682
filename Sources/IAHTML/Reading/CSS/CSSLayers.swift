internal import IACSS

/// The cascade layers of style sheets (`@layer`): which of two rules wins before specificity counts.
struct CSSLayers {
  /// The maximum number of layers; rules of further ones are in the layer around.
  private static let maxCount = 1000

  /// The name of a layer inside another one.
  private struct Name: Hashable {
    var parent: Int
    var name: String
  }

  private var numbers: [Name: Int] = [:]
  /// The layer around each layer; number 0 is that of rules without a layer.
  private var parents = [0]

  /// Whether there are no layers.
  var isEmpty: Bool { parents.count == 1 }

  /// Returns the number of a layer, which is added if it is new.
  ///
  /// - Parameters:
  ///   - path: The name with its dots; empty for a layer without a name.
  ///   - parent: The layer around.
  mutating func number(of path: ArraySlice<CSSToken>, in parent: Int) -> Int {
    var number = parent
    var isNamed = false
    for case .identifier(let name) in path {
      number = add(Name(parent: number, name: name))
      isNamed = true
    }
    return isNamed ? number : add(Name(parent: parent, name: "\u{0}\(parents.count)"))
  }

  private mutating func add(_ name: Name) -> Int {
    if let known = numbers[name] { return known }
    guard parents.count < Self.maxCount else { return name.parent }
    numbers[name] = parents.count
    parents.append(name.parent)
    return parents.count - 1
  }

  /// The rank of each layer, of which a higher one wins; that of a layer is above those of the layers in it.
  var ranks: [Int] {
    var children: [[Int]] = Array(repeating: [], count: parents.count)
    for index in parents.indices.dropFirst() { children[parents[index]].append(index) }
    var ranks = Array(repeating: 0, count: parents.count)
    var rank = 0
    var stack = [(layer: 0, next: 0)]
    while let (layer, next) = stack.last {
      if next < children[layer].count {
        stack[stack.count - 1].next += 1
        stack.append((children[layer][next], 0))
      } else {
        ranks[layer] = rank
        rank += 1
        stack.removeLast()
      }
    }
    return ranks
  }
}

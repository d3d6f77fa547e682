internal import IACSS

/// The cascade layers (`@layer`) of the style sheets of a page (CSS Cascading and Inheritance Level
/// 5).
struct CSSLayers {
  /// The maximum number of layers; rules of further layers belong to the enclosing layer.
  private static let maxCount = 1000

  /// The name of a layer within its parent layer.
  private struct Name: Hashable {
    var parent: Int
    var name: String
  }

  private var numbers: [Name: Int] = [:]
  /// The parent of each layer; number 0 is the root, to which rules outside all layers belong.
  private var parents = [0]

  var isEmpty: Bool { parents.count == 1 }

  /// Returns the number of a layer, and adds the layer if it is new.
  ///
  /// - Parameters:
  ///   - path: The dotted name; empty for an anonymous layer, which is always new.
  ///   - parent: The number of the enclosing layer.
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

  /// The rank of each layer: rules of a higher rank win.
  ///
  /// A layer ranks above the layers nested in it.
  ///
  /// - Complexity: O(*n*) in the number of layers.
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

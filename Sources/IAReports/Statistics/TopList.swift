/// The elements with the largest keys; of equal keys, the first ones.
struct TopList<Element> {
  private(set) var items: [(key: Int, element: Element)] = []
  let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// Returns whether an element with this key would be kept.
  func accepts(_ key: Int) -> Bool {
    items.count < capacity || items.last.map { key > $0.key } == true
  }

  /// Adds an element, and drops the last one if there are too many.
  ///
  /// - Complexity: O(capacity).
  mutating func add(_ key: Int, _ element: @autoclosure () -> Element) {
    guard accepts(key) else { return }
    let place = items.firstIndex { $0.key < key } ?? items.count
    items.insert((key, element()), at: place)
    if items.count > capacity { items.removeLast() }
  }
}

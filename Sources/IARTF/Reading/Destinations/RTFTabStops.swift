internal import IAText

/// The sets of tab stops of the document.
struct RTFTabStops {
  /// A set of tab stops, in the order of their positions.
  typealias Stops = [ParagraphAttributes.TabStop]

  private var sets: [Stops] = []
  private var indexes: [Stops: RTFIndex<Stops>] = [:]
  /// The kind of the next stop.
  var nextKind = ParagraphAttributes.TabStop.Kind.left
  /// The leader of the next stop.
  var nextLeader: ParagraphAttributes.TabStop.Leader?

  /// The maximum number of stops of a paragraph.
  private static let maxStops = 64

  /// Returns the stops of a set; empty for no set.
  subscript(index: RTFIndex<Stops>) -> Stops { index.value.map { sets[$0] } ?? [] }

  /// Returns the set with one more stop, of the next kind and with the next leader; the same set if a
  /// limit is reached.
  ///
  /// - Parameters:
  ///   - position: The position in twips; a stop at the same position is replaced.
  ///   - index: The set.
  ///   - limit: The maximum number of sets.
  mutating func adding(
    _ position: Int32, to index: RTFIndex<Stops>, limit: Int
  ) -> RTFIndex<Stops> {
    var stops = self[index]
    guard stops.count < Self.maxStops, sets.count < limit else { return index }
    let stop = ParagraphAttributes.TabStop(
      Double(position) / 20, nextKind, leader: nextLeader)
    nextKind = .left
    nextLeader = nil
    let place = stops.firstIndex { $0.position >= stop.position } ?? stops.endIndex
    if place < stops.count, stops[place].position == stop.position {
      stops[place] = stop
    } else {
      stops.insert(stop, at: place)
    }
    if let known = indexes[stops] { return known }
    let added = RTFIndex<Stops>(sets.count)
    sets.append(stops)
    indexes[stops] = added
    return added
  }
}

/// The names of the members of a directory, to find a second member with the same name.
///
/// In archives of the suite, the numbers of blocks ascend, so that their names need not be stored. They are added when
/// a block has another number.
struct MemberNameTable {
  /// The positions of the names in the table, as offsets in the directory.
  private var places: [MemberName: Int] = [:]
  /// The positions of all members.
  private var all: [Int] = []
  /// The largest number of a block's text, and of its data.
  private var last = (text: -1, data: -1)
  private var hasBlocks = false

  /// Creates an empty table for a number of members.
  init(capacity: Int) { all.reserveCapacity(capacity) }

  /// Adds the name of the next member.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - place: The place of its entry.
  ///   - members: The members before it.
  /// - Returns: The place of a member that has the name; `nil` if there is none.
  mutating func add(_ name: MemberName, at place: Int, after members: [ZipMember]) -> Int? {
    all.append(place)
    switch name {
    case .text(let number) where !hasBlocks && number > last.text: last.text = number
    case .data(let number) where !hasBlocks && number > last.data: last.data = number
    case .text, .data:
      addBlocks(of: members)
      return places.updateValue(place, forKey: name)
    default: return places.updateValue(place, forKey: name)
    }
    return nil
  }

  /// Adds the names of the blocks that were not stored.
  private mutating func addBlocks(of members: [ZipMember]) {
    guard !hasBlocks else { return }
    hasBlocks = true
    for (member, place) in zip(members, all) { places[member.name] = place }
  }
}

/// The names of the members of a directory, by which a second member of the same name is found.
///
/// Blocks have increasing numbers in every archive of the suite, so that their names need no table. The
/// first block with another number fills it.
struct MemberNameTable {
  /// The places of the names in the table, in bytes of the directory.
  private var places: [MemberName: Int] = [:]
  /// The places of all members.
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

  /// Adds the names of blocks that were left out.
  private mutating func addBlocks(of members: [ZipMember]) {
    guard !hasBlocks else { return }
    hasBlocks = true
    for (member, place) in zip(members, all) { places[member.name] = place }
  }
}

import Testing

@testable import IAArchive

/// Names of members that occur twice are found, in whatever order blocks are.
@Suite struct MemberNameTableTests {
  /// Adds names and returns the place of the earlier member for each.
  private func places(_ names: [MemberName]) -> [Int?] {
    var table = MemberNameTable(capacity: 0)
    var members: [ZipMember] = []
    return names.enumerated().map { index, name in
      defer {
        members.append(
          ZipMember(name: name, crc32: 0, storedByteCount: 0, contentByteCount: 0, offset: 0))
      }
      return table.add(name, at: index, after: members)
    }
  }

  @Test func `Equal names are found where a table of all names finds them`() {
    let choices: [MemberName] = [
      .text(1), .text(2), .data(1), .data(3), .mimetype, .index(generation: 1),
    ]
    // Every sequence of five of these names.
    var sequences: [[MemberName]] = [[]]
    for _ in 0..<5 { sequences = sequences.flatMap { list in choices.map { list + [$0] } } }
    for names in sequences {
      var known: [MemberName: Int] = [:]
      for (index, place) in places(names).enumerated() {
        #expect(place == known.updateValue(index, forKey: names[index]), "\(names)")
        // A directory ends with the first name that occurs twice.
        if place != nil { break }
      }
    }
  }
}

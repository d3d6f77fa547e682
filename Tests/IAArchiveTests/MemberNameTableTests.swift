import Testing

@testable import IAArchive

/// The detection of duplicate member names, in any order of blocks.
@Suite struct MemberNameTableTests {
  /// Adds names, and returns the index of the earlier equal member for each.
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

  @Test func `Equal names are found like in a table of all names`() {
    let choices: [MemberName] = [
      .text(1), .text(2), .data(1), .data(3), .mimetype, .index(generation: 1),
    ]
    // All sequences of five of these names.
    var sequences: [[MemberName]] = [[]]
    for _ in 0..<5 { sequences = sequences.flatMap { list in choices.map { list + [$0] } } }
    for names in sequences {
      var known: [MemberName: Int] = [:]
      for (index, place) in places(names).enumerated() {
        #expect(place == known.updateValue(index, forKey: names[index]), "\(names)")
        // Reading of a directory ends with the first duplicate name.
        if place != nil { break }
      }
    }
  }
}

internal import IABytes
internal import IASyntax

/// The layout of the recovery data of version 1 of a generation.
///
/// Each recovery member contains the few numbers that determine it.
///
/// The *protected bytes* are the concatenated bytes of a generation without its recovery members
/// and its directory. Each recovery member ends a *section* of them. They are cut into *rows* of
/// 1,024 bytes, the last one filled with zeros; a row belongs to the section in which it ends. Row
/// *r* is row *r / g* of group *r mod g*, and parity rows are numbered in the same way, so that
/// neighbouring rows are in different groups. *g* is the smallest number of groups with at most 160
/// rows each.
struct RecoveryPlan: Hashable, Sendable {
  /// The offset of the generation in the file.
  var generationOffset: Int
  var generation: Int
  /// The number of parity rows for 100 rows.
  var percent: Int
  /// The number of protected bytes of each section.
  ///
  /// The last member ends the last section.
  var sections: [Int]

  static let rowByteCount = 1024
  static let parityRowByteCount = rowByteCount + 4
  static let headByteCount = 1024
  static let maximumGroupRows = 160
  /// The maximum number of sections; the head of 1,024 bytes can contain their sizes.
  static let maximumSections = 170
  static let percents = 0...30
  /// The number of additional parity rows of the last member, so that even a small generation can be restored after the
  /// loss of a range of 4 KiB.
  static let additionalRows = 6

  /// The number of protected bytes.
  var protectedByteCount: Int { sections.reduce(0, +) }
  var rowCount: Int { Self.rows(protectedByteCount) }
  var groupCount: Int {
    max(1, (rowCount + Self.maximumGroupRows - 1) / Self.maximumGroupRows)
  }
  var parityRowCount: Int { sections.indices.reduce(0) { $0 + parityRows($1) } }

  private static func rows(_ byteCount: Int) -> Int {
    (byteCount + rowByteCount - 1) / rowByteCount
  }

  /// The end of each section, in rows.
  var rowEnds: [Int] {
    var end = 0
    return sections.indices.map { index in
      end += sections[index]
      return index + 1 == sections.count ? Self.rows(end) : end / Self.rowByteCount
    }
  }

  /// Returns the rows of a section; empty for an index outside the sections.
  func rows(ofSection index: Int) -> Range<Int> {
    guard sections.indices.contains(index) else { return 0..<0 }
    let ends = rowEnds
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// Returns the number of parity rows of a member.
  func parityRows(_ index: Int) -> Int {
    let rows = rows(ofSection: index).count
    return (rows * percent + 99) / 100 + (index + 1 == sections.count ? Self.additionalRows : 0)
  }

  /// Returns the size of the content of a member in bytes.
  func contentByteCount(_ index: Int) -> Int {
    let checks = 4 * rows(ofSection: index).count + 4
    return Self.headByteCount + checks + 4 * rows(ofSection: index - 1).count + 4
      + Self.parityRowByteCount * parityRows(index)
      + (index + 1 == sections.count ? checks + Self.headByteCount : 0)
  }

  /// Returns the name of a member.
  func name(_ index: Int) -> MemberName { .recovery(generation: generation, index + 1) }

  /// Returns the size of a member with its local header, in bytes.
  func memberByteCount(_ index: Int) -> Int {
    ZipHeaders.localByteCount(name(index)) + contentByteCount(index)
  }

  /// Returns whether a section is large enough to be ended by a recovery member.
  ///
  /// - Parameters:
  ///   - byteCount: The size of the current section in bytes.
  ///   - total: The number of protected bytes so far.
  ///   - sections: The number of sections so far.
  static func closesSection(_ byteCount: Int, protected total: Int, sections: Int) -> Bool {
    byteCount >= max(64 << 10, total / 12) && sections < maximumSections - 1
  }
}

/// A plan with all of its offsets.
struct RecoveryMap: Sendable {
  let plan: RecoveryPlan
  let rowCount: Int
  let groupCount: Int
  let parityRowCount: Int
  /// The start of each section in the protected bytes, and the end of the last one.
  let sectionStarts: [Int]
  /// The offset of each member in the file.
  let memberOffsets: [Int]
  /// The number of the first parity row of each member, and the number of all parity rows.
  let parityStarts: [Int]
  /// The number of the first row of each section, and the number of all rows.
  let rowStarts: [Int]
  /// The offset of the generation's directory in the file.
  let directoryOffset: Int

  init(_ plan: RecoveryPlan) {
    self.plan = plan
    rowCount = plan.rowCount
    groupCount = plan.groupCount
    rowStarts = [0] + plan.rowEnds
    var starts = [0]
    var offsets: [Int] = []
    var parity = [0]
    var offset = plan.generationOffset
    for (index, section) in plan.sections.enumerated() {
      starts.append(starts[index] + section)
      offset += section
      offsets.append(offset)
      offset += plan.memberByteCount(index)
      parity.append(parity[index] + plan.parityRows(index))
    }
    sectionStarts = starts
    memberOffsets = offsets
    parityStarts = parity
    parityRowCount = parity[plan.sections.count]
    directoryOffset = offset
  }

  /// The maximum number of data rows in a group.
  var groupRows: Int { (rowCount + groupCount - 1) / groupCount }
  /// The maximum number of parity rows in a group.
  var groupParityRows: Int { (parityRowCount + groupCount - 1) / groupCount }

  /// Returns the offset of a member's content in the file.
  func contentOffset(_ index: Int) -> Int {
    memberOffsets[index] + ZipHeaders.localByteCount(plan.name(index))
  }

  /// Returns the offsets of both copies of the checksums of a section's rows: in the section's own
  /// member and in the next one, or at the end of the member if the section is the last.
  func checksOffsets(ofSection section: Int) -> [Int] {
    let own = contentOffset(section) + RecoveryPlan.headByteCount
    let next = section + 1
    guard next < plan.sections.count else {
      return [own, repeatedHeadOffset - 4 * (rowStarts[next] - rowStarts[section]) - 4]
    }
    let after = contentOffset(next) + RecoveryPlan.headByteCount
    return [own, after + 4 * (rowStarts[next + 1] - rowStarts[next]) + 4]
  }

  /// The offset of the copy of the head at the end of the last member.
  var repeatedHeadOffset: Int { directoryOffset - RecoveryPlan.headByteCount }

  /// Returns whether a head may be at an offset.
  func hasHead(_ head: RecoveryHead, at offset: Int) -> Bool {
    offset == contentOffset(head.member)
      || head.member + 1 == plan.sections.count && offset == repeatedHeadOffset
  }

  /// The offset at which the first member contains the empty checksums of the section before.
  var emptyChecksOffset: Int {
    contentOffset(0) + RecoveryPlan.headByteCount + 4 * rowStarts[1] + 4
  }

  /// Returns the offset of a parity row in the file.
  func parityOffset(_ row: Int) -> Int {
    let member = Self.section(of: row, in: parityStarts)
    let tables =
      4 * (rowStarts[member + 1] - rowStarts[member]) + 4
      + 4 * (member == 0 ? 0 : rowStarts[member] - rowStarts[member - 1]) + 4
    return contentOffset(member) + RecoveryPlan.headByteCount + tables
      + RecoveryPlan.parityRowByteCount * (row - parityStarts[member])
  }

  /// Calls a function with each range of the file that contains a part of a range of the protected
  /// bytes.
  func forEachExtent(
    of range: Range<Int>, _ body: (_ offset: Int, _ byteCount: Int) throws -> Void
  ) rethrows {
    var position = range.lowerBound
    let end = min(range.upperBound, sectionStarts[plan.sections.count])
    while position < end {
      let section = Self.section(of: position, in: sectionStarts)
      let sectionEnd = min(end, sectionStarts[section + 1])
      let start = section == 0 ? plan.generationOffset : memberEnd(section - 1)
      try body(start + position - sectionStarts[section], sectionEnd - position)
      position = sectionEnd
    }
  }

  private func memberEnd(_ index: Int) -> Int {
    index + 1 < memberOffsets.count
      ? memberOffsets[index + 1] - plan.sections[index + 1] : directoryOffset
  }

  /// Returns the index of the last start that is not greater than a position.
  ///
  /// - Complexity: O(log *n*).
  private static func section(of position: Int, in starts: [Int]) -> Int {
    var low = 0
    var high = starts.count - 2
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= position { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

internal import IABytes
internal import IASyntax

/// How the recovery data of a generation lie: a function of few numbers, all of which stand in each
/// of its recovery members.
///
/// The bytes of a generation but its recovery members and its directory, one after the other, are
/// its *protected bytes*. Each recovery member ends a *section* of them. They are cut into *rows* of
/// 1,024 bytes, the last filled with zeros; a row belongs to the section in which it ends. Row *r*
/// is number *r / g* of group *r mod g*, and so are parity rows, so that neighbours are of different
/// groups. There are as few groups as leave each with 160 rows or fewer.
struct RecoveryPlan: Hashable, Sendable {
  /// Where the generation begins.
  var generationOffset: Int
  var generation: Int
  /// Parity rows for a hundred rows.
  var percent: Int
  /// How many protected bytes each section has; the last is closed.
  var sections: [Int]

  static let rowByteCount = 1024
  static let parityRowByteCount = rowByteCount + 4
  static let headByteCount = 1024
  static let maximumGroupRows = 160
  /// So many that the head has room for the lengths of their sections.
  static let maximumSections = 170
  static let percents = 0...30
  /// So many parity rows more in the last member, that even a small generation survives a hole of
  /// 4 KiB.
  static let additionalRows = 6

  /// How many protected bytes there are.
  var protectedByteCount: Int { sections.reduce(0, +) }
  var rowCount: Int { Self.rows(protectedByteCount) }
  var groupCount: Int {
    max(1, (rowCount + Self.maximumGroupRows - 1) / Self.maximumGroupRows)
  }
  var parityRowCount: Int { sections.indices.reduce(0) { $0 + parityRows($1) } }

  private static func rows(_ byteCount: Int) -> Int {
    (byteCount + rowByteCount - 1) / rowByteCount
  }

  /// Where each section ends, in rows.
  var rowEnds: [Int] {
    var end = 0
    return sections.indices.map { index in
      end += sections[index]
      return index + 1 == sections.count ? Self.rows(end) : end / Self.rowByteCount
    }
  }

  /// The rows of a section.
  func rows(ofSection index: Int) -> Range<Int> {
    guard sections.indices.contains(index) else { return 0..<0 }
    let ends = rowEnds
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// How many parity rows a member has.
  func parityRows(_ index: Int) -> Int {
    let rows = rows(ofSection: index).count
    return (rows * percent + 99) / 100 + (index + 1 == sections.count ? Self.additionalRows : 0)
  }

  /// How long the content of a member is.
  func contentByteCount(_ index: Int) -> Int {
    let checks = 4 * rows(ofSection: index).count + 4
    return Self.headByteCount + checks + 4 * rows(ofSection: index - 1).count + 4
      + Self.parityRowByteCount * parityRows(index)
      + (index + 1 == sections.count ? checks + Self.headByteCount : 0)
  }

  /// The name of a member.
  func name(_ index: Int) -> MemberName { .recovery(generation: generation, index + 1) }

  /// How long a member is with its local header.
  func memberByteCount(_ index: Int) -> Int {
    ZipHeaders.localByteCount(name(index)) + contentByteCount(index)
  }

  /// Whether the section being written is long enough to be closed by a member.
  static func closesSection(_ byteCount: Int, protected total: Int, sections: Int) -> Bool {
    byteCount >= max(64 << 10, total / 12) && sections < maximumSections - 1
  }
}

/// A plan with all offsets worked out.
struct RecoveryMap: Sendable {
  let plan: RecoveryPlan
  let rowCount: Int
  let groupCount: Int
  let parityRowCount: Int
  /// Where each section begins in the protected bytes, and at last where all end.
  let sectionStarts: [Int]
  /// Where each member begins in the file.
  let memberOffsets: [Int]
  /// The number of the first parity row of each member, and at last how many there are.
  let parityStarts: [Int]
  /// The number of the first row of each section, and at last how many there are.
  let rowStarts: [Int]
  /// Where the directory of the generation begins.
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

  /// The largest number of rows and of parity rows in one group.
  var groupRows: Int { (rowCount + groupCount - 1) / groupCount }
  var groupParityRows: Int { (parityRowCount + groupCount - 1) / groupCount }

  /// Where the content of a member begins.
  func contentOffset(_ index: Int) -> Int {
    memberOffsets[index] + ZipHeaders.localByteCount(plan.name(index))
  }

  /// Where the checks of a section's rows begin: in its own member, and in the one after it; of the
  /// last section once more at the end of its member, for none comes after.
  func checksOffsets(ofSection section: Int) -> [Int] {
    let own = contentOffset(section) + RecoveryPlan.headByteCount
    let next = section + 1
    guard next < plan.sections.count else {
      return [own, repeatedHeadOffset - 4 * (rowStarts[next] - rowStarts[section]) - 4]
    }
    let after = contentOffset(next) + RecoveryPlan.headByteCount
    return [own, after + 4 * (rowStarts[next + 1] - rowStarts[next]) + 4]
  }

  /// Where the head of the last member stands once more: at its end.
  var repeatedHeadOffset: Int { directoryOffset - RecoveryPlan.headByteCount }

  /// Whether a head of a member may begin at an offset.
  func hasHead(_ head: RecoveryHead, at offset: Int) -> Bool {
    offset == contentOffset(head.member)
      || head.member + 1 == plan.sections.count && offset == repeatedHeadOffset
  }

  /// Where the first member has the checks of the section before, of which there is none.
  var emptyChecksOffset: Int {
    contentOffset(0) + RecoveryPlan.headByteCount + 4 * rowStarts[1] + 4
  }

  /// Where a parity row stands.
  func parityOffset(_ row: Int) -> Int {
    let member = Self.section(of: row, in: parityStarts)
    let tables =
      4 * (rowStarts[member + 1] - rowStarts[member]) + 4
      + 4 * (member == 0 ? 0 : rowStarts[member] - rowStarts[member - 1]) + 4
    return contentOffset(member) + RecoveryPlan.headByteCount + tables
      + RecoveryPlan.parityRowByteCount * (row - parityStarts[member])
  }

  /// The stretches of the file that a stretch of the protected bytes consists of.
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

  /// The index of the last start that is not above a position.
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

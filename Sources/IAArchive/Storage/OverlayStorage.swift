/// A writable view of an archive that keeps its changes in memory and never writes to its source.
///
/// Memory holds the pages that differ from the source, and a few words for each range that is
/// moved.
final class OverlayStorage: ArchiveStorage {
  private let base: any ArchiveSource
  /// The number of visible bytes of the source; the bytes after them are zeros.
  private var baseByteCount: Int
  private var size: Int
  private var pages: [Int: [UInt8]] = [:]
  /// Ranges whose bytes come from another offset of the source, in ascending order.
  private var moves: [(range: Range<Int>, origin: Int)] = []

  private static let pageByteCount = 4096

  init(_ base: any ArchiveSource) throws {
    self.base = base
    size = try base.byteCount()
    baseByteCount = size
  }

  func byteCount() -> Int { size }

  func read(_ count: Int, at offset: Int) throws -> [UInt8] {
    let end = min(offset + max(count, 0), size)
    guard offset >= 0, offset < end else { return [] }
    var bytes = try baseBytes(offset..<end)
    let step = Self.pageByteCount
    guard !pages.isEmpty else { return bytes }
    for number in offset / step...(end - 1) / step {
      guard let page = pages[number] else { continue }
      let start = number * step
      for place in max(offset, start)..<min(end, start + step) {
        bytes[place - offset] = page[place - start]
      }
    }
    return bytes
  }

  func write(_ bytes: [UInt8], at offset: Int) throws {
    guard !bytes.isEmpty else { return }
    precondition(0...size ~= offset, "a hole before offset \(offset)")
    let end = offset + bytes.count
    let step = Self.pageByteCount
    for number in offset / step...(end - 1) / step {
      let start = number * step
      let under = try baseBytes(start..<start + step)
      var page = pages[number] ?? under
      for place in max(offset, start)..<min(end, start + step) {
        page[place - start] = bytes[place - offset]
      }
      pages[number] = page == under ? nil : page
    }
    size = max(size, end)
  }

  /// Shows bytes of the source at another offset of this storage.
  ///
  /// Earlier writes inside the range are discarded. Bytes after the end of the source are zeros.
  ///
  /// - Parameters:
  ///   - count: The number of bytes.
  ///   - offset: The offset in this storage.
  ///   - origin: The offset in the source.
  /// - Precondition: The ranges of successive calls ascend and are inside the storage.
  func move(_ count: Int, to offset: Int, from origin: Int) {
    precondition(offset >= moves.last?.range.upperBound ?? 0 && offset + count <= size)
    guard count > 0 else { return }
    let range = offset..<offset + count
    if let last = moves.last, last.range.upperBound == offset,
      last.origin - last.range.lowerBound == origin - offset
    {
      moves[moves.count - 1].range = last.range.lowerBound..<range.upperBound
    } else {
      moves.append((range, origin))
    }
    let step = Self.pageByteCount
    for number in [offset / step, (range.upperBound - 1) / step] where pages[number] != nil {
      // A page at either end also keeps bytes that were written outside the range.
      patch(number, range)
    }
  }

  /// Copies the moved bytes of a range into a page that has written bytes.
  private func patch(_ number: Int, _ range: Range<Int>) {
    let step = Self.pageByteCount
    let part = range.clamped(to: number * step..<(number + 1) * step)
    guard !part.isEmpty, let bytes = try? baseBytes(part) else { return }
    for (index, byte) in bytes.enumerated() {
      pages[number]?[part.lowerBound - number * step + index] = byte
    }
  }

  func truncate(to byteCount: Int) {
    size = min(size, byteCount)
    moves = moves.filter { $0.range.lowerBound < size }
    if let last = moves.last, last.range.upperBound > size {
      moves[moves.count - 1].range = last.range.lowerBound..<size
    }
    baseByteCount = min(baseByteCount, size)
    pages = pages.filter { $0.key * Self.pageByteCount < size }
    let last = size / Self.pageByteCount
    guard var page = pages[last] else { return }
    for place in size - last * Self.pageByteCount..<page.count { page[place] = 0 }
    pages[last] = page
  }

  func synchronize() {}

  /// Returns the bytes of a range without the written pages: from the source, or zeros after its
  /// end.
  private func baseBytes(_ range: Range<Int>) throws -> [UInt8] {
    guard let first = firstMove(endingBehind: range.lowerBound) else {
      return try sourceBytes(range, end: baseByteCount)
    }
    var bytes: [UInt8] = []
    var position = range.lowerBound
    var index = first
    while position < range.upperBound {
      guard index < moves.count, moves[index].range.lowerBound < range.upperBound else {
        bytes += try sourceBytes(position..<range.upperBound, end: baseByteCount)
        break
      }
      let move = moves[index]
      if position < move.range.lowerBound {
        bytes += try sourceBytes(position..<move.range.lowerBound, end: baseByteCount)
        position = move.range.lowerBound
      }
      let end = min(range.upperBound, move.range.upperBound)
      let start = move.origin + position - move.range.lowerBound
      bytes += try sourceBytes(start..<start + end - position, end: .max)
      position = end
      index += 1
    }
    return bytes
  }

  /// Returns the index of the first move whose range ends after an offset, or `nil` if there is
  /// none.
  ///
  /// - Complexity: O(log *n*) in the number of moves.
  private func firstMove(endingBehind offset: Int) -> Int? {
    var low = 0
    var high = moves.count
    while low < high {
      let middle = (low + high) / 2
      if moves[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < moves.count ? low : nil
  }

  /// Returns a range of the source, with zeros instead of the bytes from `end` on.
  private func sourceBytes(_ range: Range<Int>, end: Int) throws -> [UInt8] {
    let end = min(range.upperBound, end)
    var bytes =
      range.lowerBound < end ? try base.read(end - range.lowerBound, at: range.lowerBound) : []
    bytes += [UInt8](repeating: 0, count: range.count - bytes.count)
    return bytes
  }
}

/// An archive with changes that are kept in memory: the source under it is never written to.
///
/// Only pages that differ from the source take memory.
final class OverlayStorage: ArchiveStorage {
  private let base: any ArchiveSource
  /// How many bytes of the source are visible; behind them are zeros.
  private var baseByteCount: Int
  private var size: Int
  private var pages: [Int: [UInt8]] = [:]

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

  func truncate(to byteCount: Int) {
    size = min(size, byteCount)
    baseByteCount = min(baseByteCount, size)
    pages = pages.filter { $0.key * Self.pageByteCount < size }
    let last = size / Self.pageByteCount
    guard var page = pages[last] else { return }
    for place in size - last * Self.pageByteCount..<page.count { page[place] = 0 }
    pages[last] = page
  }

  func synchronize() {}

  /// The bytes of a range of the source, with zeros behind its end.
  private func baseBytes(_ range: Range<Int>) throws -> [UInt8] {
    let end = min(range.upperBound, baseByteCount)
    var bytes =
      range.lowerBound < end ? try base.read(end - range.lowerBound, at: range.lowerBound) : []
    bytes += [UInt8](repeating: 0, count: range.count - bytes.count)
    return bytes
  }
}

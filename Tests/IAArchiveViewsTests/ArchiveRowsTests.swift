import IAArchive
import IABytes
import IAFonts
import IALayout
import IARender
import IATestSupport
import IAText
import IAViews
import Testing

@testable import IAArchiveViews

/// The rows of intact and damaged archives.
@Suite struct ArchiveRowsTests {
  private static let fonts: FontCollection? = try? FontCollection.folder(
    "/usr/share/fonts/truetype")
  private static let geometry = ThreadView.Geometry(
    size: PixelSize(width: 160, height: 200), scale: 1)

  private func renderer() throws -> Renderer { Renderer(fonts: try #require(Self.fonts)) }

  // MARK: Archives

  /// Returns messages of 1 to 30 words by three authors.
  private static func messages(_ count: Int, seed: UInt64) -> [IADocument] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      let words = (0...random.below(30)).map { _ in String(random.next() % 100_000, radix: 36) }
      var document = IADocument(IAString("\(number) " + words.joined(separator: " ")))
      document.metadata.authors = [["Ada"], ["Grace"], []][random.below(3)]
      return document
    }
  }

  private static func archive(
    _ documents: [IADocument], blockTextBytes: Int = 8 << 10
  ) throws -> MemoryStorage {
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(
      storage, mode: .createNew,
      options: ArchiveOptions(
        recoveryPercent: 0, blockTextBytes: blockTextBytes, includesDescription: false))
    for (number, document) in documents.enumerated() {
      try writer.append(document, name: "message \(number)")
    }
    _ = try writer.finish()
    return storage
  }

  /// A source that counts the bytes that are read.
  private final class CountedBytes: ArchiveSource {
    let storage: MemoryStorage
    var readBytes = 0

    init(_ storage: MemoryStorage) { self.storage = storage }

    func byteCount() -> Int { storage.byteCount() }
    func read(_ count: Int, at offset: Int) -> [UInt8] {
      let bytes = storage.read(count, at: offset)
      readBytes += bytes.count
      return bytes
    }
  }

  private func picture(_ view: ThreadView) throws -> Bitmap {
    let canvas = try Canvas(view.geometry.size, view.renderer)
    try view.composite(onto: canvas)
    return canvas.bitmap
  }

  private func texts(_ rows: ArchiveRows) -> [String] {
    (0..<rows.rowCount).map { rows.message(at: $0).source.document.string.text }
  }

  // MARK: Rows

  @Test func `A view of an archive shows the same as a view of its documents`() throws {
    let documents = Self.messages(2000, seed: 1)
    let rows = try ArchiveRows(ArchiveReader(Self.archive(documents)), ownAuthor: "Ada")
    let array = ArrayRows(
      documents.map { document in
        let sender = document.metadata.authors.first
        return Renderer.Message(
          Renderer.Source(document, looks: Looks()), isOwn: sender == "Ada",
          sender: sender == "Ada" ? nil : sender)
      })
    let view = try ThreadView(rows, Self.geometry, renderer())
    let other = try ThreadView(array, Self.geometry, renderer())
    var random = SeededGenerator(seed: 2)
    for step in 0..<150 {
      _ = try (view.frame(), other.frame())
      let isEqual = try picture(view) == picture(other)
      #expect(isEqual, "step \(step)")
      if random.below(20) == 0 {
        let row = random.below(rows.rowCount)
        view.scroll(toRow: row)
        other.scroll(toRow: row)
      } else {
        let pixels = random.below(500) - 250
        view.scroll(by: pixels)
        other.scroll(by: pixels)
      }
    }
  }

  @Test func `Earlier versions and removed documents have no rows`() throws {
    let storage = try Self.archive(Self.messages(600, seed: 3), blockTextBytes: 1 << 10)
    var random = SeededGenerator(seed: 4)
    let writer = try ArchiveWriter(storage)
    // A complete block at the start, and single documents.
    for ordinal in 0..<40 { _ = try writer.remove(at: ordinal) }
    for _ in 0..<100 { _ = try writer.remove(at: random.below(500)) }
    for ordinal in 520..<600 { _ = try writer.remove(at: ordinal) }
    for number in 505..<515 {
      try writer.append(
        IADocument(IAString("new \(number)")), name: "message \(number)", existing: .replace)
    }
    _ = try writer.finish()
    let archive = try ArchiveReader(storage)
    #expect(archive.blockCount > 20)
    var expected: [String] = []
    try archive.forEachCurrentEntry {
      expected.append(try archive.document(at: $0.ordinal).string.text)
    }
    let rows = try ArchiveRows(archive)
    #expect(rows.rowCount == expected.count && expected.count < 520)
    let isEqual = texts(rows) == expected
    #expect(isEqual)
    #expect(rows.utf16Counts(of: 0..<rows.rowCount).count == rows.rowCount)
  }

  @Test func `An archive without documents is an empty thread`() throws {
    let rows = try ArchiveRows(ArchiveReader(Self.archive([])))
    #expect(rows.rowCount == 0 && rows.utf16Counts(of: 0..<0) == [])
    let view = try ThreadView(rows, Self.geometry, renderer())
    #expect(try view.frame().isComplete)
  }

  @Test func `Authors are cached, and are the same for rows that were evicted`()
    throws
  {
    let documents = Self.messages(5000, seed: 5)
    let bytes = CountedBytes(try Self.archive(documents))
    let rows = try ArchiveRows(ArchiveReader(bytes), ownAuthor: "Grace")
    for row in 0..<5000 {
      let sender = documents[row].metadata.authors.first
      let author = Bubble.Author(
        isOwn: sender == "Grace", sender: sender == "Grace" ? nil : sender)
      #expect(rows.author(at: row) == author)
    }
    let before = bytes.readBytes
    _ = rows.author(at: 4990)
    #expect(bytes.readBytes == before)
    #expect(rows.author(at: 1) == rows.message(at: 1).author)
  }

  @Test func `An archive that states too many documents is refused`() throws {
    #expect(try ArchiveRows.checked(1 << 24) == 1 << 24)
    let error = #expect(throws: InputError.self) { try ArchiveRows.checked((1 << 24) + 1) }
    #expect(error?.code == .archiveLimit && error?.limit?.seen == (1 << 24) + 1)
  }

  // MARK: Lengths

  @Test(arguments: ["", "ж", "水"]) func `Opening reads few blocks and estimates the height`(
    script: String
  ) throws {
    var documents = Self.messages(6000, seed: 6)
    if !script.isEmpty {
      documents = documents.map {
        IADocument(
          IAString($0.string.text.split(separator: " ").map { _ in script + script }.joined()))
      }
    }
    let storage = try Self.archive(documents)
    let bytes = CountedBytes(storage)
    let archive = try ArchiveReader(bytes)
    #expect(archive.blockCount > 8)
    let opened = bytes.readBytes
    let rows = try ArchiveRows(archive)
    let view = try ThreadView(rows, Self.geometry, renderer())
    _ = try view.frame()
    // Three blocks for samples and one for the end.
    let blockBytes = storage.byteCount() / archive.blockCount
    #expect(bytes.readBytes - opened < 5 * blockBytes)
    let array = ArrayRows(
      documents.map {
        Renderer.Message(
          Renderer.Source($0, looks: Looks()), isOwn: false,
          sender: $0.metadata.authors.first)
      })
    let other = try ThreadView(array, Self.geometry, renderer())
    // The view of the array has measured all heights.
    for row in stride(from: array.rowCount - 1, through: 0, by: -6) {
      other.scroll(toRow: row)
      _ = try other.frame()
    }
    #expect(abs(view.totalHeight / other.totalHeight - 1) < 0.1)
    for _ in 0..<60 { _ = try view.frame() }
    #expect(abs(view.totalHeight / other.totalHeight - 1) < 0.04)
  }

  @Test func `Samples are rows of few blocks and never first rows of blocks`() throws {
    let archive = try ArchiveReader(Self.archive(Self.messages(3000, seed: 7)))
    let rows = try ArchiveRows(archive)
    let suggested = (0..<24).map { $0 * 125 + 60 }
    let samples = rows.samples(for: suggested)
    #expect(samples.count == 24 && Set(samples).count == 24 && samples == samples.sorted())
    #expect(samples.allSatisfy { 0..<3000 ~= $0 })
    let blocks = ArchiveOutline(archive).blocks.map(\.ordinals)
    #expect(Set(samples).isDisjoint(with: blocks.map(\.lowerBound)))
    #expect(blocks.count { !$0.allSatisfy { !samples.contains($0) } } == 3)
    #expect(rows.samples(for: []) == [])
    // Blocks that are smaller than a group.
    let small = try ArchiveRows(
      ArchiveReader(Self.archive(Self.messages(100, seed: 8), blockTextBytes: 64)))
    let few = (0..<24).map { $0 * 4 }
    #expect(small.samples(for: few) == few)
  }

  // MARK: Damage

  @Test func `Rows of a damaged block show the error, and the block is read once`() throws {
    let documents = Self.messages(3000, seed: 9)
    let storage = try Self.archive(documents)
    let intact = texts(try ArchiveRows(ArchiveReader(storage)))
    let isIntact = intact == documents.map(\.string.text)
    #expect(isIntact)
    // Stored texts and columns are in the first half of the file; the directory is intact.
    let place = storage.bytes.count / 3
    storage.bytes[place] ^= 0x10
    let bytes = CountedBytes(storage)
    let archive = try ArchiveReader(bytes)
    let rows = try ArchiveRows(archive)
    let found = texts(rows)
    let damaged = found.indices.filter { found[$0] != intact[$0] }
    #expect(!damaged.isEmpty && damaged.count < 3000 / 4)
    #expect(damaged.allSatisfy { found[$0].hasPrefix("This message cannot be read: archive.") })
    #expect(damaged.last.map { $0 - damaged[0] + 1 } == damaged.count)
    let before = bytes.readBytes
    for row in damaged { _ = rows.message(at: row) }
    #expect(bytes.readBytes == before)
    let view = try ThreadView(rows, Self.geometry, renderer())
    view.scroll(toRow: damaged[damaged.count / 2])
    #expect(try view.frame().isComplete)
    for _ in 0..<20 {
      view.scroll(by: 180)
      #expect(try view.frame().isComplete)
    }
  }

  @Test func `A view works after any flipped byte`() throws {
    let storage = try Self.archive(Self.messages(300, seed: 10), blockTextBytes: 2 << 10)
    let bytes = storage.bytes
    let renderer = try renderer()
    var random = SeededGenerator(seed: 11)
    var standIns = 0
    for _ in 0..<60 {
      storage.bytes = bytes
      storage.bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      guard let archive = try? ArchiveReader(storage), let rows = try? ArchiveRows(archive) else {
        continue
      }
      let view = try ThreadView(rows, Self.geometry, renderer)
      _ = try view.frame()
      view.scroll(toRow: random.below(max(rows.rowCount, 1)))
      _ = try view.frame()
      standIns += texts(rows).count { $0.hasPrefix("This message cannot be read") }
    }
    #expect(standIns > 0)
  }

  @Test func `The text of a message with a damaged picture is shown`() throws {
    var document = IADocument(IAString("Look: "))
    var random = SeededGenerator(seed: 12)
    let content = (0..<5000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let digest = document.attachments.insert(content)
    document.string.append(
      Attachment(.image, content: .blob(digest), mediaType: "image/png"))
    let storage = try Self.archive([document, IADocument(IAString("after"))])
    let start = try #require(
      storage.bytes.indices.first { storage.bytes[$0...].starts(with: content.prefix(64)) })
    storage.bytes[start + 100] ^= 1
    let rows = try ArchiveRows(ArchiveReader(storage))
    #expect(texts(rows) == [document.string.text, "after"])
  }
}

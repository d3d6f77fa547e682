import IAArchive
import IABytes
import IATestSupport
import IAText
import Testing

/// A subset of the cases of `Scripts/damage`.
@Suite struct ArchiveDamageTests {
  static let documents = ArchiveFixture.messages(2500, seed: 11)
  static let options = ArchiveOptions(blockTextBytes: 8 << 10, includesDescription: false)
  static let protected = Result {
    try ArchiveFixture.archive(
      [Array(documents[..<2000]), Array(documents[2000...])], options: options)
  }
  static let bare = Result {
    try ArchiveFixture.archive(
      [documents],
      options: ArchiveOptions(
        recoveryPercent: 0, blockTextBytes: 8 << 10, includesDescription: false))
  }

  static func isDetected(_ bytes: [UInt8]) -> Bool {
    ArchiveFixture.verify(bytes).map { !$0.isIntact } ?? true
  }

  @Test func `Flipped bits are detected and repaired`() throws {
    let bytes = try Self.protected.get()
    var random = SeededGenerator(seed: 12)
    for _ in 0..<40 {
      var damaged = bytes
      let place = random.below(bytes.count)
      damaged[place] ^= 1 << UInt8(random.below(8))
      #expect(Self.isDetected(damaged), "byte \(place)")
    }
    for _ in 0..<4 {
      var damaged = bytes
      let place = random.below(bytes.count)
      damaged[place] ^= 1 << UInt8(random.below(8))
      let (report, repaired) = try ArchiveFixture.repair(damaged)
      #expect(report.outcome == .restored, "byte \(place)")
      #expect((repaired == bytes) == true, "byte \(place)")
    }
  }

  @Test func `Flipped bits throughout a small archive are detected`() throws {
    let bytes = try ArchiveFixture.archive(
      [Array(Self.documents[..<3])],
      options: ArchiveOptions(recoveryPercent: 0, includesDescription: false))
    var missed: [Int] = []
    // `Scripts/damage` tests every byte.
    for place in stride(from: 0, to: bytes.count, by: 5) {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8(place % 8)
      if !Self.isDetected(damaged) { missed.append(place) }
    }
    #expect(missed == [])
  }

  @Test func `Every truncation of a small archive is detected`() throws {
    let bytes = try ArchiveFixture.archive(
      [Array(Self.documents[..<3])],
      options: ArchiveOptions(recoveryPercent: 0, includesDescription: false))
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(Self.isDetected(Array(bytes[..<length])), "length \(length)")
    }
  }

  @Test func `A gap of 4 KiB is repaired at any place`() throws {
    let bytes = try Self.protected.get()
    var random = SeededGenerator(seed: 13)
    for round in 0..<6 {
      let start = round == 0 ? 0 : random.below(bytes.count - 4096)
      var damaged = bytes
      damaged.replaceSubrange(
        start..<start + 4096, with: [UInt8](repeating: 0, count: 4096))
      #expect(Self.isDetected(damaged))
      let (report, repaired) = try ArchiveFixture.repair(damaged)
      #expect(report.outcome == .restored, "hole at \(start)")
      #expect((repaired == bytes) == true, "hole at \(start)")
    }
  }

  @Test func `A missing tail of 5 % is repaired`() throws {
    for documents in [Self.documents, Array(Self.documents[..<5])] {
      let bytes = try ArchiveFixture.archive([documents], options: Self.options)
      let damaged = Array(bytes[..<(bytes.count * 95 / 100)])
      let (report, repaired) = try ArchiveFixture.repair(damaged)
      #expect(report.outcome == .restored)
      #expect((repaired == bytes) == true)
    }
  }

  @Test func `Without recovery data, at most the damaged block is lost`() throws {
    let bytes = try Self.bare.get()
    let dumps = Self.documents.map { $0.dump(includesOrigin: true) }
    var random = SeededGenerator(seed: 14)
    for _ in 0..<2 {
      var damaged = bytes
      damaged[random.below(bytes.count)] ^= 0x10
      let (report, repaired) = try ArchiveFixture.repair(damaged)
      let archive = try ArchiveReader(MemoryStorage(repaired))
      let lost = report.lostOrdinals.reduce(0) { $0 + $1.count }
      #expect(lost <= 200)
      #expect(archive.documentCount == 2500 - lost)
      let partial = Set(report.lost.compactMap(\.id))
      for ordinal in stride(from: 0, to: archive.documentCount, by: 97) {
        let entry = try archive.entry(at: ordinal)
        guard !partial.contains(entry.id) else { continue }
        #expect(
          try archive.document(at: ordinal).dump(includesOrigin: true) == dumps[Int(entry.id) - 1])
      }
    }
  }

  @Test func `Half an archive yields its half of the documents`() throws {
    let bytes = try Self.bare.get()
    let (report, repaired) = try ArchiveFixture.repair(Array(bytes[..<(bytes.count / 2)]))
    #expect(report.outcome == .salvaged)
    #expect(report.documentCount > 2500 * 47 / 100)
    #expect(ArchiveFixture.verify(repaired, .deep)?.isIntact == true)
  }

  @Test func `A destroyed directory and index are rebuilt`() throws {
    let bytes = try Self.bare.get()
    let archive = try ArchiveReader(MemoryStorage(bytes))
    var damaged = bytes
    let index = try #require(Self.offset(of: "META-INF/0001/index.iax", in: bytes))
    for place in index + 100..<bytes.count { damaged[place] = 0 }
    let (report, repaired) = try ArchiveFixture.repair(damaged)
    #expect(report.documentCount == archive.documentCount)
    #expect(report.lostOrdinals == [])
    let again = try ArchiveReader(MemoryStorage(repaired))
    #expect(try again.entry(named: ArchiveFixture.name(77)) == archive.entry(at: 77))
  }

  static func offset(of name: String, in bytes: [UInt8]) -> Int? {
    let pattern = Array(name.utf8)
    return bytes.indices.first { bytes[$0...].starts(with: pattern) }
  }

  @Test func `Swapped blocks are detected`() throws {
    // Blocks of equal length: equal documents with different ids.
    let documents = Array(repeating: Self.documents[0], count: 40)
    let bytes = try ArchiveFixture.archive(
      [documents],
      options: ArchiveOptions(recoveryPercent: 0, blockDocuments: 10, includesDescription: false))
    let marker: [UInt8] = [0x8A, 0x49, 0x41, 0x42, 0x0D, 0x0A, 0x1A, 0x0A]
    let places = bytes.indices.filter { bytes[$0...].starts(with: marker) }
    #expect(places.count == 4)
    var damaged = bytes
    for index in 0..<200 { damaged.swapAt(places[1] + index, places[2] + index) }
    #expect(Self.isDetected(damaged))
    let archive = try ArchiveReader(MemoryStorage(damaged))
    #expect(throws: InputError.self) { try archive.document(at: 15) }
  }

  @Test func `An incomplete addition does not affect earlier documents`() throws {
    let first = try ArchiveFixture.archive([Array(Self.documents[..<100])])
    let storage = MemoryStorage(first)
    let writer = try ArchiveWriter(storage)
    for document in Self.documents[100..<200] { try writer.append(document) }
    _ = try writer.finish()
    let second = storage.bytes
    for length in stride(from: first.count + 1, to: second.count, by: 1009) {
      let torn = Array(second[..<length])
      let archive = try ArchiveReader(MemoryStorage(torn))
      #expect(archive.documentCount == 100)
      #expect(archive.generation == 1)
      #expect(archive.lostByteCount == length - first.count)
      #expect(try archive.document(at: 99) == Self.documents[99])
      #expect(try !archive.verify().isIntact)
    }
    // A repair omits the incomplete addition and reports its length.
    let (report, repaired) = try ArchiveFixture.repair(Array(second[..<(first.count + 700)]))
    #expect(report.droppedByteCount == 700)
    #expect(try ArchiveReader(MemoryStorage(repaired)).documentCount >= 100)
    // The next addition replaces the incomplete one.
    for length in stride(from: first.count + 1, to: first.count + 2000, by: 101) {
      let again = MemoryStorage(Array(second[..<length]))
      let next = try ArchiveWriter(again)
      #expect(next.removedTailByteCount == length - first.count)
      try next.append(Self.documents[0], name: "next")
      #expect(try next.finish().documentCount == 101)
      #expect(try ArchiveReader(again).verify(.deep).isIntact)
    }
  }

  @Test func `An addition does not remove a generation with a damaged directory, or foreign bytes`()
    throws
  {
    let first = try ArchiveFixture.archive([Array(Self.documents[..<10])])
    let storage = MemoryStorage(first)
    let writer = try ArchiveWriter(storage)
    for document in Self.documents[10..<20] { try writer.append(document) }
    _ = try writer.finish()
    let second = storage.bytes
    var flipped = second
    flipped[second.count - 300] ^= 1
    var header = flipped
    header[first.count + 8] ^= 1
    let tails = [
      flipped, header, first + Array("more".utf8),
      first + Array("PK and other bytes".utf8), first + [0, 0, 7], second + [0x50, 0x4B, 1],
    ]
    for bytes in tails {
      let storage = MemoryStorage(bytes)
      #expect { try ArchiveWriter(storage) } throws: {
        ($0 as? InputError)?.code == .archiveMissingDirectory
      }
      #expect(storage.bytes == bytes, "nothing is removed")
      var options = ArchiveOptions()
      options.discardsTail = true
      let writer = try ArchiveWriter(storage, options: options)
      #expect(writer.removedTailByteCount > 0)
      try writer.append(Self.documents[0])
      _ = try writer.finish()
      #expect(try ArchiveReader(storage).verify(.deep).isIntact)
    }
    // A directory that is missing only its end is written again.
    let torn = MemoryStorage(Array(second.dropLast(9)))
    #expect(try ArchiveWriter(torn).completedDocumentCount == 10)
    #expect(torn.bytes == second)
    for tail in [
      [0x50], [0x50, 0x4B, 3], [0x50, 0x4B, 3, 4, 20], [UInt8](repeating: 0, count: 99),
    ] {
      #expect(try ArchiveWriter(MemoryStorage(first + tail)).removedTailByteCount == tail.count)
    }
  }

  @Test func `A storage that fails at any call keeps the old archive`() throws {
    let first = try ArchiveFixture.archive([Array(Self.documents[..<20])])
    var (call, refused) = (0, 0)
    while true {
      let storage = FailingStorage(first, failsAt: call)
      do {
        let writer = try ArchiveWriter(storage)
        for document in Self.documents[20..<30] { try writer.append(document) }
        _ = try writer.finish()
        break
      } catch is FailingStorage.Failure {
        let archive = try ArchiveReader(MemoryStorage(storage.memory.bytes))
        #expect(archive.documentCount >= 20)
        #expect(storage.memory.bytes.starts(with: first))
        // The next addition replaces it, unless a directory or header is partly written.
        do {
          let next = try ArchiveWriter(MemoryStorage(storage.memory.bytes))
          try next.append(Self.documents[0])
          _ = try next.finish()
        } catch let error as InputError where error.code == .archiveMissingDirectory {
          refused += 1
        }
      }
      call += 1
    }
    #expect(call > 20)
    #expect(refused <= 2)
  }
}

/// A storage whose call with a given number fails; a failing write stores half of its bytes.
final class FailingStorage: ArchiveStorage {
  struct Failure: Error {}

  let memory: MemoryStorage
  private var callsLeft: Int

  init(_ bytes: [UInt8], failsAt call: Int) {
    memory = MemoryStorage(bytes)
    callsLeft = call
  }

  private func count() throws {
    guard callsLeft > 0 else { throw Failure() }
    callsLeft -= 1
  }

  func byteCount() throws -> Int {
    try count()
    return memory.byteCount()
  }

  func read(_ count: Int, at offset: Int) throws -> [UInt8] {
    try self.count()
    return memory.read(count, at: offset)
  }

  func write(_ bytes: [UInt8], at offset: Int) throws {
    do { try count() } catch {
      memory.write(Array(bytes.prefix(bytes.count / 2)), at: offset)
      throw error
    }
    memory.write(bytes, at: offset)
  }

  func truncate(to byteCount: Int) throws {
    try count()
    memory.truncate(to: byteCount)
  }

  func synchronize() throws { try count() }
}

import IAArchive
import IABytes
import IATestSupport
import IAText
import Testing

@Suite struct ArchiveRoundTripTests {
  @Test func `Random documents are equal after writing and reading`() throws {
    let documents = ArchiveFixture.documents(150, seed: 1)
    let options = ArchiveOptions(blockTextBytes: 4 << 10, blockDocuments: 20)
    let bytes = try ArchiveFixture.archive(
      [Array(documents[..<60]), Array(documents[60..<61]), Array(documents[61...])],
      options: options)
    let archive = try ArchiveReader(MemoryStorage(bytes))
    #expect(archive.documentCount == 150)
    #expect(archive.generation == 3)
    #expect(archive.lostByteCount == 0)
    for (index, document) in documents.enumerated() {
      let read = try archive.document(at: index)
      #expect(
        read.dump(includesOrigin: true) == document.dump(includesOrigin: true), "document \(index)")
    }
    let report = try archive.verify(.deep)
    #expect(report.damages.first?.error == nil)
    #expect(report.damages.count == 0)
    #expect(report.decodedDocumentCount == 150)
    #expect(archive.blockCount >= 150 / 20)
    let hashed = report.members.filter { $0.check == .hash }
    #expect(report.checkedMemberCount >= hashed.count && !hashed.isEmpty)
    let stored = try archive.verify(.stored)
    #expect(stored.checkedByteCount == bytes.count)
    #expect(stored.damages.count == 0)
  }

  @Test func `Large blocks hold the same documents in fewer and smaller members`() throws {
    let documents = ArchiveFixture.messages(3000, seed: 8)
    var options = ArchiveOptions(recoveryPercent: 0)
    let usual = try ArchiveReader(
      MemoryStorage(ArchiveFixture.archive([documents], options: options)))
    options.useLargeBlocks()
    let large = try ArchiveReader(
      MemoryStorage(ArchiveFixture.archive([documents], options: options)))
    #expect(usual.blockCount > 2)
    #expect(large.blockCount == 1)
    #expect(large.byteCount < usual.byteCount)
    for ordinal in stride(from: 0, to: 3000, by: 97) {
      #expect(try large.document(at: ordinal).dump() == usual.document(at: ordinal).dump())
    }
    #expect(try large.verify(.deep).damages.isEmpty)
  }

  @Test func `Compaction keeps large blocks unless the options state sizes`() throws {
    let documents = ArchiveFixture.messages(3000, seed: 8)
    func compacted(_ archive: ArchiveReader, _ options: ArchiveOptions) throws -> ArchiveReader {
      let storage = MemoryStorage()
      _ = try archive.compact(to: storage, options: options)
      return try ArchiveReader(storage)
    }
    let usualOptions = ArchiveOptions(recoveryPercent: 0)
    var largeOptions = usualOptions
    largeOptions.useLargeBlocks()
    let usual = try ArchiveReader(
      MemoryStorage(ArchiveFixture.archive([documents], options: usualOptions)))
    let large = try ArchiveReader(
      MemoryStorage(ArchiveFixture.archive([documents], options: largeOptions)))
    #expect(!usual.hasLargeBlocks && large.hasLargeBlocks)
    #expect(try compacted(usual, usualOptions).blockCount == usual.blockCount)
    #expect(try compacted(usual, largeOptions).blockCount == 1)
    #expect(try compacted(large, usualOptions).blockCount == 1)
    let small = ArchiveOptions(recoveryPercent: 0, blockTextBytes: 4 << 10)
    #expect(try compacted(large, small).blockCount > usual.blockCount)
  }

  @Test func `A block that is large only because of its last document counts as usual`() throws {
    let short = ArchiveFixture.messages(9, seed: 8)
    let long = IADocument(IAString(String(repeating: "A long document. ", count: 20_000)))
    let archive = try ArchiveReader(
      MemoryStorage(
        ArchiveFixture.archive([short + [long] + ArchiveFixture.messages(4000, seed: 9)])))
    #expect(archive.blockCount > 4)
    #expect(!archive.hasLargeBlocks)
  }

  @Test func `A summary states the number of added documents`() throws {
    let storage = MemoryStorage()
    for (count, total) in [(5, 5), (2, 7), (0, 7)] {
      let writer = try ArchiveWriter(storage, mode: .create)
      for document in ArchiveFixture.messages(count, seed: 4) { try writer.append(document) }
      let summary = try writer.finish()
      #expect(summary.addedDocumentCount == count)
      #expect(summary.documentCount == total)
    }
  }

  @Test func `A storage names the operation that failed`() {
    let closed = DescriptorStorage(-1)
    for (operation, work) in [
      ("size", { _ = try closed.byteCount() }), ("read", { _ = try closed.read(1, at: 0) }),
      ("write", { try closed.write([1], at: 0) }), ("sync", { try closed.synchronize() }),
      ("truncate", { try closed.truncate(to: 0) }),
    ] as [(String, () throws -> Void)] {
      let error = #expect(throws: StorageError.self) { try work() }
      #expect(error?.operation == operation)
      #expect(error?.description.hasPrefix(operation + ": ") == true)
    }
  }

  @Test func `Documents are found by ordinal, id and name`() throws {
    let documents = ArchiveFixture.messages(3000, seed: 2)
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(
      storage, mode: .createNew, options: ArchiveOptions(blockDocuments: 200))
    for (index, document) in documents.enumerated() {
      let entry = try writer.append(
        document, name: index % 3 == 0 ? "" : "n\(index)", id: UInt64(index * index + 7))
      #expect(entry.ordinal == index)
    }
    let summary = try writer.finish()
    #expect(summary.documentCount == 3000)
    #expect(summary.byteCount == storage.bytes.count)
    let archive = try ArchiveReader(storage)
    for index in stride(from: 37, to: 3000, by: 37) {
      let entry = try archive.entry(at: index)
      #expect(entry.id == UInt64(index * index + 7))
      #expect(try archive.entry(id: entry.id) == entry)
      #expect(try archive.entry(id: entry.id + 1) == nil)
      if index % 3 != 0 {
        #expect(try archive.entry(named: "n\(index)") == entry)
        #expect(try archive.document(named: "n\(index)") == documents[index])
      }
    }
    #expect(try archive.entry(named: "") == nil)
    #expect(try archive.entry(named: "n3000") == nil)
    var listed = 0
    try archive.forEachEntry { entry in
      #expect(entry.ordinal == listed)
      listed += 1
    }
    #expect(listed == 3000)
  }

  @Test func `The same documents give the same bytes`() throws {
    let documents = ArchiveFixture.documents(40, seed: 3)
    #expect(
      try ArchiveFixture.archive([documents]) == ArchiveFixture.archive([documents]))
  }

  @Test func `An addition changes no earlier byte, and an empty addition changes nothing`() throws {
    let documents = ArchiveFixture.messages(50, seed: 4)
    let first = try ArchiveFixture.archive([documents])
    let storage = MemoryStorage(first)
    _ = try ArchiveWriter(storage).finish()
    #expect(storage.bytes == first)
    let writer = try ArchiveWriter(storage)
    try writer.append(documents[0], name: "one more")
    _ = try writer.finish()
    #expect(storage.bytes.starts(with: first))
    let second = storage.bytes
    let cancelled = try ArchiveWriter(storage)
    try cancelled.append(documents[0], name: "never")
    try cancelled.cancel()
    #expect(storage.bytes == second)
  }

  @Test func `An attachment is stored once, regardless of how often it occurs`() throws {
    var document = IADocument()
    document.append(Array("some bytes that are no picture".utf8), as: .file, name: "a.bin")
    let bytes = try ArchiveFixture.archive([[document, document], [document]])
    let archive = try ArchiveReader(MemoryStorage(bytes))
    #expect(archive.attachmentCount == 1)
    #expect(try archive.document(at: 2) == document)
    #expect(
      try archive.document(at: 2, loadsAttachments: false).attachments.count == 0)
  }

  @Test func `Names and ids are unique`() throws {
    let writer = try ArchiveWriter(
      MemoryStorage(), mode: .createNew, options: ArchiveOptions(blockDocuments: 2))
    for index in 0..<5 {
      try writer.append(IADocument(), name: "n\(index)", id: UInt64(10 + index))
    }
    for (name, id) in [("n0", nil), ("n4", nil), ("new", UInt64(14)), ("new", 3)] {
      let error = #expect(throws: InputError.self) {
        try writer.append(IADocument(), name: name, id: id)
      }
      #expect(error?.code == .archiveDuplicate)
    }
    #expect(throws: InputError.self) {
      try writer.append(IADocument(), name: String(repeating: "x", count: 4097))
    }
    #expect(throws: InputError.self) { try writer.append(IADocument(), name: "a\u{0}b") }
    // The strings are equal in Swift but differ in their bytes, so they are two names.
    try writer.append(IADocument(), name: "\u{E9}")
    try writer.append(IADocument(), name: "e\u{301}")
    #expect(try writer.finish().documentCount == 7)
  }

  @Test func `Open modes create, extend or refuse an archive as documented`() throws {
    let empty = try ArchiveFixture.archive([[]])
    #expect(try ArchiveReader(MemoryStorage(empty)).documentCount == 0)
    for mode in ArchiveMode.allCases {
      for isThere in [false, true] {
        let storage = MemoryStorage(isThere ? empty : [])
        let refused = mode == (isThere ? .createNew : .existing)
        do {
          let writer = try ArchiveWriter(storage, mode: mode)
          try writer.append(IADocument())
          let summary = try writer.finish()
          #expect(!refused, "\(mode) \(isThere)")
          #expect(summary.generation == (isThere && mode != .truncateExisting ? 2 : 1))
          #expect(try ArchiveReader(storage).documentCount == 1)
        } catch let error as InputError {
          #expect(refused && error.code == .archiveMode, "\(mode) \(isThere) \(error)")
        }
      }
    }
  }

  @Test func `Compacting keeps documents, ids and names in one generation`() throws {
    let documents = ArchiveFixture.documents(30, seed: 5)
    let bytes = try ArchiveFixture.archive(documents.map { [$0] })
    let archive = try ArchiveReader(MemoryStorage(bytes))
    #expect(archive.generation == 30)
    let target = MemoryStorage()
    let summary = try archive.compact(to: target)
    let compacted = try ArchiveReader(target)
    #expect(summary.generation == 1)
    #expect(compacted.generation == 1)
    #expect(target.bytes.count < bytes.count / 4)
    #expect(try ArchiveFixture.dumps(compacted) == ArchiveFixture.dumps(archive))
    for ordinal in 0..<30 {
      #expect(try compacted.entry(at: ordinal) == archive.entry(at: ordinal))
    }
  }

  private static let messages = ArchiveFixture.messages(4000, seed: 6)

  @Test(arguments: [0, 1, 10, 30]) func `Recovery data have the requested size`(
    percent: Int
  ) throws {
    let documents = Self.messages
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(
      storage, mode: .createNew, options: ArchiveOptions(recoveryPercent: percent))
    for document in documents { try writer.append(document) }
    let summary = try writer.finish()
    let plain = summary.byteCount - summary.recoveryByteCount
    let most = percent == 0 ? 0 : plain * (percent + 2) / 100 + 20_000
    #expect(summary.recoveryByteCount <= most)
    #expect(summary.recoveryByteCount >= plain * percent / 100)
    #expect(try ArchiveReader(storage).verify(.deep).isIntact)
  }
}

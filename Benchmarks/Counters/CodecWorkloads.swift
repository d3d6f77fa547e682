import IAArchive
import IABytes
import IACodec
import IACorpus
import IAText

extension Workload {
  /// Messages and archives: bytes a message, and what an access to one document reads.
  static var codecWorkloads: [Workload] {
    [
      Workload("message-encode") {
        let messages = CorpusDocument.messages(count: 500, seed: 17)
        return {
          var encoder = CompactEncoder()
          let bytes = messages.reduce(0) { $0 + encoder.encode($1).count }
          return ["messages": messages.count, "bytes": bytes]
        }
      },
      Workload("message-decode") {
        var encoder = CompactEncoder()
        let frames = CorpusDocument.messages(count: 500, seed: 17).map { encoder.encode($0) }
        return {
          var decoder = CompactDecoder(limits: .standard)
          var units = 0
          for frame in frames { units += try decoder.decode(frame).string.utf16Count }
          return ["messages": frames.count, "units": units]
        }
      },
      Workload("block-decode") {
        var encoder = BlockEncoder(holdsText: true)
        for message in CorpusDocument.messages(count: 2000, seed: 19) { encoder.append(message) }
        let block = encoder.finish()
        return {
          var decoder = try BlockDecoder(block, limits: .standard)
          return ["bytes": block.count, "units": try decoder.flattened().units.count]
        }
      },
      Workload("archive-access") {
        let storage = MemoryStorage()
        let writer = try ArchiveWriter(
          storage, mode: .createNew,
          options: ArchiveOptions(recoveryPercent: 0, blockTextBytes: 8 << 10))
        for (index, message) in CorpusDocument.messages(count: 4000, seed: 23).enumerated() {
          try writer.append(message, name: "chat/\(index / 100)/\(index)")
        }
        let size = try writer.finish().byteCount
        let source = CountingSource(storage)
        let archive = try ArchiveReader(source)
        source.readCount = 0
        return {
          var units = 0
          for step in 0..<40 {
            let index = step * 1979 % 4000
            let name = "chat/\(index / 100)/\(index)"
            units += try archive.document(named: name)?.string.utf16Count ?? 0
          }
          return ["bytes": size, "reads": source.readCount, "units": units]
        }
      },
    ]
  }
}

/// Counts how often an archive is read from: twice for each block, its text and its columns.
private final class CountingSource: ArchiveSource {
  private let source: MemoryStorage
  var readCount = 0

  init(_ source: MemoryStorage) { self.source = source }

  func byteCount() -> Int { source.byteCount() }

  func read(_ count: Int, at offset: Int) -> [UInt8] {
    readCount += 1
    return source.read(count, at: offset)
  }
}

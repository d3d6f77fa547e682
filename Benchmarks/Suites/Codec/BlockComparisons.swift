import Harness
import IABytes
import IACodec
import IAText

/// Blocks of 256 KiB beside zstd alone on the same columns.
func measureBlocks(_ corpus: MessageCorpus, _ runner: inout Runner) throws {
  let blocks = blocks(of: corpus)
  let units = blocks.reduce(0) { $0 + $1.unitCount }
  let zstd = PeerZstd()
  let frames = blocks.map { $0.columns.map { zstd.compress($0) } }
  let target = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 20)
  target.initialize(repeating: 0)
  defer { target.deallocate() }
  try runner.run(
    Comparison(
      "codec", "decode blocks of 256 KiB", operation: "unit",
      kernels: [
        Kernel("columns") { _, watch in
          let blocks = opaque(blocks)
          var count = 0
          try watch.time {
            for block in blocks {
              var decoder = try BlockDecoder(block.bytes, limits: .standard)
              count += try decoder.flattened().intensities.count
            }
          }
          _ = opaque(count)
          return units
        },
        Kernel("documents") { _, watch in
          let blocks = opaque(blocks)
          var count = 0
          try watch.time {
            for block in blocks {
              var decoder = try BlockDecoder(block.bytes, limits: .standard)
              for index in 0..<decoder.documentCount {
                count += try decoder.document(at: index).string.utf16Count
              }
            }
          }
          _ = opaque(count)
          return units
        },
        Kernel("zstd alone", .limit) { _, watch in
          let frames = opaque(frames)
          var count = 0
          watch.time {
            for columns in frames {
              for frame in columns { count += zstd.decompress(frame, into: target) }
            }
          }
          _ = opaque(count)
          return units
        },
      ],
      // Depends on the machine as much as on the code: with equal instructions 2.7 on one and 3.5 on another.
      gates: [
        Gate("columns", over: "zstd alone", atMost: 1 / 0.3, stretch: 1 / 0.45, isTarget: true)
      ]))
  try runner.run(
    Comparison(
      "codec", "encode blocks of 256 KiB", operation: "unit",
      kernels: [
        Kernel("blocks") { _, watch in
          let blocks = opaque(blocks)
          var count = 0
          watch.time {
            for block in blocks {
              var encoder = BlockEncoder(holdsText: true)
              for document in block.documents { encoder.append(document) }
              count += encoder.finish().count
            }
          }
          _ = opaque(count)
          return units
        },
        Kernel("zstd alone", .limit) { _, watch in
          let blocks = opaque(blocks)
          var count = 0
          watch.time {
            for block in blocks {
              for column in block.columns { count += zstd.compress(column).count }
            }
          }
          _ = opaque(count)
          return units
        },
      ],
      gates: [
        Gate("blocks", over: "zstd alone", atMost: 2.4),
        Gate("blocks", over: "zstd alone", atMost: 2, isTarget: true),
      ]))
  let bytes = blocks.reduce(0) { $0 + $1.bytes.count }
  let messages = blocks.reduce(0) { $0 + $1.documents.count }
  let peer = frames.joined().reduce(0) { $0 + $1.count }
  runner.record(
    "codec", "blocks, text included", Double(bytes) / Double(messages), unit: "bytes/message")
  runner.record(
    "codec", "the same columns by zstd-3", Double(peer) / Double(messages), unit: "bytes/message")
}

/// Some documents as a block, and their columns as they are.
private struct Block {
  var documents: [IADocument]
  var bytes: [UInt8]
  var columns: [[UInt8]]
  var unitCount: Int
}

private func blocks(of corpus: MessageCorpus) -> [Block] {
  var blocks: [Block] = []
  var encoder = BlockEncoder(holdsText: true)
  var documents: [IADocument] = []
  for message in corpus.measured {
    documents.append(message.document)
    encoder.append(message.document)
    guard encoder.logicalByteCount >= 256 << 10 else { continue }
    var text: [UInt8] = []
    var intensities: [UInt8] = []
    for document in documents {
      text.append(contentsOf: document.string.text.utf8)
      intensities.append(contentsOf: document.string.intensities(in: document.string.utf16Range))
    }
    blocks.append(
      Block(
        documents: documents, bytes: encoder.finish(), columns: [text, intensities],
        unitCount: intensities.count))
    documents = []
  }
  return blocks
}

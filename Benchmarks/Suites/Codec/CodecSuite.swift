import Foundation
import Harness
import IABytes
import IACodec
import IAText
import Inputs

/// The codec: bytes a message, bits an intensity, and the time of messages and blocks.
func measureCodec(_ runner: inout Runner) throws {
  let corpus = try MessageCorpus(count: runner.isQuick ? 12_000 : 48_000)
  let dictionary = CompressionDictionary.trained(
    on: corpus.training.map { CompactEncoder.body(of: $0.document) }, byteCount: 112_640)
  guard let dictionary else { throw Tool.Missing(description: "too few messages") }
  measureSizes(corpus, dictionary, &runner)
  try measureMessages(corpus, dictionary, &runner)
  try measureBlocks(corpus, &runner)
}

/// Bytes a message beside JSON with zstd, with dictionaries of equal size.
private func measureSizes(
  _ corpus: MessageCorpus, _ dictionary: CompressionDictionary, _ runner: inout Runner
) {
  let own = PeerZstd.dictionary(from: corpus.training.map(\.json), byteCount: 112_640)
  let (plain, shared) = (PeerZstd(), PeerZstd(dictionary: own))
  var alone = CompactEncoder()
  var encoder = CompactEncoder(dictionary: dictionary)
  var (json, zstd, zstdShared, compact, compactShared) = (0, 0, 0, 0, 0)
  var account = IntensityAccount()
  for message in corpus.measured {
    json += message.json.count
    zstd += plain.compress(message.json).count
    zstdShared += shared.compress(message.json).count
    compact += alone.encode(message.document).count
    let frame = encoder.encode(message.document)
    compactShared += frame.count
    account.add(message, frame)
  }
  let count = Double(corpus.measured.count)
  runner.record("codec", "messages", count, unit: "measured")
  for (name, bytes) in [
    ("JSON", json), ("JSON + zstd-3", zstd), ("JSON + zstd-3 + dictionary", zstdShared),
    ("compact", compact), ("compact + dictionary", compactShared),
    ("intensities of a message", account.byteCount),
  ] {
    runner.record("codec", name, Double(bytes) / count, unit: "bytes/message")
  }
  runner.judge(
    "codec/message bytes", "compact + dictionary / JSON + zstd-3",
    Double(compactShared) / Double(zstd), atMost: 0.28)
  runner.judge(
    "codec/message bytes", "compact + dictionary / JSON + zstd-3 + dictionary",
    Double(compactShared) / Double(zstdShared), atMost: 0.68)
  runner.judge(
    "codec/intensities", "bytes less 1 a message / static order-0 entropy",
    (Double(account.byteCount) - count) / account.entropyBytes, atMost: 1.05)
}

/// Compact frames beside Foundation's decoder on the same content as JSON.
private func measureMessages(
  _ corpus: MessageCorpus, _ dictionary: CompressionDictionary, _ runner: inout Runner
) throws {
  let sample = Array(corpus.measured.prefix(2000))
  var encoder = CompactEncoder(dictionary: dictionary)
  let frames = sample.map { encoder.encode($0.document) }
  let texts = sample.map { Data($0.json) }
  try runner.run(
    Comparison(
      "codec", "decode a message", operation: "message",
      kernels: [
        Kernel("compact, text and intensities") { _, watch in
          var decoder = CompactDecoder(limits: .standard, dictionary: dictionary)
          var (units, intensities): ([UInt16], [UInt8]) = ([], [])
          let frames = opaque(frames)
          try watch.time {
            for frame in frames {
              try decoder.decode(frame, units: &units, intensities: &intensities)
            }
          }
          _ = opaque(units)
          return frames.count
        },
        Kernel("compact, document") { _, watch in
          var decoder = CompactDecoder(limits: .standard, dictionary: dictionary)
          let frames = opaque(frames)
          var count = 0
          try watch.time {
            for frame in frames { count += try decoder.decode(frame).string.utf16Count }
          }
          _ = opaque(count)
          return frames.count
        },
        Kernel("JSONDecoder", .peer) { _, watch in
          let decoder = JSONDecoder()
          let texts = opaque(texts)
          var count = 0
          try watch.time {
            for text in texts {
              count += try decoder.decode(JSONMessage.self, from: text).intensities.count
            }
          }
          _ = opaque(count)
          return texts.count
        },
      ],
      gates: [Gate("compact, text and intensities", fasterThan: "JSONDecoder", times: 30)]))
  try runner.run(
    Comparison(
      "codec", "encode a message", operation: "message",
      kernels: [
        Kernel("compact") { _, watch in
          var encoder = CompactEncoder(dictionary: dictionary)
          let sample = opaque(sample)
          var count = 0
          watch.time { for message in sample { count += encoder.encode(message.document).count } }
          _ = opaque(count)
          return sample.count
        },
        Kernel("zstd-3 of the text, dictionary", .limit) { _, watch in
          let zstd = PeerZstd(dictionary: dictionary.bytes)
          let bodies = opaque(sample.map { CompactEncoder.body(of: $0.document) })
          var count = 0
          watch.time { for body in bodies { count += zstd.compress(body).count } }
          _ = opaque(count)
          return bodies.count
        },
      ]))
}

/// The source system's dictionary, as Foundation reads it.
private struct JSONMessage: Decodable {
  var text: String
  var intensities: [Int]
  var iaBaseAttributes: [[Int]]
}

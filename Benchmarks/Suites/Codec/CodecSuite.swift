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
  let vocabulary = Vocabulary.trained(
    on: corpus.training.map(\.document), byteCount: 112_640)
  let half = Vocabulary.trained(on: corpus.training.map(\.document), byteCount: 56_320)
  guard let dictionary, let vocabulary, let half else { throw TooFewMessages() }
  try measureSizes(corpus, dictionary, vocabulary, half, &runner)
  try measureMessages(corpus, dictionary, vocabulary, half, &runner)
  try measureBlocks(corpus, &runner)
}

/// There is too little to make a dictionary of; the fortunes may not be installed.
private struct TooFewMessages: Error {}

/// Compact frames beside Foundation's decoder on the same content as JSON.
private func measureMessages(
  _ corpus: MessageCorpus, _ dictionary: CompressionDictionary, _ vocabulary: Vocabulary,
  _ half: Vocabulary, _ runner: inout Runner
) throws {
  let sample = Array(corpus.measured.prefix(2000))
  var encoder = CompactEncoder(vocabulary: vocabulary)
  let frames = sample.map { encoder.encode($0.document) }
  var zstdEncoder = CompactEncoder(dictionary: dictionary)
  var halfEncoder = CompactEncoder(vocabulary: half)
  let halfFrames = sample.map { halfEncoder.encode($0.document) }
  let zstdFrames = sample.map { zstdEncoder.encode($0.document) }
  let texts = sample.map { Data($0.json) }
  let json = try FastJSON(sample.map(\.json), training: corpus.training.map(\.json))
  try runner.run(
    Comparison(
      "codec", "decode a message", operation: "message",
      kernels: [
        Kernel("compact, text and intensities") { _, watch in
          var decoder = CompactDecoder(limits: .standard, vocabulary: vocabulary)
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
        Kernel("compact, text and intensities, half the vocabulary") { _, watch in
          var decoder = CompactDecoder(limits: .standard, vocabulary: half)
          var (units, intensities): ([UInt16], [UInt8]) = ([], [])
          let frames = opaque(halfFrames)
          try watch.time {
            for frame in frames {
              try decoder.decode(frame, units: &units, intensities: &intensities)
            }
          }
          _ = opaque(units)
          return frames.count
        },
        Kernel("compact, text and intensities, zstd dictionary") { _, watch in
          var decoder = CompactDecoder(limits: .standard, dictionary: dictionary)
          var (units, intensities): ([UInt16], [UInt8]) = ([], [])
          let frames = opaque(zstdFrames)
          try watch.time {
            for frame in frames {
              try decoder.decode(frame, units: &units, intensities: &intensities)
            }
          }
          _ = opaque(units)
          return frames.count
        },
        Kernel("block of messages, text and intensities") { _, watch in
          var encoder = BlockEncoder(holdsText: true)
          for message in sample { encoder.append(message.document) }
          let block = opaque(encoder.finish())
          var count = 0
          try watch.time {
            var decoder = try BlockDecoder(block, limits: .standard)
            count += try decoder.flattened().intensities.count
          }
          _ = opaque(count)
          return sample.count
        },
        Kernel("compact, document") { _, watch in
          var decoder = CompactDecoder(limits: .standard, vocabulary: vocabulary)
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
        Kernel("simdjson", .peer) { _, watch in try json.decode(compressed: false, &watch) },
        Kernel("simdjson after zstd-3 with a dictionary", .peer) { _, watch in
          try json.decode(compressed: true, &watch)
        },
      ],
      gates: [
        Gate("compact, text and intensities", fasterThan: "JSONDecoder", times: 15),
        Gate("compact, text and intensities", fasterThan: "JSONDecoder", times: 30, isTarget: true),
        Gate("block of messages, text and intensities", fasterThan: "JSONDecoder", times: 30),
      ]))
  try runner.run(
    Comparison(
      "codec", "encode a message", operation: "message",
      kernels: [
        Kernel("compact, vocabulary") { _, watch in
          var encoder = CompactEncoder(vocabulary: vocabulary)
          let sample = opaque(sample)
          var count = 0
          watch.time { for message in sample { count += encoder.encode(message.document).count } }
          _ = opaque(count)
          return sample.count
        },
        Kernel("compact, zstd dictionary") { _, watch in
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

import Harness
import IABytes
import IACodec
import IAText
import Inputs

/// Bytes a message beside JSON with zstd, with dictionaries of equal size.
func measureSizes(
  _ corpus: MessageCorpus, _ dictionary: CompressionDictionary, _ vocabulary: Vocabulary,
  _ half: Vocabulary, _ runner: inout Runner
) throws {
  let own = PeerZstd.dictionary(from: corpus.training.map(\.json), byteCount: 112_640)
  let (plain, shared) = (PeerZstd(), PeerZstd(dictionary: own))
  var alone = CompactEncoder()
  var zstd = CompactEncoder(dictionary: dictionary)
  // The same dictionary at the level that searches longest; what reads the frames does not care.
  var patient = CompactEncoder(dictionary: try CompressionDictionary(dictionary.bytes, level: 19))
  var encoder = CompactEncoder(vocabulary: vocabulary)
  var halfEncoder = CompactEncoder(vocabulary: half)
  var (all, short) = (SIMD8<Int>.zero, SIMD8<Int>.zero)
  var shortCount = 0
  var account = IntensityAccount()
  for message in corpus.measured {
    let frame = zstd.encode(message.document)
    account.add(message, frame)
    let counts = SIMD8(
      message.json.count, plain.compress(message.json).count, shared.compress(message.json).count,
      alone.encode(message.document).count, frame.count, patient.encode(message.document).count,
      encoder.encode(message.document).count, halfEncoder.encode(message.document).count)
    all &+= counts
    // As short as those that PEERS.md took its figure from.
    guard message.document.string.text.utf8.count <= 128 else { continue }
    shortCount += 1
    short &+= counts
  }
  let names = [
    "JSON", "JSON + zstd-3", "JSON + zstd-3 + dictionary", "compact",
    "compact + zstd dictionary", "compact + zstd dictionary, level 19", "compact + vocabulary",
    "compact + vocabulary of half the size",
  ]
  for (sum, count, kind) in [
    (all, corpus.measured.count, ""), (short, shortCount, ", at most 128 bytes"),
  ] {
    runner.record("codec", "messages" + kind, Double(count), unit: "measured")
    for (index, name) in names.enumerated() {
      runner.record(
        "codec", name + kind, Double(sum[index]) / Double(max(count, 1)), unit: "bytes/message")
    }
  }
  let count = Double(corpus.measured.count)
  runner.record(
    "codec", "intensities of a message", Double(account.byteCount) / count, unit: "bytes/message")
  runner.record("codec", "vocabulary", Double(vocabulary.bytes.count), unit: "bytes")
  // A quick run has fewer messages to learn from: the vocabulary is smaller.
  let limit = runner.isQuick ? 0.31 : 0.28
  runner.judge(
    "codec/message bytes", "compact + vocabulary / JSON + zstd-3",
    Double(all[6]) / Double(all[1]), atMost: limit)
  runner.judge(
    "codec/message bytes", "compact + vocabulary of half the size / JSON + zstd-3",
    Double(all[7]) / Double(all[1]), atMost: limit)
  runner.judge(
    "codec/message bytes", "compact + vocabulary / JSON + zstd-3 + dictionary",
    Double(all[6]) / Double(all[2]), atMost: 0.68)
  runner.judge(
    "codec/intensities", "bytes less 1 a message / static order-0 entropy",
    (Double(account.byteCount) - count) / account.entropyBytes, atMost: 1.05)
}

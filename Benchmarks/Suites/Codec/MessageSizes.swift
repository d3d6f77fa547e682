import Foundation
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
  measurePeerSizes(corpus, Double(all[6]) / count, &runner)
}

/// Bytes of a message in other representations, each with zstd 3 and 19, without and with a dictionary of the same size.
///
/// The binary form and that with base64 have no attributes, which favours them.
private func measurePeerSizes(
  _ corpus: MessageCorpus, _ ours: Double, _ runner: inout Runner
) {
  let forms: [(name: String, bytes: (MessageCorpus.Message) -> [UInt8])] = [
    ("JSON", \.json), ("binary with runs", PeerForms.binary),
    ("JSON with base64", PeerForms.base64),
  ]
  var least = Double.infinity
  for form in forms {
    let training = corpus.training.map(form.bytes)
    // zstd-19 takes long for each message.
    let messages = corpus.measured.enumerated().filter { !runner.isQuick || $0.offset % 8 == 0 }
      .map { form.bytes($0.element) }
    let dictionary = PeerZstd.dictionary(from: training, byteCount: 112_640)
    func record(_ name: String, _ size: Int) {
      let mean = Double(size) / Double(max(messages.count, 1))
      least = min(least, mean)
      runner.record("codec", name, mean, unit: "bytes/message")
    }
    // Those of JSON alone and with level 3 stand in the table above.
    if form.name != "JSON" { record(form.name, messages.reduce(0) { $0 + $1.count }) }
    for level: Int32 in [3, 19] {
      for (suffix, shared) in [("", nil), (" + dictionary", dictionary)] {
        if form.name == "JSON", level == 3 { continue }
        let zstd = PeerZstd(level: level, dictionary: shared)
        record(
          "\(form.name) + zstd-\(level)\(suffix)",
          messages.reduce(0) { $0 + zstd.compress($1).count })
      }
    }
  }
  runner.judge(
    "codec/message bytes", "compact + vocabulary / the smallest other form", ours / least, atMost: 1
  )
}

/// Messages as other programs would store them.
private enum PeerForms {
  /// Text as UTF-8 and runs of equal intensities: length of the text, text, pairs of length and intensity; lengths are LEB128.
  static func binary(_ message: MessageCorpus.Message) -> [UInt8] {
    let string = message.document.string
    let text = Array(string.text.utf8)
    var bytes = variable(text.count) + text
    let levels = string.intensities(in: string.utf16Range)
    var start = 0
    while start < levels.count {
      let end = levels[start...].firstIndex { $0 != levels[start] } ?? levels.count
      bytes += variable(end - start) + [levels[start]]
      start = end
    }
    return bytes
  }

  /// An object with the text and the intensities, a byte each, as base64.
  static func base64(_ message: MessageCorpus.Message) -> [UInt8] {
    let string = message.document.string
    let object = [
      "text": string.text,
      "intensities": Data(string.intensities(in: string.utf16Range)).base64EncodedString(),
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(object)).map(Array.init) ?? []
  }

  private static func variable(_ number: Int) -> [UInt8] {
    var (rest, bytes): (Int, [UInt8]) = (number, [])
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }
}

internal import IASyntax

/// The result of training a dictionary and of measuring its effect.
public struct DictionaryOutcome: Hashable, Sendable {
  /// The identifier of the dictionary.
  public internal(set) var id: UInt32 = 0
  /// The size of the dictionary in bytes.
  public internal(set) var byteCount = 0
  /// The number of strings in the dictionary.
  public internal(set) var stringCount = 0
  /// The number of documents that were used for training.
  public internal(set) var learntCount = 0
  /// The number of other documents that were used for measuring.
  public internal(set) var measuredCount = 0
  /// The number of documents that were omitted because the training limit was reached.
  public internal(set) var leftOutCount = 0
  /// The number of files that could not be read.
  public internal(set) var failedCount = 0
  /// Whether an archive among the inputs is damaged, so that documents of it are missing or incomplete.
  public internal(set) var isDamaged = false
  /// The size in bytes of the measured documents as compact frames without a dictionary.
  public internal(set) var measuredByteCount = 0
  /// The size in bytes of the measured documents as compact frames with the dictionary.
  public internal(set) var savedTo = 0

  /// The result as lines of text.
  public var text: String {
    let all = learntCount + measuredCount + leftOutCount
    var learnt = "documents: \(all), \(learntCount) learnt from, \(measuredCount) measured"
    if leftOutCount > 0 { learnt += ", \(leftOutCount) left out because enough is learnt" }
    let file = "dictionary \(hexID): \(byteCount) bytes, \(stringCount) strings\n"
    guard measuredCount > 0, measuredByteCount > 0 else {
      return learnt + "\n" + file + "at least ten documents are needed to measure what it saves\n"
    }
    let saved = Self.decimal(1000 * (measuredByteCount - savedTo) / measuredByteCount)
    let (short, plain) = (mean(savedTo), mean(measuredByteCount))
    return learnt + "\n" + file
      + "a document takes \(short) bytes with it, \(plain) without: \(saved) % saved\n"
  }

  /// The result as one JSON object with a final line feed.
  public var json: String {
    var writer = JSONWriter(style: .pretty)
    writer.beginObject()
    writer.member("dictionary", hexID)
    writer.member("bytes", byteCount)
    writer.member("strings", stringCount)
    writer.member("learnt", learntCount)
    writer.member("measured", measuredCount)
    writer.member("left_out", leftOutCount)
    writer.member("failed", failedCount)
    writer.member("measured_bytes", measuredByteCount)
    writer.member("measured_bytes_with_dictionary", savedTo)
    writer.endObject()
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  private var hexID: String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private func mean(_ sum: Int) -> String { Self.decimal(10 * sum / measuredCount) }

  /// Returns a number of tenths as a decimal fraction.
  private static func decimal(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }
}

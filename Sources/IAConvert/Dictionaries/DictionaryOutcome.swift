internal import IASyntax

/// A dictionary that was learnt, and what it saves.
public struct DictionaryOutcome: Hashable, Sendable {
  /// The number that it is known by.
  public internal(set) var id: UInt32 = 0
  /// Its size in bytes.
  public internal(set) var byteCount = 0
  /// How many strings it has.
  public internal(set) var stringCount = 0
  /// From how many documents it was learnt.
  public internal(set) var learntCount = 0
  /// With how many others it was measured.
  public internal(set) var measuredCount = 0
  /// How many were left out since enough was learnt.
  public internal(set) var leftOutCount = 0
  /// How many files could not be read.
  public internal(set) var failedCount = 0
  /// How many bytes the measured documents take as compact frames without a dictionary.
  public internal(set) var measuredByteCount = 0
  /// How many they take with it.
  public internal(set) var savedTo = 0

  /// Lines for people.
  public var text: String {
    let all = learntCount + measuredCount + leftOutCount
    var learnt = "documents: \(all), \(learntCount) learnt from, \(measuredCount) measured"
    if leftOutCount > 0 { learnt += ", \(leftOutCount) left out for enough is learnt" }
    let file = "dictionary \(hexID): \(byteCount) bytes, \(stringCount) strings\n"
    guard measuredCount > 0, measuredByteCount > 0 else {
      return learnt + "\n" + file + "fewer than ten documents do not tell what it saves\n"
    }
    let saved = Self.decimal(1000 * (measuredByteCount - savedTo) / measuredByteCount)
    let (short, plain) = (mean(savedTo), mean(measuredByteCount))
    return learnt + "\n" + file
      + "a document takes \(short) bytes with it, \(plain) without: \(saved) % saved\n"
  }

  /// One JSON object, with its line end.
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

  /// Returns a number of tenths.
  private static func decimal(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }
}

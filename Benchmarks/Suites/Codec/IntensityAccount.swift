import Foundation
import IACorpus
import IAText

/// How many bytes intensities take, and how many their static order-0 entropy would.
///
/// The entropy is that of the steps of each kind of message over all messages of that kind: by word
/// where intensities are by word, by unit where they are raw.
struct IntensityAccount {
  /// The bytes that intensities take in the frames.
  private(set) var byteCount = 0
  private var steps: [IntensityMixture.Kind: [Int: Int]] = [:]

  /// Takes note of a message and its compact frame.
  mutating func add(_ message: MessageCorpus.Message, _ frame: [UInt8]) {
    byteCount += Self.intensityByteCount(frame)
    let string = message.document.string
    let units = string.units(in: string.utf16Range)
    let values = string.intensities(in: string.utf16Range)
    for index in values.indices.dropFirst() {
      let startsWord = Self.isSpace(units[index - 1]) && !Self.isSpace(units[index])
      switch message.kind {
      case .constant: break
      case .raw:
        steps[.raw, default: [:]][Int(values[index]) - Int(values[index - 1]), default: 0] += 1
      case .byWord, .emphasised:
        guard startsWord else { continue }
        steps[message.kind, default: [:]][
          Int(values[index]) - Int(values[index - 1]), default: 0] += 1
      }
    }
  }

  /// The sum of all entropies.
  var entropyBytes: Double {
    steps.values.reduce(0) { sum, counts in
      let total = Double(counts.values.reduce(0, +))
      return sum + counts.values.reduce(0) { $0 - Double($1) * log2(Double($1) / total) } / 8
    }
  }

  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x0A }

  /// The length of the intensities in a frame (Specs/ia-format.md, section 7).
  private static func intensityByteCount(_ frame: [UInt8]) -> Int {
    let (codec, mode, parameter) = (frame[0] & 3, frame[0] >> 3 & 3, frame[0] >> 5)
    guard mode != 0 else { return Int(parameter) }
    var at = 1
    func varint() -> Int {
      var (value, shift) = (0, 0)
      repeat {
        value |= Int(frame[at] & 0x7F) << shift
        shift += 7
        at += 1
      } while frame[at - 1] & 0x80 != 0
      return value
    }
    if codec != 0 { _ = varint() }
    return varint()
  }
}

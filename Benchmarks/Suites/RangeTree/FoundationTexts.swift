import Foundation

/// Foundation's `AttributedString` with the intensity as an attribute of its own.
struct AttributedText: EditableText {
  private enum IntensityKey: AttributedStringKey {
    typealias Value = Int
    static let name = "intensity"
  }

  private var string: AttributedString

  init(units: [UInt16], intensities: [UInt8]) {
    string = AttributedString(String(decoding: units, as: UTF16.self))
    var start = 0
    for index in intensities.indices.dropFirst() where intensities[index] != intensities[start] {
      set(intensities[start], in: start..<index)
      start = index
    }
    if start < intensities.count { set(intensities[start], in: start..<intensities.count) }
  }

  private mutating func set(_ level: UInt8, in range: Range<Int>) {
    string[indices(of: range)][IntensityKey.self] = Int(level)
  }

  private func indices(of range: Range<Int>) -> Range<AttributedString.Index> {
    let start = string.utf16.index(string.startIndex, offsetBy: range.lowerBound)
    return start..<string.utf16.index(start, offsetBy: range.count)
  }

  mutating func replace(
    _ range: Range<Int>, with new: Span<UInt16>, intensity: UInt8, attribute: UInt32
  ) {
    let text = new.withUnsafeBufferPointer { String(decoding: $0, as: UTF16.self) }
    var piece = AttributedString(text)
    piece[IntensityKey.self] = Int(intensity)
    string.replaceSubrange(indices(of: range), with: piece)
  }

  var units: [UInt16] { Array(string.utf16) }
}

/// Foundation's `NSMutableAttributedString` with the intensity as an attribute of its own.
struct ObjectText: EditableText {
  private static let key = NSAttributedString.Key("intensity")
  private let string: NSMutableAttributedString

  init(units: [UInt16], intensities: [UInt8]) {
    string = NSMutableAttributedString(string: String(decoding: units, as: UTF16.self))
    for (index, level) in intensities.enumerated() {
      string.addAttribute(Self.key, value: Int(level), range: NSRange(location: index, length: 1))
    }
  }

  mutating func replace(
    _ range: Range<Int>, with new: Span<UInt16>, intensity: UInt8, attribute: UInt32
  ) {
    let text = new.withUnsafeBufferPointer { String(decoding: $0, as: UTF16.self) }
    string.replaceCharacters(
      in: NSRange(location: range.lowerBound, length: range.count),
      with: NSAttributedString(string: text, attributes: [Self.key: Int(intensity)]))
  }

  var units: [UInt16] { Array(string.string.utf16) }
}

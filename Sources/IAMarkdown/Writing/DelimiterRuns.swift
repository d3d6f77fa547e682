/// The delimiter runs at one position: those of the closing marks, then those of the opening marks.
struct DelimiterRuns {
  /// A run of equal delimiters, or the start (`[`) or the end (`]`) of a link.
  struct Run {
    var byte: UInt8
    var length: Int
    var isOpening: Bool
  }

  /// The byte of each run in the low half, and its length in the high half.
  ///
  /// Each mark is in one run; at most four marks close and four open.
  private var packed = SIMD8<UInt16>()
  private(set) var count = 0
  /// The number of runs that close.
  private(set) var closingCount = 0

  /// Creates the runs of marks, which are passed in the order in which they close and open.
  init(closing: MarkList, opening: MarkList) {
    for mark in closing { append(mark, isOpening: false) }
    closingCount = count
    for mark in opening { append(mark, isOpening: true) }
  }

  subscript(index: Int) -> Run {
    let value = packed[index]
    return Run(
      byte: UInt8(truncatingIfNeeded: value), length: Int(value &>> 8),
      isOpening: index >= closingCount)
  }

  /// Whether a closing run and an opening run would be read as one run.
  var runTogether: Bool {
    guard closingCount > 0, closingCount < count else { return false }
    let byte = self[closingCount].byte
    return self[closingCount - 1].byte == byte && byte != UInt8(ascii: "[")
  }

  private mutating func append(_ mark: MarkSet, isOpening: Bool) {
    let byte: UInt8
    var length: UInt16 = 1
    switch mark {
    case .link: byte = isOpening ? UInt8(ascii: "[") : UInt8(ascii: "]")
    case .strikethrough: (byte, length) = (UInt8(ascii: "~"), 2)
    case .bold: (byte, length) = (UInt8(ascii: "*"), 2)
    default: byte = UInt8(ascii: "*")
    }
    let first = isOpening ? closingCount : 0
    if count > first, UInt8(truncatingIfNeeded: packed[count - 1]) == byte {
      packed[count - 1] += length &<< 8
    } else {
      packed[count] = UInt16(byte) | length &<< 8
      count += 1
    }
  }
}

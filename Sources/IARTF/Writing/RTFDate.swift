/// A date and time of day, in the representation of RTF.
struct RTFDate {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int

  /// Creates a date from RFC 3339 text, or from a date alone; the offset from UTC is ignored,
  /// because RTF has none.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[start..<start + count] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), (1...12).contains(month),
      (1...31).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    hour = min(number(11, 2) ?? 0, 23)
    minute = min(number(14, 2) ?? 0, 59)
    second = min(number(17, 2) ?? 0, 59)
  }

  /// The bits of `\atndate`, from the lowest: minute, hour, day, month, years since 1900.
  var packed: Int {
    minute | hour << 6 | day << 11 | month << 16 | (max(year - 1900, 0) % 512) << 20
  }

  /// The control words in a destination of `\info`.
  var words: RTFWords {
    var words = RTFWords()
    words.add("\\yr", year)
    words.add("\\mo", month)
    words.add("\\dy", day)
    words.add("\\hr", hour)
    words.add("\\min", minute)
    words.add("\\sec", second)
    return words
  }
}

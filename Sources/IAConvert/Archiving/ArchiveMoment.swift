internal import IAArchive
internal import IABytes

/// A state of an `.iaa` archive: the one after a generation, or the one on a date.
public enum ArchiveMoment: Hashable, Sendable {
  /// After the generation with this number was written.
  case generation(Int)
  /// At this date, in the form `2026-11-23` (the end of the day) or `2026-11-23T12:00:00Z`.
  case date(String)

  /// Creates a moment from its text; returns `nil` if the text is neither a number nor a date.
  public init?(_ text: String) {
    if let number = Int(text), number > 0, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) {
      self = .generation(number)
    } else if let date = ArchiveDate.normalized(text) {
      self = .date(text.utf8.count == 10 ? text : date)
    } else {
      return nil
    }
  }

  /// Returns a reader of the state.
  ///
  /// - Throws: `Failure` with `archive.no-generation` if there is no such state, with `archive.no-date` if the next
  ///   generation has no date, so that it may also belong to the state on the requested date.
  func opened(_ reader: ArchiveReader, _ path: String) throws -> ArchiveReader {
    let number = try generation(of: reader, path)
    guard let earlier = try reader.opened(atGeneration: number) else {
      throw Failure(
        .noInput, path: path, code: "archive.no-generation",
        "no generation \(number), the newest is \(reader.generation)")
    }
    return earlier
  }

  private func generation(of reader: ArchiveReader, _ path: String) throws(Failure) -> Int {
    guard case .date(let date) = self else {
      guard case .generation(let number) = self else { return reader.generation }
      return number
    }
    var found = 0
    for number in 1...max(1, reader.generation) {
      if let written = reader.date(ofGeneration: number), written.prefix(date.utf8.count) <= date {
        found = number
      }
    }
    // A next generation without a date may have been written before the requested date as well.
    guard found >= reader.generation || reader.date(ofGeneration: found + 1) != nil else {
      throw Failure(
        .noInput, path: path, code: "archive.no-date",
        "generation \(found + 1) has no date; name a generation, 1 to \(reader.generation)")
    }
    guard found > 0 else {
      throw Failure(
        .noInput, path: path, code: "archive.no-generation", "no generation is as old as \(date)")
    }
    return found
  }
}

/// Dates of generations.
public enum ArchiveDate {
  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// Returns a date in the form `2026-11-23T12:00:00Z`, or `nil` if the text is not a date of this form
  /// or of the form `2026-11-23`, which means the beginning of the day.
  public static func normalized(_ text: String) -> String? {
    let full = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    let bytes = Array(full.utf8)
    let form = Array("0000-00-00T00:00:00Z".utf8)
    guard bytes.count == form.count else { return nil }
    for (byte, expected) in zip(bytes, form) {
      let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      guard expected == UInt8(ascii: "0") ? isDigit : byte == expected else { return nil }
    }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    guard 1...12 ~= month,
      1...(lengths[month - 1] + (month == 2 && isLeapYear ? 1 : 0)) ~= day,
      number(11..<13) < 24, number(14..<16) < 60, number(17..<19) < 60
    else { return nil }
    return full
  }

  /// Returns the date of a number of seconds since 1970, or `nil` for years after 9999 or before 1970.
  public static func ofSeconds(_ seconds: Int) -> String? {
    guard 0..<253_402_300_800 ~= seconds else { return nil }
    // Days from 0000-03-01: years that begin in March end with the leap day.
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let digits = String(year)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits + "-" + two(month) + "-"
      + two(dayOfYear - (153 * part + 2) / 5 + 1) + "T" + two(seconds / 3600 % 24) + ":"
      + two(seconds / 60 % 60) + ":" + two(seconds % 60) + "Z"
  }
}

/// Numbers as text for people.
enum Quantity {
  /// Returns a number with commas between thousands.
  static func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }

  /// Returns a number of documents.
  static func documents(_ number: Int) -> String {
    count(number) + (number == 1 ? " document" : " documents")
  }

  /// Returns a number of bytes in decimal units.
  static func bytes(_ number: Int) -> String {
    let units = ["kB", "MB", "GB", "TB", "PB"]
    guard number >= 1000 else { return "\(number) B" }
    var value = Double(number) / 1000
    var unit = 0
    while value >= 999.5, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return decimal(value) + " " + units[unit]
  }

  /// Returns a time from microseconds.
  static func time(_ microseconds: Int) -> String {
    if microseconds < 1000 { return "\(microseconds) µs" }
    if microseconds < 999_500 { return decimal(Double(microseconds) / 1000) + " ms" }
    let seconds = Double(microseconds) / 1e6
    if seconds < 119.5 { return decimal(seconds) + " s" }
    if seconds < 3599.5 {
      let whole = Int(seconds.rounded())
      return "\(whole / 60) min" + (whole % 60 > 0 ? " \(whole % 60) s" : "")
    }
    return decimal(seconds / 3600) + " h"
  }

  /// Returns a number with three significant digits, or with all digits before the decimal point if there are more.
  static func decimal(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    guard value.magnitude < 99.95 else { return count(Int(min(value.rounded(), 9e15))) }
    let places = value.magnitude < 9.995 ? 2 : 1
    let factor = places == 2 ? 100 : 10
    let scaled = Int((value * Double(factor)).rounded())
    var text = String(scaled.magnitude / UInt(factor))
    var rest = String(scaled.magnitude % UInt(factor))
    while rest.count < places { rest = "0" + rest }
    while rest.last == "0" { rest.removeLast() }
    if !rest.isEmpty { text += "." + rest }
    return scaled < 0 ? "-" + text : text
  }

  /// Returns a share as a percentage.
  static func percent(_ part: Int, of whole: Int) -> String {
    whole > 0 ? decimal(Double(part) / Double(whole) * 100) + " %" : "–"
  }

  /// Returns a date and time in UTC from milliseconds since 1970.
  static func moment(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    let (year, month, day) = date(daysSince1970: seconds / 86_400)
    let rest = seconds % 86_400
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].map(twoDigits).joined(separator: ":")
    return "\(year)-\(twoDigits(month))-\(twoDigits(day)) \(clock) UTC"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// Returns the date of a day of the Gregorian calendar.
  ///
  /// The years of the computation begin in March, so that the leap day is the last one.
  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let isNextYear = month >= 10
    return (yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, day)
  }
}

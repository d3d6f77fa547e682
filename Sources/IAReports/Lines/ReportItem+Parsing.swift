internal import IABytes
internal import IAConvert
internal import IAFiles
internal import IASyntax

extension ReportItem {
  private static let limits: Limits = {
    var limits = Limits.standard
    limits.inputBytes = RawLines.maximumByteCount
    limits.depth = 8
    limits.entries = 1 << 17
    return limits
  }()

  /// The latest time that is accepted, in milliseconds since 1970: the year 9999.
  private static let maxMilliseconds = 253_402_300_799_999
  /// The longest time and the largest size that are accepted.
  private static let maxNumber = 1 << 50

  /// Creates the content of a line; a line that is not of a report or journal is `damaged`.
  package init(_ line: [UInt8]) {
    do throws(InputError) {
      let root = try JSONTable(line, limits: Self.limits).root
      let members = try root.requireMembers()
      self = Self.item(members, line)
    } catch {
      self = .damaged("byte \(error.byteOffset): \(error.code.rawValue)")
    }
  }

  private static func item(_ members: JSONMembers, _ line: [UInt8]) -> ReportItem {
    var record = ReportRecord()
    var version: Int?
    var status: String?
    var marks = Marks()
    for (key, value) in members {
      guard let name = key.text else { continue }
      switch name {
      case "v": version = value.integer
      case "status": status = value.text
      case "journal": marks.isRunStart = true
      case "summary": marks.isSummary = value.kind == .object
      case "crc": marks.hasChecksum = true
      case "path": record.setPath(value, &marks)
      case "in" where !marks.hasPath:
        record.setPath(value, &marks, isEscaped: false)
      default: record.set(name, value)
      }
    }
    if marks.hasChecksum, !JournalCheck.isValid(line) { return .damaged("the checksum is wrong") }
    if marks.isRunStart { return .runStart(version: version ?? 0) }
    if let version, version != 1 { return .damaged("version \(version) is unknown") }
    if marks.isSummary { return .summary }
    guard marks.hasPath, let status else { return .damaged("not the result of a document") }
    guard let known = ReportLine.Status(rawValue: status) else {
      return .damaged("an unknown status")
    }
    record.status = known
    record.isOfJournal = marks.hasChecksum
    record.distributeDetails()
    return .result(record)
  }

  /// The members that identify a line.
  fileprivate struct Marks {
    var hasPath = false
    var hasChecksum = false
    var isRunStart = false
    var isSummary = false
  }

  /// Returns a number of 0 to a maximum.
  fileprivate static func number(_ value: JSONValue, atMost maximum: Int = maxNumber) -> Int? {
    guard let number = value.integer, 0...maximum ~= number else { return nil }
    return number
  }

  /// Returns a time in microseconds from one in milliseconds.
  fileprivate static func microseconds(_ value: JSONValue) -> Int? {
    guard let milliseconds = value.double, 0...1e12 ~= milliseconds else { return nil }
    return Int((milliseconds * 1000).rounded())
  }

  fileprivate static func time(_ value: JSONValue) -> Int? {
    number(value, atMost: maxMilliseconds)
  }
}

extension ReportRecord {
  /// The maximum size in bytes of a text other than a path; longer texts are cut.
  static let maximumTextByteCount = 512

  fileprivate mutating func setPath(
    _ value: JSONValue, _ marks: inout ReportItem.Marks, isEscaped: Bool = true
  ) {
    guard let text = value.text else { return }
    marks.hasPath = true
    // The bytes of a path that is not UTF-8 are those of `path_b64`, in either order.
    guard path.isEmpty else { return }
    path =
      isEscaped
      ? ShownPath.bytes(ofEscaped: text)
      : Array(PathBytes.bytes(of: text).prefix(ShownPath.maximumByteCount))
  }

  /// Sets the member of a name; a value of another type is counted and has no effect.
  fileprivate mutating func set(_ name: String, _ value: JSONValue) {
    switch name {
    case "path_b64": take(value.text.flatMap(Self.decoded), into: \.path)
    case "in_bytes", "bytes": take(ReportItem.number(value), into: \.inputByteCount)
    case "in_sha256", "sha256": take(Self.text(value), into: \.inputDigest)
    case "format": take(Self.text(value), into: \.format)
    case "out_format": take(Self.text(value), into: \.outputFormat)
    case "out": take(Self.outputByteCount(value), into: \.outputByteCount)
    case "code": take(Self.text(value), into: \.fault.code)
    case "detail": take(Self.text(value), into: \.fault.detail)
    case "offset": take(ReportItem.number(value), into: \.fault.byteOffset)
    case "counts": take(Self.losses(value), into: \.losses)
    case "losses", "dropped": addDetails(value)
    default: setUsage(name, value)
    }
  }

  private mutating func setUsage(_ name: String, _ value: JSONValue) {
    switch name {
    case "ms":
      take(ReportItem.microseconds(value), into: \.usage.microseconds)
    case "started": take(ReportItem.time(value), into: \.usage.runStart)
    case "at": take(ReportItem.time(value), into: \.usage.endMilliseconds)
    case "worker": take(ReportItem.number(value), into: \.usage.worker)
    case "pid": take(ReportItem.number(value), into: \.usage.process)
    case "attempts": take(ReportItem.number(value), into: \.usage.attempts)
    case "peak_kib": take(ReportItem.number(value), into: \.usage.peakKiB)
    case "worker_kib": take(ReportItem.number(value), into: \.usage.residentKiB)
    default: break
    }
  }

  private mutating func take<Value>(
    _ value: Value?, into member: WritableKeyPath<ReportRecord, Value>
  ) {
    if let value { self[keyPath: member] = value } else { wrongMembers += 1 }
  }

  private mutating func take<Value>(
    _ value: Value?, into member: WritableKeyPath<ReportRecord, Value?>
  ) {
    if let value { self[keyPath: member] = value } else { wrongMembers += 1 }
  }

  private static func text(_ value: JSONValue) -> String? {
    guard let text = value.text else { return nil }
    guard text.utf8.count > maximumTextByteCount else { return text }
    return String(decoding: text.utf8.prefix(maximumTextByteCount - 3), as: UTF8.self) + "…"
  }

  private static func decoded(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard let bytes = try? Base64.decode(digits.span) else { return nil }
    return Array(bytes.prefix(ShownPath.maximumByteCount))
  }

  private static func outputByteCount(_ value: JSONValue) -> Int? {
    guard let elements = value.elements else { return nil }
    var sum = 0
    for element in elements {
      sum = min(sum + (element["bytes"].flatMap { ReportItem.number($0) } ?? 0), 1 << 50)
    }
    return sum
  }

  private static let effects: Set<String> = ["dropped", "approximated", "repaired", "neutralised"]
  /// The largest number of kinds of losses of a line.
  private static let maxKinds = 512

  private static func losses(_ value: JSONValue) -> [Loss]? {
    guard let members = value.members else { return nil }
    var losses: [Loss] = []
    for (key, value) in members {
      guard let kind = text(key), let count = ReportItem.number(value), count > 0,
        let effect = kind.split(separator: " ").first, effects.contains(String(effect))
      else { continue }
      losses.append(Loss(kind: kind, count: count))
      if losses.count == maxKinds { break }
    }
    return losses
  }

  /// Adds the details of notes; the counts come after them in a line that the program wrote.
  private mutating func addDetails(_ value: JSONValue) {
    guard let elements = value.elements else { return wrongMembers += 1 }
    for element in elements where details.count < Self.maxKinds {
      guard let detail = element["detail"], let effect = element["effect"]?.text,
        let feature = element["feature"]?.text
      else { continue }
      let kind = effect + " " + feature
      if details[kind] == nil { details[kind] = Self.text(detail) }
    }
  }

  /// Moves the details of notes to the losses of their kinds.
  fileprivate mutating func distributeDetails() {
    guard !details.isEmpty else { return }
    for index in losses.indices { losses[index].detail = details[losses[index].kind] ?? "" }
    details = [:]
  }
}

/// The checksum of a line of a journal.
enum JournalCheck {
  private static let tailByteCount = 18
  private static let start = Array(",\"crc\":\"".utf8)

  /// Returns whether a line ends with the checksum of the bytes before it.
  static func isValid(_ line: [UInt8]) -> Bool {
    let end = line.count - tailByteCount
    guard end > 0, line[end..<end + 8] == start[...], line.suffix(2) == [0x22, 0x7D] else {
      return false
    }
    let stated = UInt32(String(decoding: line[(end + 8)..<(end + 16)], as: UTF8.self), radix: 16)
    let content = Array(line[..<end])
    return stated == CRC32C.of(content.span)
  }
}

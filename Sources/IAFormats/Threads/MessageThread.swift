public import IAText

/// The messages of a thread in order, each with its author, time and side.
///
/// Drawings and HTML use the same rows.
public struct MessageThread: Sendable {
  /// A message.
  public struct Row: Sendable {
    /// The content of the message.
    public var document: IADocument
    /// The name of the author; `nil` if the thread shows no names.
    public var sender: String?
    /// Whether the message is on the side of one's own messages.
    public var isOwn: Bool
    /// The date and time of the message; `nil` if it is not known, and for the paragraphs of a single document.
    public var moment: ThreadMoment?
    /// The day, if this is the first message of that day; otherwise `nil`.
    public var newDay: String?
    /// Whether the message starts a group: its author, side or day differs from that of the previous row.
    public var startsGroup: Bool
  }

  /// The rows in order.
  public private(set) var rows: [Row] = []
  /// The title of the document, if the thread was created from a single document.
  public private(set) var title: String?

  /// Creates a thread from several documents, or from the paragraphs of a single one.
  ///
  /// Messages are `isOwn` if their author is the first one who differs from the author of the first message. If there
  /// are no different authors, `isOwn` alternates and no names are shown.
  ///
  /// - Complexity: O(*n* log *m*) for *n* messages in a document of *m* units.
  public init(_ documents: [IADocument]) {
    let messages = Self.messages(documents)
    title = documents.count == 1 ? documents.first?.metadata.title : nil
    let first = messages.first?.sender
    let own = messages.first { $0.sender != first }?.sender
    var day: String?
    for (number, message) in messages.enumerated() {
      var row = Row(
        document: message.document, sender: own == nil ? nil : message.sender,
        isOwn: own.map { message.sender == $0 } ?? !number.isMultiple(of: 2),
        moment: documents.count == 1 ? nil : message.moment, startsGroup: true)
      if let found = message.moment?.day, found != day { row.newDay = found }
      day = row.newDay ?? day
      if let last = rows.last {
        row.startsGroup =
          last.sender != row.sender || last.isOwn != row.isOwn || row.newDay != nil
      }
      rows.append(row)
    }
  }

  private struct Message {
    var document: IADocument
    var sender: String?
    var moment: ThreadMoment?
  }

  private static func messages(_ documents: [IADocument]) -> [Message] {
    func message(_ document: IADocument, _ facts: DocumentMetadata) -> Message {
      Message(
        document: document, sender: facts.authors.first,
        moment: facts.created.flatMap { ThreadMoment($0) })
    }
    guard documents.count == 1, let only = documents.first else {
      return documents.map { message($0, $0.metadata) }
    }
    return only.string.paragraphs.filter { !$0.contentRange.isEmpty }
      .map { message(only.subdocument($0.contentRange), only.metadata) }
  }
}

/// The day and the time of a message as its date states them, without conversion of the time zone.
public struct ThreadMoment: Hashable, Sendable {
  /// The date as RFC 3339 text.
  public let date: String
  /// The day, as `2026-11-23`.
  public let day: String
  /// The time of day in hours and minutes; `nil` for a date without a time.
  public let time: String?

  /// Creates a moment from RFC 3339 text, or from a date without a time; `nil` for any other text.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    func isNumber(_ range: Range<Int>, _ values: ClosedRange<Int>) -> Bool {
      guard range.upperBound <= bytes.count,
        bytes[range].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return false }
      return values.contains(bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }
    guard isNumber(0..<4, 0...9999), isNumber(5..<7, 1...12), isNumber(8..<10, 1...31),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes.count <= 40
    else { return nil }
    day = String(decoding: bytes[..<10], as: UTF8.self)
    if bytes.count == 10 {
      (date, time) = (day, nil)
      return
    }
    guard [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
      isNumber(11..<13, 0...23), isNumber(14..<16, 0...59), bytes[13] == UInt8(ascii: ":")
    else { return nil }
    date = text
    time = String(decoding: bytes[11..<16], as: UTF8.self)
  }
}

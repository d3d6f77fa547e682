public import IABytes

/// The reason why a command failed, for messages and for reports.
public struct Failure: Error, Hashable, Sendable {
  /// The exit status of the command.
  public var status: ExitStatus
  /// The path of the file as given; `-` for a stream, or `nil` if no file is concerned.
  public var path: String?
  /// The position in the input, in bytes from its start.
  public var byteOffset: Int?
  /// A stable identifier of the fault.
  public var code: String
  /// The description of the fault; may be empty if the code suffices.
  public var detail: String
  /// The limit that was exceeded.
  public var limit: InputError.ExceededLimit?
  /// Whether the reader of the output closed its pipe, which is not reported as an error.
  public var isClosedPipe = false
  /// Whether the disk is full.
  public var isFull = false
  /// The result that a strict conversion would have had.
  public var refused: ConversionOutcome?

  /// Creates a failure.
  public init(
    _ status: ExitStatus, path: String? = nil, code: String, _ detail: String
  ) {
    self.status = status
    self.path = path
    self.code = code
    self.detail = detail
  }

  /// Whether the fault concerns only one input, so that the other inputs can be processed.
  package var concernsOneFile: Bool {
    switch status {
    case .badInput, .noInput, .permission: true
    default: false
    }
  }

  /// The code of a request to draw in a program that cannot draw.
  public static let drawnElsewhere = "usage.drawing"

  /// The line of a message, `FILE: offset N: code: description`, with its parts escaped for a
  /// terminal.
  public var line: String {
    var parts: [String] = []
    if let path { parts.append(HarmlessText.escape(path)) }
    if let byteOffset { parts.append("offset \(byteOffset)") }
    parts.append(code)
    if !detail.isEmpty { parts.append(HarmlessText.escape(detail)) }
    return parts.joined(separator: ": ")
  }
}

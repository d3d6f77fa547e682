/// Reads the plain forms of a conversion's command line without the argument parser.
///
/// Most runs have the form `iaconv IN… -o OUT -f F -t T` with a few flags. The argument parser takes longer for these
/// arguments than the conversion of a small document. It reads only the other forms: other options, `--name=value`,
/// joined letters, and empty, repeated or wrong arguments. Therefore it alone prints help and messages. Tests compare
/// the names with the declarations of `ConvertCommand`, and the results with those of the argument parser (decision
/// 0007).
enum PlainArguments {
  /// The names of the options that are read here, and whether each is a flag.
  static var options: [(name: String, isFlag: Bool)] {
    Option.names.compactMap { name in Option(name).map { (name, $0.isFlag) } }
  }

  /// The options that are read here.
  fileprivate enum Option: UInt8 {
    static let names = [
      "-o", "--output", "-f", "--from", "-t", "--to", "--profile", "--media", "--report", "-q",
      "--quiet", "--strict", "--no-hidden-data",
    ]

    case output, from, to, profile, media, report, quiet, strict, noHiddenData

    init?(_ argument: String) {
      switch argument {
      case "-o", "--output": self = .output
      case "-f", "--from": self = .from
      case "-t", "--to": self = .to
      case "--profile": self = .profile
      case "--media": self = .media
      case "--report": self = .report
      case "-q", "--quiet": self = .quiet
      case "--strict": self = .strict
      case "--no-hidden-data": self = .noHiddenData
      default: return nil
      }
    }

    var isFlag: Bool { rawValue >= Self.quiet.rawValue }
  }

  /// Returns the conversion that plain arguments request, or `nil` to leave them to the argument parser.
  static func request(_ arguments: [String]) -> ConversionRequest? {
    var rest = arguments[...]
    if rest.first == "convert" { rest.removeFirst() }
    guard !rest.isEmpty, arguments.first.map(IAConvCommand.isOtherCommand) == false else {
      return nil
    }
    var request = ConversionRequest()
    var seen: UInt16 = 0
    while let argument = rest.popFirst() {
      if isPlain(argument) {
        request.inputs.append(argument)
        continue
      }
      guard let option = Option(argument), seen & 1 << option.rawValue == 0 else { return nil }
      seen |= 1 << option.rawValue
      var value = ""
      if !option.isFlag {
        guard let next = rest.popFirst(), isPlain(next) else { return nil }
        value = next
      }
      request.set(option, value)
    }
    return request.contradiction == nil ? request : nil
  }

  /// Returns whether an argument cannot be an option.
  static func isPlain(_ argument: String) -> Bool {
    argument == "-" || (!argument.isEmpty && argument.utf8.first != UInt8(ascii: "-"))
  }
}

extension ConversionRequest {
  fileprivate mutating func set(_ option: PlainArguments.Option, _ value: String) {
    switch option {
    case .output: output = value
    case .from: reading.from = value
    case .to: to = value
    case .profile: profile = value
    case .media: media = value
    case .report: report = value
    case .quiet: isQuiet = true
    case .strict: isStrict = true
    case .noHiddenData: leavesOutHiddenData = true
    }
  }
}

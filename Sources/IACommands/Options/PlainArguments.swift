/// Reads the plain forms of a conversion's command line without the argument parser.
///
/// `iaconv IN… -o OUT -f F -t T` and a few flags are what nearly every run is started with, and the
/// argument parser takes longer over them than the conversion of a small document. Whatever is not
/// plainly of that form is left to it: other options, `--name=value`, joined letters, anything
/// empty, given twice or wrong. So help and messages have one place, and the two ways cannot differ
/// but by a test that fails (Documentation/Decisions/0007).
enum PlainArguments {
  /// The options that are read here.
  fileprivate enum Option: UInt8 {
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

  /// The conversion that arguments plainly ask for; nil to let the argument parser decide.
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

  /// Whether an argument cannot be taken for an option.
  private static func isPlain(_ argument: String) -> Bool {
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

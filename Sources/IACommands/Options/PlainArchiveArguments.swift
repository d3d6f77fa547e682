/// Reads the plain forms of `archive cat`, `archive list` and `archive search` without the argument parser.
///
/// For one document of a large archive, the argument parser would take longer than everything else. As in
/// `PlainArguments`, the parser reads all other forms, and tests compare names and results with the declarations of the
/// commands.
enum PlainArchiveArguments {
  /// A command that is read here.
  enum Command: String, CaseIterable { case cat, list, search }

  /// An option that is read here.
  struct Option {
    /// All names.
    let names: [String]
    /// Whether the option has no value.
    let isFlag: Bool

    init(_ names: String..., isFlag: Bool = true) {
      self.names = names
      self.isFlag = isFlag
    }
  }

  /// A request that a command line states.
  enum Request: Hashable {
    case cat(ArchiveCatRequest)
    case list(ArchiveListRequest)
    case search(ArchiveSearchRequest)

    func run() throws {
      switch self {
      case .cat(let request): try request.run()
      case .list(let request): try request.run()
      case .search(let request): try request.run()
      }
    }
  }

  /// Returns the options of a command, in the order in which `request` reads their values.
  static func options(of command: Command) -> [Option] {
    switch command {
    case .cat: [Option("-t", "--to", isFlag: false), Option("--original")]
    case .list: [Option("-l", "--long"), Option("--json")]
    case .search:
      [
        Option("-i", "--ignore-case"), Option("-c", "--count"), Option("--json"),
        Option("--no-index"),
      ]
    }
  }

  /// Returns the request of plain arguments, or `nil` to leave them to the argument parser.
  static func request(_ arguments: [String]) -> Request? {
    guard arguments.count > 2, arguments[0] == "archive",
      let command = Command(rawValue: arguments[1]),
      let line = PlainLine(arguments[2...], options(of: command))
    else { return nil }
    switch command {
    case .cat:
      guard line.operands.count >= 2 else { return nil }
      var request = ArchiveCatRequest()
      request.archive = line.operands[0]
      request.paths = Array(line.operands.dropFirst())
      request.to = line.values[0]
      request.isOriginal = line.values[1] != nil
      return request.contradiction == nil ? .cat(request) : nil
    case .list:
      guard !line.operands.isEmpty else { return nil }
      var request = ArchiveListRequest()
      request.inputs = line.operands
      request.isLong = line.values[0] != nil
      request.isJSON = line.values[1] != nil
      return .list(request)
    case .search:
      guard line.operands.count >= 2 else { return nil }
      var request = ArchiveSearchRequest()
      request.text = line.operands[0]
      request.archives = Array(line.operands.dropFirst())
      request.ignoresCase = line.values[0] != nil
      request.isCount = line.values[1] != nil
      request.isJSON = line.values[2] != nil
      request.usesIndex = line.values[3] == nil
      return request.search == nil ? nil : .search(request)
    }
  }

  /// A line of operands and options, each option at most once.
  private struct PlainLine {
    var operands: [String] = []
    /// The value of each option: an empty string for a flag, `nil` if the option is absent.
    var values: [String?]

    init?(_ arguments: ArraySlice<String>, _ options: [Option]) {
      values = Array(repeating: nil, count: options.count)
      var rest = arguments
      while let argument = rest.popFirst() {
        if PlainArguments.isPlain(argument) {
          operands.append(argument)
          continue
        }
        guard let index = options.firstIndex(where: { $0.names.contains(argument) }),
          values[index] == nil
        else { return nil }
        values[index] = ""
        if !options[index].isFlag {
          guard let next = rest.popFirst(), PlainArguments.isPlain(next) else { return nil }
          values[index] = next
        }
      }
    }
  }
}

/// What the command line asks for.
public struct Options: Sendable {
  /// The suites to run; all where empty.
  public private(set) var suites: [String] = []
  /// A part of the names of comparisons to run; all where nil.
  public private(set) var filter: String?
  /// The file to write the results to as JSON.
  public private(set) var jsonPath: String?
  /// The files of the results whose median ratios are the baselines; the recorded ones where empty.
  public private(set) var baselinePaths: [String] = []
  /// The converter whose processes are measured; the release build of the package where nil.
  public private(set) var programPath: String?
  /// Fewer rounds, smaller documents, no slow peers.
  public private(set) var isQuick = false
  /// Whether a gate that does not pass makes the exit code 1.
  public private(set) var enforcesGates = false
  /// Whether comparisons without gates are left out.
  public private(set) var measuresGatesAlone = false
  /// Whether candidates do everything twice and are compared with copies that do not, so that a test sees that gates
  /// are missed.
  public private(set) var plantsRegression = false

  /// Whether the suites of whole processes are run, if none is named.
  private var measuresProcesses = false

  /// The suites of whole processes, which take minutes: they run only if they are asked for.
  public static let processSuites = ["start", "documents", "batch"]

  /// How to call the program.
  public static let usage = """
    usage: ia-bench [run|gate|peers] [--suite NAME]… [--filter TEXT] [--json FILE] [--baseline FILE]… [--quick] [--gate]
      --suite NAME   only this suite; may be given more than once
      --filter TEXT  only comparisons whose name contains TEXT
      --json FILE    also write the results to FILE (Specs/benchmarks.md)
      --baseline FILE
                     compare ratios with those of these results instead of the recorded ones; medians of several
      --program PATH the iaconv whose processes are measured; otherwise .build/release/iaconv of the package
      --quick        fewer rounds, smaller documents, no slow peers
      --gate         exit with 1 where a gate does not pass
      --plant        let candidates do everything twice, and compare them with copies that do not: a test of the gates
      gate           runs only comparisons with gates, and compares ratios with their baselines
      peers          runs the suites of whole processes beside other programs: start, documents, batch
           ia-bench compare NEW.json OLD.json   ratios with 95 % intervals
           ia-bench doctor                      what makes figures of this machine uncertain
           ia-bench film FOLDER                 the pictures and times of a fling of eight views
           ia-bench engine check PROGRAM        checks an engine (Specs/engine-protocol.md)
           ia-bench engine run PROGRAM…         measures engines beside each other
           ia-bench report RESULTS.json -o PAGE one HTML page; also JUnit, Markdown, OpenMetrics
           ia-bench record RESULTS.json         adds the key figures to a history by commit
           ia-bench accept RESULTS.json…        makes the ratios of these results the baselines
           ia-bench self-test                   checks of the statistics

    """

  /// A mistake in the arguments.
  public struct Fault: Error, Hashable, CustomStringConvertible {
    /// What is wrong, and what to do.
    public let description: String
  }

  /// Reads arguments.
  ///
  /// - Throws: `Fault`.
  public init(_ arguments: some Sequence<String>) throws(Fault) {
    var rest = Array(arguments)[...]
    func value(of option: String) throws(Fault) -> String {
      guard let value = rest.popFirst() else {
        throw Fault(description: "\(option) needs a value; ia-bench --help lists the options")
      }
      return value
    }
    switch rest.first {
    case "run": rest.removeFirst()
    case "gate":
      rest.removeFirst()
      enforcesGates = true
      measuresGatesAlone = true
    case "peers":
      rest.removeFirst()
      measuresProcesses = true
    default: break
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--suite": suites.append(try value(of: argument))
      case "--filter": filter = try value(of: argument)
      case "--json": jsonPath = try value(of: argument)
      case "--baseline": baselinePaths.append(try value(of: argument))
      case "--program": programPath = try value(of: argument)
      case "--quick": isQuick = true
      case "--gate": enforcesGates = true
      case "--plant": plantsRegression = true
      default:
        let kind = argument.hasPrefix("-") ? "option" : "command"
        throw Fault(description: "no \(kind) is called “\(argument)”; ia-bench --help lists them")
      }
    }
    if measuresProcesses, suites.isEmpty { suites = Self.processSuites }
  }

  /// Whether a suite of this name is asked for.
  public func includes(_ suite: String) -> Bool { suites.isEmpty || suites.contains(suite) }

  func wants(_ suite: String, _ name: String) -> Bool {
    includes(suite) && (filter.map { name.contains($0) } ?? true)
  }
}

internal import Foundation

extension SelfTest {
  static func checkMessages(_ expect: (Bool, String) -> Void) {
    for (arguments, part) in [
      (["runn"], "no command is called “runn”"),
      (["gate", "--quik"], "no option is called “--quik”"),
      (["run", "--suite"], "--suite needs a value"), (["--json"], "--json needs a value"),
    ] {
      do throws(Options.Fault) {
        _ = try Options(arguments)
        expect(false, "options: \(arguments) are refused")
      } catch { expect(error.description.contains(part), "options: \(arguments): \(error)") }
    }
    let options = try? Options([
      "gate", "--quick", "--suite", "tree", "--baseline", "a", "--baseline", "b",
    ])
    expect(
      options?.isQuick == true && options?.measuresGatesAlone == true
        && options?.baselinePaths == ["a", "b"] && options?.includes("tree") == true
        && options?.includes("codec") == false, "options: a gate of one suite")
    for (text, reason) in [
      ("words", "it is not JSON"), ("{}", "is missing"), ("[]", "the file has another type"),
      ("{\"schema\": 1}", "schema has another type"),
    ] {
      do {
        _ = try Results.decoded(Data(text.utf8), name: "test")
        expect(false, "results: \(text) is refused")
      } catch { expect("\(error)".hasSuffix(reason), "results: \(text): \(error)") }
    }
    expect(
      FaultMessages.unwritable("/nowhere/results.json")
        == "/nowhere/results.json: its folder does not exist"
        && FaultMessages.unwritable(FileManager.default.temporaryDirectory.path)?.hasSuffix(
          "is a folder")
          == true,
      "files: where no results can be written is known before a run")
  }

  static func checkHistory(_ expect: (Bool, String) -> Void) {
    func entry(_ commit: String, _ value: Double, _ processor: String = "p") -> History.Entry {
      var results = Results(isQuick: false)
      results.machine.processor = processor
      results.values = [Results.Value(suite: "s", name: "v", value: value, unit: "B")]
      return History.Entry(results, commit: commit)
    }
    let entries = [
      entry("a", 1), entry("b", 4), entry("other", 99, "q"), entry("c", 9), entry("c", 2),
    ]
    let data = entries.compactMap { try? History.line($0) }.reduce(Data(), +)
    let history = try? History.decoded(data + Data("\n".utf8), name: "test")
    expect(history?.entries.count == 5, "history: five lines are read")
    let courses = history?.courses(processor: "p", isQuick: false) ?? []
    expect(
      courses.map(\.points.count) == [3] && courses[0].points.map(\.value) == [1, 4, 2]
        && courses[0].change == 2 && courses[0].name == "s/v, B",
      "history: commits of one processor, the last run of each")
    expect(
      history?.courses(processor: "p", isQuick: true).isEmpty == true,
      "history: quick runs are apart")
    for (text, claim) in [
      ("{}\n", "line 1"), ("\n\n[\n", "line 3"),
      (String(decoding: data, as: UTF8.self) + "{\"schema\"", "line 6"),
    ] {
      do {
        _ = try History.decoded(Data(text.utf8), name: "test")
        expect(false, "history: damage in \(claim) is refused")
      } catch { expect("\(error)".contains("test: \(claim): "), "history: damage is in \(claim)") }
    }
    var page = BenchPage.Additions()
    page.history = history
    var results = Results(isQuick: false)
    results.machine.processor = "p"
    let html = BenchPage(results, page).html
    expect(
      html.contains("2.00 × since the first of 3 commits")
        && html.contains("<td class=n>4.00</td>"),
      "history: the page shows the change and the values")
  }

  static func checkFunctions(_ expect: (Bool, String) -> Void) {
    func costs(_ functions: [String: Int], _ compiler: String = "c") -> FunctionCosts {
      FunctionCosts(
        schema: "ia-counters-profile", version: 1, compiler: compiler, workloads: ["w": functions])
    }
    let old = costs(["f": 900, "g": 100, "same": 1000])
    let new = costs(["f": 800, "h": 150, "same": 1000])
    let changes = new.changes(since: old, most: 2)
    expect(
      changes.map(\.function) == ["h", "f"] && changes.map(\.share) == [0.075, -0.05],
      "functions: the largest changes first, as parts of the workload")
    expect(
      new.changes(since: costs(["f": 1], "d"), most: 2).isEmpty, "functions: not across compilers")
    var page = BenchPage.Additions()
    page.functions = (new, old)
    let html = BenchPage(Results(isQuick: false), page).html
    expect(html.contains("▲ more +7.50 %"), "functions: the page shows the change")
    let film = Film(
      workload: "<w>", hertz: 120, animation: "../x.png",
      frames: [Film.Frame(number: 3, phases: ["exposed": 9], work: ["n": 1], picture: "/etc/x.png")]
    )
    page.film = (film, "/nonexistent")
    let shown = BenchPage(Results(isQuick: false), page).html
    expect(
      shown.contains("Frame 3: 9.00 ms of CPU time, ▲ late") && !shown.contains("<img"),
      "film: a picture outside of the folder is not read")
  }
}

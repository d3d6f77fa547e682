import IAConvert
import IATestSupport
import Testing

@Suite struct BatchPlanTests {
  private func names(_ inputs: [String]) throws -> [String] {
    try BatchPlan(inputs: inputs, folder: "out", suffix: "html").items.map(\.output)
  }

  @Test func `Outputs have the names of their inputs and the suffix of the format`() throws {
    #expect(
      try names(["x/a.tar.gz", "b", ".c", "d.", "y/e.rtf/"])
        == ["out/a.tar.html", "out/b.html", "out/.c.html", "out/d.html", "out/e.html"])
  }

  @Test func `Names that differ only in case are distinguished by a number`() throws {
    #expect(try names(["A.md", "a.txt", "B.md"]) == ["out/A.html", "out/a-2.html", "out/B.html"])
  }

  @Test func `A name that one input has is not given to another input`() throws {
    #expect(
      try names(["a.md", "a.txt", "a-2.md", "a-3.md"])
        == ["out/a.html", "out/a-4.html", "out/a-2.html", "out/a-3.html"])
  }

  @Test func `The names do not depend on the order of inputs and are unique`() throws {
    var generator = SeededGenerator(seed: 7)
    let stems = ["a", "A", "b", "a-2", "\u{E9}", "e\u{301}", "c d"]
    for _ in 0..<200 {
      var inputs = (0..<20).map { number in
        "\(number % 3)/" + generator.pick(stems) + generator.pick([".md", ".txt", "", ".HTML"])
      }
      let plan = try BatchPlan(inputs: inputs, folder: "out/", suffix: "json")
      inputs.shuffle(using: &generator)
      let other = try BatchPlan(inputs: inputs, folder: "out/", suffix: "json")
      #expect(Set(other.items) == Set(plan.items))
      var seen: Set<[UInt8]> = []
      #expect(
        other.items.map(\.input) == inputs.filter { seen.insert(Array($0.utf8)).inserted })
      #expect(Set(plan.items.map { $0.output.lowercased() }).count == plan.items.count)
      #expect(Set(plan.items.map(\.input)) == Set(inputs))
    }
  }

  @Test func `Ten thousand equal names are numbered in linear time`() throws {
    let plan = try BatchPlan(
      inputs: (0..<10_000).map { "\($0)/a.md" }, folder: "out", suffix: "json")
    #expect(Set(plan.items.map(\.output)).count == 10_000)
  }
}

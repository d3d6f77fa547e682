import IAFiles
import Testing

@Suite struct UniqueNamesTests {
  @Test func `A name in use gets the first free number, whatever its case`() {
    var names = UniqueNames(used: ["a-3"])
    let found = ["a", "A", "a-2", "a", "b", "A"].map { name in
      names.unique(name) { "\(name)-\($0)" }
    }
    #expect(found == ["a", "A-2", "a-2-2", "a-4", "b", "A-5"])
  }

  @Test func `Names are compared in the given form`() {
    var names = UniqueNames { String($0.prefix(1)) }
    #expect(names.unique("ab") { "\($0)" } == "ab")
    #expect(names.unique("ac") { "\($0)" } == "2")
    #expect(names.unique("2x") { "\($0)" } == "3")
  }

  @Test func `Many equal names take no longer than as many different ones`() {
    var names = UniqueNames()
    var last = ""
    for _ in 0..<100_000 { last = names.unique("message") { "message-\($0)" } }
    #expect(last == "message-100000")
  }
}

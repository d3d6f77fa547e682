import IAFiles
import Testing

@Suite struct UniqueNamesTests {
  @Test func `A name in use gets the first free number, ignoring case`() {
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

  @Test func `Many equal names take no longer than different ones`() {
    var names = UniqueNames()
    var last = ""
    for _ in 0..<100_000 { last = names.unique("message") { "message-\($0)" } }
    #expect(last == "message-100000")
  }

  @Test func `Equal side files share a name, and different ones with the name get numbers`() {
    var names = SideFileNames()
    #expect(names.name("a.png", [1]) == ("a.png", false))
    #expect(names.name("a.png", [2]) == ("a-2.png", false))
    #expect(names.name("a.png", [1]) == ("a.png", true))
    #expect(names.name("a.png", [2]) == ("a-2.png", true))
    #expect(names.name("a-2.png", [3]) == ("a-2-2.png", false))
    #expect(names.name("b", [1]) { $0 != "b" && $0 != "b-2" } == ("b-3", false))
    #expect(names.name("b", [1]) == ("b-3", true))
  }

  @Test func `Many side files with one name take no longer than different ones`() {
    var names = SideFileNames()
    var last = ""
    for number in 0..<50_000 as Range<UInt32> {
      last = names.name("a", [UInt8(number & 255), UInt8(number >> 8 & 255)]).name
    }
    #expect(last == "a-50000")
  }
}

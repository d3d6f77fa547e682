import IAFormats
import IAText
import Testing

@Suite struct ConversionReportTests {
  @Test func `Notes beyond the limit of a kind are counted`() {
    var report = ConversionReport()
    for offset in 0..<100 { report.add(.dropped, "table", byteOffset: offset) }
    report.add(.hidden, "intensity")
    #expect(report.notes.count == ConversionReport.notesPerKind + 1)
    #expect(report.counts[.init(effect: .dropped, feature: "table")] == 100)
    #expect(report.losses.last?.byteOffset == ConversionReport.notesPerKind - 1)
  }

  @Test func `A report takes over the notes and counts of another one`() {
    var first = ConversionReport()
    for _ in 0..<70 { first.add(.dropped, "table") }
    var second = ConversionReport()
    second.add(.dropped, "table")
    second.add(first)
    #expect(second.counts[.init(effect: .dropped, feature: "table")] == 71)
    #expect(second.notes.count == ConversionReport.notesPerKind)
  }

  @Test func `Hidden and restored information is not a loss`() {
    var report = ConversionReport()
    report.add(.hidden, "intensity")
    report.add(.restored, "tag")
    #expect(report.isLossless)
    #expect(report.losses.map(\.kind.feature) == ["tag"])
    report.add(.approximated, "intensity")
    #expect(!report.isLossless)
  }

  @Test(arguments: [
    (ChangePolicy.accept, "in kept"), (.reject, "out kept"), (.keep, "in out kept"),
  ])
  func `Changes are accepted, rejected or kept`(policy: ChangePolicy, text: String) {
    var string = IAString("in out kept")
    string.set(\.insertion, to: TrackedChange(author: "Ann"), in: 0..<3)
    string.set(\.deletion, to: TrackedChange(author: "Ann"), in: 3..<7)
    var report = ConversionReport()
    let resolved = IADocument(string).resolvingChanges(policy, report: &report)
    #expect(resolved.string.text == text)
    #expect(report.notes.count == (policy == .keep ? 0 : 2))
  }
}

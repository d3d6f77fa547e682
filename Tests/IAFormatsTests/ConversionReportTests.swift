import IAFormats
import IAText
import Testing

@Suite struct ConversionReportTests {
  @Test func `Notes beyond the limit of a kind are counted`() {
    var report = ConversionReport()
    for offset in 0..<100 { report.add(.dropped, .table, byteOffset: offset) }
    report.add(.hidden, .intensity)
    #expect(report.notes.count == ConversionReport.notesPerKind + 1)
    #expect(report.counts[.init(effect: .dropped, feature: .table)] == 100)
    #expect(report.losses.last?.byteOffset == ConversionReport.notesPerKind - 1)
  }

  @Test func `A report takes over the notes and counts of another one`() {
    var first = ConversionReport()
    for _ in 0..<70 { first.add(.dropped, .table) }
    var second = ConversionReport()
    second.add(.dropped, .table)
    second.add(first)
    #expect(second.counts[.init(effect: .dropped, feature: .table)] == 71)
    #expect(second.notes.count == ConversionReport.notesPerKind)
  }

  @Test func `Hidden and restored information is not a loss`() {
    var report = ConversionReport()
    report.add(.hidden, .intensity)
    report.add(.restored, .tag)
    #expect(report.isLossless)
    #expect(report.losses.map(\.kind.feature.rawValue) == ["tag"])
    report.add(.approximated, .intensity)
    #expect(!report.isLossless)
  }

  @Test func `64 notes of a kind are listed`() {
    #expect(ConversionReport.notesPerKind == 64)
  }

  @Test(arguments: ConversionNote.Effect.allCases)
  func `Only hidden and restored information is preserved`(effect: ConversionNote.Effect) {
    #expect(effect.isLoss == ![.hidden, .restored].contains(effect))
    var report = ConversionReport()
    report.add(effect, .table)
    #expect(report.isLossless == !effect.isLoss)
    #expect(report.losses.count == (effect == .hidden ? 0 : 1))
  }

  @Test func `Kinds are ordered by effect, then by feature`() {
    var report = ConversionReport()
    for (effect, feature) in [
      (ConversionNote.Effect.restored, DocumentFeature.bold), (.dropped, .code),
      (.approximated, .table), (.dropped, .bold),
    ] {
      report.add(effect, feature)
    }
    #expect(
      report.kinds.map { "\($0.effect) \($0.feature)" } == [
        "approximated table", "dropped bold", "dropped code", "restored bold",
      ])
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
    let sets = resolved.string.attributeRuns(in: resolved.string.utf16Range).map(\.attributes)
    #expect(policy == .keep || sets.allSatisfy(\.isPlain))
  }

  @Test(arguments: [false, true]) func `Insertions alone and deletions alone are resolved`(
    isInsertion: Bool
  ) {
    var string = IAString("old new end")
    if isInsertion {
      string.set(\.insertion, to: TrackedChange(author: "Ann"), in: 4..<8)
    } else {
      string.set(\.deletion, to: TrackedChange(author: "Ann"), in: 4..<8)
    }
    for policy in [ChangePolicy.accept, .reject] {
      var report = ConversionReport()
      let resolved = IADocument(string).resolvingChanges(policy, report: &report)
      let isRemoved = (policy == .accept) != isInsertion
      #expect(resolved.string == IAString(isRemoved ? "old end" : "old new end"))
      #expect(report.notes.map(\.utf16Range) == [4..<8])
      #expect(
        report.notes.map(\.detail) == [
          (isInsertion ? "insertion" : "deletion") + (policy == .accept ? " accepted" : " rejected")
        ])
    }
  }

  @Test func `A document without changes stays as it is`() {
    var string = IAString("bold")
    string.set(\.bold, to: true, in: 0..<4)
    var report = ConversionReport()
    let resolved = IADocument(string).resolvingChanges(.accept, report: &report)
    #expect(resolved == IADocument(string))
    #expect(report == ConversionReport())
  }
}

import Foundation
import IABytes
import Testing

@testable import IAReports

@Suite struct ReportPageTests {
  private static func clean(
    _ path: String, _ bytes: Int, us: Int, at: Int, worker: Int = 0, pid: Int = 7
  ) -> String {
    """
    {"v":1,"path":"\(path)","in_bytes":\(bytes),"format":"rtf","out_format":"html","out":[{"path":"o","bytes":9}],\
    "status":"ok","losses":[],"dropped":[],"hidden":[],"counts":{},"ms":\(Double(us) / 1000),"peak_kib":2000,\
    "at":\(at),"worker":\(worker),"pid":\(pid),"worker_kib":1500}
    """
  }

  private static let lossy = """
    {"v":1,"path":"in/b.md","in_bytes":22,"format":"markdown","out_format":"text","out":[],"status":"partial",\
    "losses":[{"effect":"dropped","feature":"table","detail":"2 <columns>"}],"dropped":[],"hidden":[],\
    "counts":{"dropped table":3,"hidden size":2},"ms":2.1,"peak_kib":2100,"at":990}
    """

  private static let summary = #"{"v":1,"summary":{"documents":3}}"#

  @Test func `A report is counted by status, code, kind and format`() throws {
    let folder = try ReportFolder()
    let report = try folder.report([
      Self.clean("in/a.rtf", 1000, us: 900, at: 428), Self.lossy,
      #"{"v":1,"path":"in/c.json","status":"refused","code":"json.depth","offset":12,"in_bytes":99,"ms":1}"#,
      #"{"v":1,"path":"in/d.json","status":"unchanged"}"#, Self.summary,
    ])
    #expect(report.documents == 4)
    #expect(
      report.orderedStatuses.map { "\($0.status) \($0.count)" } == [
        "ok 1", "partial 1", "refused 1", "unchanged 1",
      ])
    #expect(report.inputByteCount == 1121)
    #expect(report.outputByteCount == 9)
    #expect(report.lines.damaged == 0)
    #expect(report.failures.byCount.map(\.code) == ["json.depth"])
    #expect(report.losses.byDocuments.map(\.name) == ["dropped table"])
    #expect(report.losses.byDocuments.first?.count == 3)
    #expect(report.formats.map(\.name) == ["rtf", "markdown", ".json"])
    #expect(report.elapsed?.milliseconds == 562)
    try expectWellFormed(ReportPage(report, nil, readsInputs: true).html)
  }

  @Test func `A document in several formats is counted once`() throws {
    let folder = try ReportFolder()
    let html = Self.clean("a.rtf", 10, us: 5, at: 1000)
    let report = try folder.report([
      html, html.replacing(#""out_format":"html""#, with: #""out_format":"text""#), html,
    ])
    #expect(report.documents == 2)
    #expect(report.results == 3)
    #expect(report.inputByteCount == 20)
    #expect(report.outputByteCount == 27)
  }

  @Test func `The bytes around an offset are shown if the input has the stated size`() throws {
    let folder = try ReportFolder()
    let input = try folder.file("bad<&.json", Array("{\"a\":<script>\\}".utf8))
    let line = { (size: Int) in
      """
      {"v":1,"path":"\(input)","status":"refused","code":"json.syntax","detail":"found '<'","offset":5,\
      "in_bytes":\(size),"out_format":"html"}
      """
    }
    let page = ReportPage(try folder.report([line(15)]), nil, readsInputs: true).html
    let text = ParsedPage(page).text
    #expect(
      text.contains(
        "00000000  7b 22 61 22 3a 3c 73 63  72 69 70 74 3e 5c 7d     {\"a\":<script>\\}"))
    #expect(ParsedPage(page).elements["mark"] == 2)
    #expect(text.contains("iaconv '\(input)' -t html > /dev/null"))
    try expectWellFormed(page)
    for html in [
      ReportPage(try folder.report([line(16)]), nil, readsInputs: true).html,
      ReportPage(try folder.report([line(15)]), nil, readsInputs: false).html,
    ] {
      #expect(ParsedPage(html).elements["mark"] == nil)
      #expect(!ParsedPage(html).text.contains("7b 22"))
    }
  }

  @Test func `Workers have lanes, and a new process is a restart`() throws {
    let folder = try ReportFolder()
    let report = try folder.report([
      Self.clean("a", 10, us: 200_000, at: 1_000_300),
      Self.clean("b", 10, us: 100_000, at: 1_000_250, worker: 1),
      Self.clean("c", 10, us: 100_000, at: 1_000_500, pid: 8),
      Self.clean("d", 10, us: 1, at: 9_000_000, pid: 8),
    ])
    let run = try #require(report.largestRun)
    #expect(run.workers.keys.sorted() == [0, 1])
    #expect(run.restarts == 1)
    #expect(run.milliseconds == 9_000_000 - 1_000_100)
    let busy = run.workers.values.map { $0.busy.reduce(0, +) }.reduce(0, +)
    #expect(abs(busy - 400) < 1)
    try expectWellFormed(ReportPage(report, nil, readsInputs: false).html)
  }

  @Test func `Documents that took long for their size are named`() throws {
    let folder = try ReportFolder()
    let usual = (0..<40).map { Self.clean("n\($0).rtf", 900 + $0 * 9, us: 500 + $0, at: 2000 + $0) }
    let report = try folder.report(usual + [Self.clean("slow.rtf", 1000, us: 90_000, at: 3000)])
    #expect(report.formats[0].outliers(atMost: 3).map(\.document.path) == ["slow.rtf"])
    #expect(
      ParsedPage(ReportPage(report, nil, readsInputs: false).html).text.contains("slow.rtf: 90 ms"))
  }

  @Test func `Two reports are compared by path`() throws {
    let folder = try ReportFolder()
    let failed = { (path: String, code: String) in
      #"{"v":1,"path":"\#(path)","status":"refused","code":"\#(code)"}"#
    }
    let old = [
      Self.clean("a", 1, us: 10_000, at: 1), Self.clean("b", 1, us: 10_000, at: 1),
      failed("c", "x.y"), failed("d", "x.y"),
      Self.clean("e", 1, us: 10_000, at: 1), Self.clean("f", 1, us: 5, at: 1),
      Self.clean("in/b.md", 1, us: 5, at: 1),
    ]
    let new = [
      Self.clean("a", 1, us: 90_000, at: 1), failed("b", "n.n"), Self.clean("c", 1, us: 1, at: 1),
      failed("d", "z.z"),
      failed("e", "old"), Self.clean("e", 1, us: 9000, at: 1), Self.clean("g", 1, us: 5, at: 1),
      Self.lossy,
    ]
    let bytes = { (lines: [String]) in Array(lines.map { $0 + "\n" }.joined().utf8) }
    let (report, comparison) = try ReportComparison.reading(
      folder.file("new", bytes(new)), against: folder.file("old", bytes(old)))
    #expect(comparison.newFailures.documents.map(\.path) == ["b"])
    #expect(comparison.fixed.documents.map(\.path) == ["c"])
    #expect(comparison.otherCodes.documents.map(\.new) == ["z.z"])
    #expect(
      comparison.slower.documents.map { "\($0.path) \($0.old) \($0.new)" } == ["a 10 ms 90 ms"])
    #expect(comparison.changedLosses.documents.map(\.new) == ["dropped table (3)"])
    #expect((comparison.common, comparison.added, comparison.removed) == (6, 1, 1))
    let page = ReportPage(report, comparison, readsInputs: false).html
    #expect(ParsedPage(page).text.contains("New failures (1)"))
    try expectWellFormed(page)
    #expect(ReportTable(report, comparison).text.contains("b    converted → n.n"))
  }

  @Test func `Documents whose outputs are still valid are compared with their conversion`() throws {
    let folder = try ReportFolder()
    let line = { (path: String, status: String) in
      #"{"v":1,"path":"\#(path)","status":"\#(status)","code":"x.y"}"#
    }
    let old = [
      Self.lossy, Self.clean("a", 1, us: 5, at: 1), line("b", "refused"), line("c", "refused"),
      Self.clean("d", 1, us: 5, at: 1),
    ]
    let new = [
      Self.clean("in/b.md", 1, us: 5, at: 1), line("c", "refused"),
      line("in/b.md", "unchanged"), line("a", "unchanged"), line("b", "unchanged"),
      line("c", "kept"), line("d", "skipped"),
    ]
    let bytes = { (lines: [String]) in Array(lines.map { $0 + "\n" }.joined().utf8) }
    let (_, comparison) = try ReportComparison.reading(
      folder.file("new", bytes(new)), against: folder.file("old", bytes(old)))
    #expect((comparison.common, comparison.added, comparison.removed) == (4, 0, 1))
    #expect(comparison.changedLosses.documents.map(\.path) == ["in/b.md"])
    #expect(comparison.fixed.documents.map(\.path) == ["b", "c"])
  }

  @Test func `Reports of other formats or documents are compared with a remark`() throws {
    let folder = try ReportFolder()
    let line = { (path: String, format: String) in
      #"{"v":1,"path":"\#(path)","status":"ok","format":"rtf","out_format":"\#(format)"}"#
    }
    let file = { (name: String, lines: [String]) in
      try folder.file(name, Array(lines.map { $0 + "\n" }.joined().utf8))
    }
    let html = try file("html", [line("in/a", "html"), line("in/b", "html")])
    let text = try file("text", [line("in/a", "text"), line("in/a", "markdown")])
    let (report, comparison) = try ReportComparison.reading(text, against: html)
    let remark =
      "The reports are of other formats: markdown, text, and html before. Losses and times differ for that reason."
    #expect(comparison.remarks == [remark])
    #expect(ReportTable(report, comparison).text.contains("\n  \(remark)\n"))
    let page = ReportPage(report, comparison, readsInputs: false).html
    #expect(ParsedPage(page).text.contains(remark))
    try expectWellFormed(page)
    let json = String(decoding: report.json(comparison), as: UTF8.self)
    #expect(json.contains("\"remarks\""))
    let other = try file("other", [line("out/a", "html")])
    let apart = try ReportComparison.reading(other, against: html).comparison
    #expect(apart.remarks.count == 1)
    #expect(apart.remarks.first?.hasPrefix("No document is in both reports: ") == true)
    #expect(try ReportComparison.reading(html, against: html).comparison.remarks.isEmpty)
  }

  @Test func `A journal of a newer version is refused`() throws {
    let folder = try ReportFolder()
    let content = #"{"v":2,"journal":"iaconv","program":"iaconv 9","options":"00""#
    let check = String(CRC32C.of(Array(content.utf8).span), radix: 16)
    let path = try folder.file(
      "target/.iaconv/journal.jsonl",
      Array(
        "\(content),\"crc\":\"\(String(repeating: "0", count: 8 - check.utf8.count))\(check)\"}\n"
          .utf8))
    #expect {
      try BatchReport(path: String(path.dropLast(".iaconv/journal.jsonl".count)))
    } throws: { error in
      (error as? InputError)?.code.rawValue == "journal.version"
    }
  }

  @Test func `The losses of a journal are not known`() throws {
    let folder = try ReportFolder()
    let old = try folder.file("old", Array((Self.lossy + "\n").utf8))
    let new = try folder.file(
      "target/.iaconv/journal.jsonl",
      Array(
        """
        {"v":1,"journal":"iaconv","program":"iaconv 0.1.0","options":"f6ac6408ef1fa7c932240c014723b953","crc":"a8dae5f0"}
        {"name":"b","in":"in/b.md","bytes":4,"time":0,"sha256":"17eed55d881c0dd5fe0935a98d89dd9e52d62aed941f3fb7d17bd490e5aa3e8f","status":"ok","out":[],"crc":"1caf8c88"}

        """.utf8))
    let (_, comparison) = try ReportComparison.reading(
      String(new.dropLast(".iaconv/journal.jsonl".count)), against: old)
    #expect((comparison.common, comparison.changedLosses.count) == (1, 0))
  }

  @Test func `A journal counts the last line of each document`() throws {
    let folder = try ReportFolder()
    let path = try folder.file(
      "target/.iaconv/journal.jsonl",
      Array(
        """
        {"v":1,"journal":"iaconv","program":"iaconv 0.1.0","options":"f6ac6408ef1fa7c932240c014723b953","crc":"a8dae5f0"}
        {"name":"bad","in":"in/bad.json","bytes":4,"time":1795403123456840228,"sha256":"17eed55d881c0dd5fe0935a98d89dd9e52d62aed941f3fb7d17bd490e5aa3e8f","status":"refused","code":"format.mismatch","out":[],"crc":"f8d7c214"}
        {"name":"bad","in":"in/bad.json","bytes":4,"time":1795403123456840228,"sha256":"17eed55d881c0dd5fe0935a98d89dd9e52d62aed941f3fb7d17bd490e5aa3e8f","status":"refused","code":"format.mismatch","out":[],"crc":"f8d7c214"}
        {"name":"bad","in":"in/bad.json","bytes":5,"time":1795403123456840228,"sha256":"17eed55d881c0dd5fe0935a98d89dd9e52d62aed941f3fb7d17bd490e5aa3e8f","status":"refused","code":"format.mismatch","out":[],"crc":"f8d7c214"}

        """.utf8))
    let report = try BatchReport(path: String(path.dropLast(".iaconv/journal.jsonl".count)))
    #expect(report.isJournal)
    #expect(report.documents == 1)
    #expect((report.lines.damaged, report.lines.superseded) == (1, 1))
    #expect(report.damageMessage?.hasSuffix("(first: line 4: the checksum is wrong)") == true)
    try expectWellFormed(ReportPage(report, nil, readsInputs: true).html)
  }

  @Test func `Arguments of commands are quoted for a shell`() {
    let quoted = { (text: String) in Reproduction.quoted(Array(text.utf8)) }
    #expect(quoted("in/a_b-1.rtf") == "in/a_b-1.rtf")
    #expect(quoted("-rf") == "./-rf")
    #expect(quoted("it's a name") == #"'it'\''s a name'"#)
    #expect(quoted("a\nb") == #"$'a\x0ab'"#)
    #expect(Reproduction.quoted([0x61, 0xFF, 0x27]) == #"$'a\xff\''"#)
    #expect(quoted("a\\b$(x)") == #"$'a\\b$(x)'"#)
    #expect(quoted("é") == "'é'")
    #expect(quoted("a\u{202E}b") == #"$'a\xe2\x80\xaeb'"#)
  }

  @Test(arguments: [
    ("a b.rtf", "rtf.depth", "iaconv 'a b.rtf' -t html > /dev/null"),
    ("a.rtf", "strict.loss", "iaconv a.rtf -t html --strict > /dev/null"),
    ("a.rtf", "worker.timeout", "iaconv batch a.rtf -o reproduced -t html --retry-failed"),
    ("in/x.zip/s/a.rtf", "rtf.depth", "iaconv archive cat in/x.zip s/a.rtf -t html > /dev/null"),
    ("x.iaa/s/a.ia", "ia.chunk", "iaconv archive cat x.iaa s/a -t html > /dev/null"),
    ("in/x.zip", "rtf.depth", "iaconv in/x.zip -t html > /dev/null"),
  ])
  func `The command repeats the conversion`(path: String, code: String, command: String) {
    var record = ReportRecord()
    record.path = Array(path.utf8)
    record.fault.code = code
    record.outputFormat = "html"
    #expect(Reproduction.command(for: record) == command)
  }

  @Test func `The escapes of paths are undone`() {
    let bytes = { (text: String) in
      String(decoding: ShownPath.bytes(ofEscaped: text), as: UTF8.self)
    }
    #expect(bytes(#"a\\b\nc\u{202E}d"#) == "a\\b\nc\u{202E}d")
    #expect(bytes(#"a\q\u{}\u{110000}\"#) == #"a\q\u{}\u{110000}\"#)
    #expect(ShownPath.text([0x61, 0xFF]) == #"a\xFF"#)
  }
}

import Foundation
import IABytes
import Testing

@testable import IAReports

@Suite struct HostileReportTests {
  private static let good = #"{"v":1,"path":"a","status":"ok"}"#

  @Test(arguments: [
    "", "{", "null", "[]", "{}", "\u{0}", #"{"v":1,"path":"a"}"#,
    #"{"v":2,"path":"a","status":"ok"}"#,
    #"{"v":1,"path":"a","status":"fine"}"#, #"{"v":1,"path":7,"status":"ok"}"#,
    #"{"v":1,"path":"a","status":"ok"} x"#,
    #"{"v":1,"path":"a","path":"b","status":"ok"}"#, #"{"v":1,"path":"a\#u{0}","status":"ok"}"#,
    String(repeating: "[", count: 100_000), #"{"v":1,"path":"a","status":"ok","crc":"00000000"}"#,
  ])
  func `A line that is not of a report is counted and left out`(line: String) throws {
    let folder = try ReportFolder()
    let report = try folder.report([Self.good, line, Self.good])
    #expect((report.lines.count, report.lines.damaged, report.documents) == (3, 1, 2))
    #expect(report.damageMessage?.contains("1 of 3 lines") == true)
    try expectWellFormed(ReportPage(report, nil, readsInputs: true).html)
  }

  @Test func `A line that is longer than a line of a journal is left out`() throws {
    let folder = try ReportFolder()
    let long = #"{"v":1,"path":""# + String(repeating: "x", count: 33 << 20) + #"","status":"ok"}"#
    let report = try folder.report([Self.good, long, Self.good])
    #expect((report.lines.count, report.lines.damaged, report.documents) == (3, 1, 2))
  }

  @Test func `A last line without a line feed is counted if it is complete`() throws {
    let folder = try ReportFolder()
    let whole = try BatchReport(path: folder.file("a", Array((Self.good + "\n" + Self.good).utf8)))
    #expect((whole.documents, whole.lines.damaged) == (2, 0))
    let torn = try BatchReport(
      path: folder.file("b", Array((Self.good + "\n" + Self.good.dropLast(3)).utf8)))
    #expect((torn.documents, torn.lines.damaged) == (1, 1))
    #expect(torn.damageMessage?.contains("incomplete") == true)
  }

  @Test func `Bytes that are not UTF-8 damage their line alone`() throws {
    let folder = try ReportFolder()
    let bytes =
      Array(Self.good.utf8) + [0x0A] + Array(#"{"v":1,"path":""#.utf8) + [0xFF, 0xC0] + [0x0A]
    let report = try BatchReport(path: folder.file("a", bytes))
    #expect((report.documents, report.lines.damaged) == (1, 1))
  }

  @Test func `Members of a wrong type or size are ignored`() throws {
    let folder = try ReportFolder()
    let report = try folder.report([
      #"{"v":1,"path":"a","status":"ok","ms":"x","at":1e300,"worker":{},"pid":[],"in_bytes":9223372036854775807}"#,
      #"{"v":1,"path":"b","status":"ok","counts":[],"out":5,"losses":{},"format":[],"code":1,"offset":true}"#,
      #"{"v":1,"path":"c","status":"ok","counts":{"dropped x":-5,"dropped y":1e99,"odd":1},"path_b64":"!!","ms":99999999999}"#,
      #"{"v":1,"path":"d","status":"ok","at":253402300799999,"ms":1e12,"in_bytes":1125899906842624,"worker":0}"#,
      #"{"v":1,"path":"e","status":"ok","at":0,"ms":1e12,"worker":1125899906842624}"#,
    ])
    #expect((report.documents, report.lines.damaged, report.lines.withWrongMembers) == (5, 0, 3))
    try expectWellFormed(ReportPage(report, nil, readsInputs: true).html)
    #expect(!ReportTable(report).text.isEmpty)
    #expect(!report.json().isEmpty)
  }

  @Test func `Names are text wherever they are shown`() throws {
    let folder = try ReportFolder()
    let names = [
      #"</pre><script>alert(1)</script>"#, #"\"' onload=x"#, #"a\n\u{202E}b"#, "-->", "]]>",
    ]
    var lines: [String] = []
    for name in names {
      let name = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      lines += [
        #"{"v":1,"path":"\#(name)","status":"refused","code":"\#(name)","detail":"\#(name)","offset":1,"in_bytes":5,"ms":0.009}"#,
        """
        {"v":1,"path":"\(name)","status":"partial","format":"\(name)","out_format":"\(name)","counts":{"dropped \(name)":2},\
        "losses":[{"effect":"dropped","feature":"\(name)","detail":"\(name)"}],"in_bytes":7,"ms":0.005}
        """,
      ]
    }
    let report = try folder.report(lines)
    #expect(report.lines.damaged == 0)
    let page = ReportPage(report, nil, readsInputs: true).html
    try expectWellFormed(page)
    #expect(!String(decoding: page, as: UTF8.self).contains("\u{202E}"))
    #expect(!ReportTable(report).text.contains("\u{202E}"))
  }

  @Test func `Sums of the largest numbers do not overflow`() throws {
    let folder = try ReportFolder()
    let large = 1 << 50
    var lines: [String] = []
    for number in 0..<9000 {
      let start = number.isMultiple(of: 100) ? #","started":253402300799999"# : ""
      lines.append(
        """
        {"v":1,"path":"a\(number)","status":"partial","format":"rtf","out_format":"html","in_bytes":\(large),\
        "out":[{"bytes":\(large)},{"bytes":\(large)}],"counts":{"dropped x":\(large)},"ms":1e12,\
        "peak_kib":\(large),"worker_kib":\(large),"at":\(number % 3 == 0 ? 0 : 253_402_300_799_999),"worker":\(large)\(start)}
        """)
    }
    let report = try folder.report(lines)
    #expect((report.lines.damaged, report.lines.withWrongMembers) == (0, 0))
    #expect(report.losses.byDocuments.first?.count == 1 << 60)
    try expectWellFormed(ReportPage(report, nil, readsInputs: false).html)
    #expect(!ReportTable(report).text.isEmpty)
    #expect(!report.json().isEmpty)
  }

  @Test func `Changed bytes never end the program`() throws {
    let folder = try ReportFolder()
    let lines = [
      #"{"v":1,"path":"in/a\\n.rtf","path_b64":"YQ==","in_bytes":1000,"format":"rtf","status":"ok","out":[{"bytes":9}]}"#,
      """
      {"v":1,"path":"b","status":"partial","losses":[{"effect":"dropped","feature":"table","detail":"2"}],\
      "counts":{"dropped table":3},"ms":2.25,"started":17,"at":20,"worker":1,"pid":8,"worker_kib":7}
      """,
      #"{"v":1,"path":"c","status":"refused","code":"json.syntax","offset":2,"in_bytes":4,"ms":0.1,"at":31}"#,
      #"{"v":1,"summary":{"documents":3}}"#,
    ]
    let seed = Array(lines.map { $0 + "\n" }.joined().utf8)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let bytes = Array("{}[]\":,0123456789-eE\\\n u".utf8) + [0, 0xFF, 0xC3, 0x7F]
    for _ in 0..<400 {
      var mutated = seed
      for _ in 0...random(6) {
        let place = random(mutated.count)
        switch random(3) {
        case 0: mutated[place] = bytes[random(bytes.count)]
        case 1: mutated.remove(at: place)
        default: mutated.insert(bytes[random(bytes.count)], at: place)
        }
      }
      let path = try folder.file("m", mutated)
      guard let report = try? BatchReport(path: path) else { continue }
      #expect(report.results + report.lines.damaged <= report.lines.count)
      try expectWellFormed(ReportPage(report, nil, readsInputs: true).html)
      _ = try? ReportComparison.reading(path, against: path)
    }
  }

  @Test func `A file without a line of a report is refused`() throws {
    let folder = try ReportFolder()
    let path = try folder.file("a", Array("hello\nworld\n".utf8))
    #expect(throws: InputError.self) { try BatchReport(path: path) }
    #expect(try BatchReport(path: folder.file("b", [])).documents == 0)
    try expectWellFormed(
      ReportPage(BatchReport(path: folder.file("b", [])), nil, readsInputs: true).html)
  }

  @Test func `Many kinds, codes, formats, workers and runs are bounded`() throws {
    let folder = try ReportFolder()
    var lines: [String] = []
    for number in 0..<600 {
      lines += [
        #"{"v":1,"path":"a\#(number)","status":"refused","code":"c.\#(number)","ms":0.005,"at":\#(number * 1000),"worker":\#(number)}"#,
        """
        {"v":1,"path":"b\(number)","status":"partial","format":"f\(number)","counts":{"dropped k\(number)":2},"ms":0.007,"in_bytes":\
        \(number * number),"at":\(number * 1000)}
        """,
        #"{"v":1,"summary":{}}"#,
      ]
    }
    let report = try folder.report(lines)
    #expect(report.failures.entries.count == FailureStatistics.maxCodes + 1)
    #expect(report.losses.kinds.count == LossStatistics.maxKinds + 1)
    #expect(report.formats.count == BatchReport.maxFormats + 1)
    #expect(report.runs.count == BatchReport.maxRuns)
    #expect(report.failures.entries.reduce(0) { $0 + $1.count } == 600)
    #expect(report.losses.kinds.reduce(0) { $0 + $1.documents } == 600)
    let page = ReportPage(report, nil, readsInputs: true).html
    try expectWellFormed(page)
    #expect(page.count < 500_000)
  }

  /// Prints the time; the limit is long enough for a debug build on a busy machine.
  @Test(.timeLimit(.minutes(3)))
  func `The page of 100,000 lines is small`() throws {
    let folder = try ReportFolder()
    var bytes: [UInt8] = []
    for number in 0..<100_000 {
      let size = 100 + number * 7919 % 1_000_003
      let time = 200 + size / 20 + (number % 9973 == 0 ? 4_000_000 : number * 31 % 977)
      let state =
        number % 50 == 0
        ? #""status":"refused","code":"rtf.depth","offset":812"#
        : number % 3 == 0
          ? #""status":"partial","losses":[],"counts":{"dropped table":2,"approximated font-size":1}"#
          : #""status":"ok","losses":[],"counts":{}"#
      bytes +=
        """
        {"v":1,"path":"letters/2026/document-\(number).rtf","in_sha256":"98ea6e4f216f2fb4b69fff9b3a44842c38686ca685f3f55dc48c5d3fb1107be4",\
        "in_bytes":\(size),"format":"\(["rtf", "html", "json"][number % 3])","out_format":"html",\
        "out":[{"path":"out/\(number).html","sha256":"98ea6e4f216f2fb4b69fff9b3a44842c38686ca685f3f55dc48c5d3fb1107be4","bytes":4400}],\
        \(state),"dropped":[],"hidden":[],"ms":\(Double(time) / 1000),"peak_kib":30000,"at":\(number),\
        "worker":\(number % 2),"pid":\(100 + number / 500),"worker_kib":\(40_000 + number % 500 * 50)}

        """.utf8
    }
    let path = try folder.file("a", bytes)
    let start = ContinuousClock.now
    let report = try BatchReport(path: path)
    let page = ReportPage(report, nil, readsInputs: true).html
    print("100,000 lines: \(ContinuousClock.now - start), page of \(page.count) bytes")
    #expect((report.documents, report.lines.damaged) == (100_000, 0))
    #expect(report.points.count == BatchReport.maxPoints + 1)
    #expect(page.count < 500_000)
    try expectWellFormed(page)
  }
}

import Foundation
import IABytes
import IAFormats
import IAKit
import IATestSupport
import IAText
import Testing

/// Archives with inconsistent data: cases P1 to P3 of RELIABILITY, one test for each defect.
@Suite struct HostileArchiveTests {
  private typealias A = ArchiveText

  private func code(_ bytes: [UInt8], strict: Bool = false, limits: Limits = .standard) -> String? {
    do {
      _ = try A.read(bytes, strict: strict, limits: limits)
      return nil
    } catch let error as InputError {
      #expect(error.byteOffset <= bytes.count)
      return error.code.rawValue
    } catch {
      return "\(error)"
    }
  }

  /// Returns a message of the source system whose dictionary has the given fields and whose objects
  /// continue with `more` from number 5 on.
  private func message(_ fields: String, _ more: [String]) -> [UInt8] {
    A.archive(
      [
        A.object([("iaStringDictArchive", A.uid(2))], class: 4),
        "<dict>\(fields)<key>$class</key>\(A.uid(3))</dict>",
        A.type("NSDictionary"), A.type("IntensityAttributingKit.IAStringArchive"),
      ] + more)
  }

  @Test func `The parts of every archive are required`() {
    #expect(code(Array("<plist><dict/></plist>".utf8)) == "legacy-json.missing")
    #expect(code(Array("<plist><array/></plist>".utf8)) == "iakit.format")
    let whole = String(decoding: A.archive([A.text("a")]), as: UTF8.self)
    #expect(code(Array(whole.utf8)) == "iakit.format")
    #expect(code(Array(whole.replacing("100000", with: "99").utf8)) == "iakit.archive")
    #expect(code(Array(whole.replacing("NSKeyedArchiver", with: "X").utf8)) == "iakit.archive")
    #expect(code(Array(whole.replacing("$top", with: "$tip").utf8)) == "iakit.archive")
    let roots = whole.replacing("<key>root</key>", with: "<key>a</key><string/><key>b</key>")
    #expect(code(Array(roots.utf8)) == "iakit.archive")
  }

  @Test func `References outside the table, to references, and to null are refused`() {
    #expect(code(A.archive([A.text("a")], root: A.uid(2))) == "iakit.reference")
    #expect(code(A.archive([A.uid(1)])) == "iakit.reference")
    #expect(code(A.archive([A.text("a")], root: A.uid(0))) == "iakit.format")
    #expect(code(A.archive([A.object([], class: 99)])) == "iakit.reference")
    #expect(code(A.archive([A.text("a")], root: A.uid(1 << 40))) == "legacy-json.missing")
  }

  @Test func `Classes that make no sense are refused, foreign ones named`() {
    #expect(code(A.archive([A.object([], class: 1)])) == "iakit.class")
    #expect(code(A.archive([A.object([], class: 2), A.text("x")])) == "iakit.class")
    let foreign = A.archive([A.object([], class: 2), A.type("NSTask")])
    #expect(code(foreign) == "iakit.unknown-class")
    let lying = A.archive([A.object([], class: 2), A.type("NSTask", ["NSDictionary"])])
    #expect(code(lying) == "iakit.class")
    // A class derived from a known one counts as the known one.
    let derived = A.archive([
      A.object([("NS.keys", A.list([])), ("NS.objects", A.list([]))], class: 2),
      A.type("MyDictionary", ["MyDictionary", "NSDictionary"]),
    ])
    #expect(code(derived) == "legacy-json.missing")
  }

  @Test func `A dictionary with another's data, or with other than one value a key, is refused`() {
    #expect(code(message("<key>NS.string</key><string>a</string>", [])) == "iakit.member")
    #expect(code(message("<key>NS.keys</key>\(A.list([5]))", [A.text("text")])) == "iakit.member")
    #expect(
      code(
        message(
          "<key>NS.keys</key>\(A.list([5, 5]))<key>NS.objects</key>\(A.list([5]))",
          [A.text("text")])) == "iakit.member")
    #expect(
      code(
        message(
          "<key>NS.keys</key><string/><key>NS.objects</key>\(A.list([5]))", [A.text("text")]))
        == "plist.type")
  }

  @Test func `Containers that contain themselves end in an error`() {
    let itself = message(
      "<key>NS.keys</key>\(A.list([5, 6]))<key>NS.objects</key>\(A.list([5, 7]))",
      [
        A.text("text"), A.text("intensities"), A.object([("NS.objects", A.list([7]))], class: 8),
        A.type("NSArray"),
      ])
    #expect(code(itself) == "plist.type")
    let bases = A.archive([
      A.object([("NSString", A.uid(3)), ("NSAttributes", A.uid(4))], class: 2),
      A.type("NSAttributedString"), A.text("a"),
      A.object([("NS.keys", A.list([7])), ("NS.objects", A.list([6]))], class: 5),
      A.type("NSDictionary"),
      A.object([("NS.base", A.uid(6)), ("NS.relative", A.uid(3))], class: 8),
      A.text("NSLink"), A.type("NSURL"),
    ])
    #expect(code(bases, strict: true) == "iakit.cycle")
    #expect(code(bases) == nil)
  }

  @Test func `Shared objects that expand far beyond the input are refused`() throws {
    // Twenty thousand attachments share one address of two thousand lines.
    let count = 20_000
    var objects = [
      A.object([("iaStringDictArchive", A.uid(2))], class: 4), "", A.type("NSDictionary"),
      A.type("IAStringArchive"),
      A.text("text"), A.text(String(repeating: "\u{FFFC}", count: count)),
      A.text("iaTextAttachments"), "", A.type("IALocationAttachment"), A.type("IAPlacemark"),
      A.object([("placemark", A.uid(12))], class: 9),
      A.object(
        [
          ("kCLPlacemarkCodingKeyLocation", A.uid(13)), ("kCLPlacemarkCodingKeyAddress", A.uid(15)),
        ],
        class: 10),
      A.object(
        [
          ("kCLLocationCodingKeyCoordinateLatitude", "<real>1</real>"),
          ("kCLLocationCodingKeyCoordinateLongitude", "<real>1</real>"),
        ], class: 14), A.type("CLLocation"),
      A.object(
        [
          ("NS.keys", A.list(Array(repeating: 5, count: 2000))),
          ("NS.objects", A.list(Array(repeating: 5, count: 2000))),
        ], class: 3),
    ]
    objects[1] = A.object(
      [("NS.keys", A.list([5, 7])), ("NS.objects", A.list([6, 8]))], class: 3)
    let keys = (0..<count).map { objects.count + 1 + $0 }
    for number in 0..<count { objects.append("<integer>\(number)</integer>") }
    objects[7] = A.object(
      [("NS.keys", A.list(keys)), ("NS.objects", A.list(Array(repeating: 11, count: count)))],
      class: 3)
    #expect(code(A.archive(objects)) == "iakit.expansion")
  }

  /// A collection of intensity attributes could contain itself.
  @Test func `Attributes that contain themselves are noted, and read once`() throws {
    let bytes = A.archive([
      A.object([("NSString", A.uid(3)), ("NSAttributes", A.uid(4))], class: 2),
      A.type("NSAttributedString"), A.text("ab"),
      A.object([("NS.keys", A.list([6, 8])), ("NS.objects", A.list([4, 7]))], class: 5),
      A.type("NSDictionary"), A.text("Keys"), "<true/>", A.text("IABold"),
    ])
    let result = try A.read(bytes)
    #expect(result.document.string.text(in: result.document.string.utf16Range) == "ab")
    #expect(!result.report.isLossless)
  }

  @Test func `An attachment is not limited by the number of values`() throws {
    let contents = String(repeating: "AAAA", count: 6_000_000)
    let bytes = A.archive([
      A.object([("NSString", A.uid(3)), ("NSAttributes", A.uid(4))], class: 2),
      A.type("NSAttributedString"), A.text("\u{FFFC}"),
      A.object([("NS.keys", A.list([7])), ("NS.objects", A.list([6]))], class: 5),
      A.type("NSDictionary"),
      A.object([("filename", A.uid(9)), ("contents", "<data>\(contents)</data>")], class: 8),
      A.text("NSAttachment"), A.type("NSTextAttachment"), A.text("a.bin"),
    ])
    #expect(try A.read(bytes).document.attachments.count == 1)
  }

  @Test func `Runs that do not cover the text are repaired, or refused when strict`() throws {
    for info in ["", "BQ==", "AwAAAA==", "/////w8A", "AgADBw==", "gICAgICAgICA"] {
      let bytes = A.archive([
        A.object(
          [("NSString", A.uid(3)), ("NSAttributes", A.uid(4)), ("NSAttributeInfo", A.uid(5))],
          class: 2),
        A.type("NSAttributedString"), A.text("abcd"),
        A.object([("NS.objects", A.list([6]))], class: 7), "<data>\(info)</data>",
        A.object([("NS.keys", A.list([])), ("NS.objects", A.list([]))], class: 8),
        A.type("NSArray"), A.type("NSDictionary"),
      ])
      #expect(code(bytes, strict: true) == "iakit.runs", "\(info)")
      let string = try A.read(bytes).document.string
      #expect(string.text(in: string.utf16Range) == "abcd")
      #expect(string.defects() == [])
    }
  }

  @Test func `The path of an attachment loses its folders`() throws {
    for (path, name) in [
      ("../../etc/passwd", "passwd"), ("..\\evil.exe", "evil.exe"), ("/abs/a.png", "a.png"),
      ("..", nil), ("a/..", nil),
    ] as [(String, String?)] {
      let bytes = A.archive([
        A.object([("NSString", A.uid(3)), ("NSAttributes", A.uid(4))], class: 2),
        A.type("NSAttributedString"), A.text("\u{FFFC}"),
        A.object([("NS.keys", A.list([7])), ("NS.objects", A.list([6]))], class: 5),
        A.type("NSDictionary"),
        A.object([("filename", A.uid(9)), ("contents", "<data>AQID</data>")], class: 8),
        A.text("NSAttachment"), A.type("NSTextAttachment"), A.text(path),
      ])
      let result = try A.read(bytes)
      let attachment = try #require(result.document.string.attachments.first?.attachment)
      #expect(attachment.name == name, "\(path)")
      #expect(result.document.attachments.count == 1)
    }
  }

  @Test func `Objects with too many fields are refused by the limit`() {
    let fields = (0..<300).map { ("f\($0)", "<true/>") }
    let bytes = A.archive([A.object(fields, class: 2), A.type("NSDictionary")])
    #expect(code(bytes) == "iakit.member")
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/libplist")))
  func `Property lists that broke another library are refused or read quickly`() throws {
    for url in ExternalCorpora.files(in: "hostile/libplist") {
      let bytes = [UInt8](try Data(contentsOf: url))
      let seconds = ThreadClock.seconds(runs: 1) {
        #expect(code(bytes) != nil, "\(url.lastPathComponent)")
      }
      #expect(seconds < 2, "\(url.lastPathComponent)")
    }
  }
}

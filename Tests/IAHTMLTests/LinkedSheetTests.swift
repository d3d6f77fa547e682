import IABytes
import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// Style sheets and pictures in files beside a page.
@Suite struct LinkedSheetTests {
  private func read(_ page: String, _ files: [String: String]) throws -> ReadResult {
    let bytes = files.mapValues { Array($0.utf8) }
    return try HTMLReader().read(
      BytesSource(Array(("<!DOCTYPE html>" + page).utf8), name: "page.html", sideFiles: bytes))
  }

  private func color(_ page: String, _ files: [String: String]) throws -> String? {
    try read(page, files).document.string.attributes(at: 0).foreground?.hex
  }

  private static let link = "<link rel=stylesheet href=a.css><p>x"
  private static let red = "p{color:#010203}"

  @Test(arguments: [
    (link, ["a.css": red]),
    ("<link rel='STYLESHEET' href='./a.css?v=3'><p>x", ["a.css": red]),
    ("<link rel=stylesheet href='css\\a.css'><p>x", ["css/a.css": red]),
    ("<link rel=stylesheet media='screen' href=a.css><p>x", ["a.css": red]),
    ("<body><link rel=stylesheet href=a.css><p>x", ["a.css": red]),
    // The later sheet has precedence.
    ("<style>p{color:#040506}</style>" + link, ["a.css": red]),
    ("<link rel=stylesheet href=b.css>" + link, ["a.css": red, "b.css": "p{color:#040506}"]),
    // Imports.
    (link, ["a.css": "@import 'b.css';", "b.css": red]),
    (link, ["a.css": "@charset \"utf-8\";@import url(b.css);", "b.css": red]),
    ("<style>@import url('b.css') screen;</style><p>x", ["b.css": red]),
    (link, ["a.css": "@import 'b.css';\(red)", "b.css": "p{color:#040506}"]),
    (
      "<link rel=stylesheet href=css/a.css><p>x",
      ["css/a.css": "@import '../b/b.css';", "b/b.css": "@import 'c.css';", "b/c.css": red]
    ),
    (link, ["a.css": "@import 'a.css';@import 'b.css';\(red)", "b.css": "@import 'a.css';"]),
    (link, ["a.css": "@import 'b.css' layer(x);\(red)", "b.css": "p{color:#040506}"]),
    (
      link,
      [
        "a.css": "@layer x,y;@import 'b.css' layer(y);@import 'c.css' layer(x);", "b.css": red,
        "c.css": "p{color:#040506}",
      ]
    ),
    (link, ["a.css": "@import 'b.css' supports(display: grid);", "b.css": red]),
    (link, ["a.css": "\u{FEFF}" + red]),
  ])
  func `Style sheets beside a page are read`(page: String, files: [String: String]) throws {
    let result = try read(page, files)
    #expect(result.document.string.attributes(at: 0).foreground?.hex == "#010203")
    #expect(!result.report.notes.contains { $0.kind.feature == .activeContent })
  }

  @Test(arguments: [
    ("<link rel='alternate stylesheet' href=a.css><p>x", ["a.css": red]),
    ("<link rel=stylesheet disabled href=a.css><p>x", ["a.css": red]),
    ("<link rel=stylesheet media=print href=a.css><p>x", ["a.css": red]),
    ("<link rel=stylesheet type=text/plain href=a.css><p>x", ["a.css": red]),
    ("<link rel=icon href=a.css><p>x", ["a.css": red]),
    (link, ["a.css": "@import 'b.css' print;", "b.css": red]),
    (link, ["a.css": "@import 'b.css' supports(-moz-x: y);", "b.css": red]),
    // An import after rules is not valid.
    (link, ["a.css": "i{color:red}@import 'b.css';", "b.css": red]),
    (link, ["a.css": "@import b.css;", "b.css": red]),
  ])
  func `Style sheets that browsers do not use are not read`(
    page: String, files: [String: String]
  ) throws {
    let result = try read(page, files)
    #expect(result.document.string.attributes(at: 0).foreground == nil)
    #expect(!result.report.notes.contains { $0.kind.feature == .externalContent })
  }

  @Test(arguments: [
    (link, [:]), ("<link rel=stylesheet href=https://example.org/a.css><p>x", ["a.css": red]),
    ("<link rel=stylesheet href=/a.css><p>x", ["a.css": red]),
    ("<link rel=stylesheet><p>x", ["a.css": red]),
    (link, ["a.css": "@import 'b.css';"]),
    (link, ["a.css": "@import url(https://example.org/b.css);"]),
    (link, ["a.css": "@import 'a.css';"]),
  ])
  func `Style sheets that are not there are reported`(
    page: String, files: [String: String]
  ) throws {
    let result = try read(page, files)
    #expect(result.document.string.attributes(at: 0).foreground == nil)
    #expect(result.report.notes.contains { $0.kind.feature == .externalContent })
  }

  @Test func `The files of a page have limits`() throws {
    var files: [String: String] = [:]
    for number in 0..<20 {
      let imports = String(repeating: "@import '\(number + 1).css';", count: 3)
      files["\(number).css"] = imports + "p{color:#0102\(10 + number)}"
    }
    let result = try read("<link rel=stylesheet href=0.css><p>x", files)
    #expect(result.document.string.attributes(at: 0).foreground?.hex == "#010210")
    #expect(result.report.notes.contains { $0.kind.feature == .externalContent })
  }

  @Test(arguments: [
    ("data:text/css,p%7Bcolor%3A%23010203%7D", "010203"),
    ("DATA:Text/CSS;charset=utf-8,p{color:%23010203}", "010203"),
    ("data:text/css;base64,cHtjb2xvcjojMDEwMjAzfQ==", "010203"),
    ("data:text/css;base64,cHtjb2xvcjojMDEwMjAzfQ%3D%3D", "010203"),
    ("data:text/css,@import%20'data:text/css,p%257Bcolor:%2523010203%257D'", "010203"),
    // An address relative to a data address names no file.
    ("data:text/css,@import%20'a.css'", nil), ("data:text/css;base64,!", nil),
    ("data:text/plain,p%7Bcolor%3A%23010203%7D", nil), ("data:,p%7Bcolor%3A%23010203%7D", nil),
  ])
  func `A style sheet can be in its address`(address: String, expected: String?) throws {
    for page in [
      "<link rel=stylesheet href=\"\(address)\"><p>x",
      "<style>@import \"\(address)\";</style><p>x",
    ] {
      let read = try read(page, ["a.css": Self.red])
      let color = read.document.string.attributes(at: 0).foreground
      #expect(color == expected.map { Color(UInt32($0, radix: 16)!) })
      let isReported = read.report.notes.contains { $0.kind.feature == .externalContent }
      #expect(isReported == (expected == nil))
    }
  }

  @Test func `The sheets in addresses count as those in files`() throws {
    let sheet = "<link rel=stylesheet href='data:text/css,\(Self.red)'>"
    let bytes = BytesSource(Array((sheet + "<p>x").utf8), name: "page.html")
    var limits = Limits()
    limits.inputBytes = sheet.utf8.count + 4
    let read = try HTMLReader().read(bytes, options: ReadOptions(limits: limits))
    #expect(read.document.string.attributes(at: 0).foreground != nil)
    let pages = String(repeating: sheet, count: 300) + "<p>x"
    let many = try HTMLReader().read(BytesSource(Array(pages.utf8), name: "page.html"))
    #expect(many.report.notes.contains { $0.kind.feature == .externalContent })
  }

  @Test func `A style sheet can have an encoding of its own`() throws {
    let page = Array("<!DOCTYPE html><link rel=stylesheet href=a.css><p class='ж'>x".utf8)
    let sheet = Array("@charset \"windows-1251\";.".utf8) + [0xE6] + Array("{color:#010203}".utf8)
    let source = BytesSource(page, sideFiles: ["a.css": sheet])
    let string = try HTMLReader().read(source).document.string
    #expect(string.attributes(at: 0).foreground?.hex == "#010203")
  }

  @Test(arguments: ["a b.gif", "./a%20b.gif", "a%20b.gif?x=1", "x/../a%20b.gif", "%61 b.gif"])
  func `Pictures beside a page are found as browsers find them`(address: String) throws {
    let gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]
    let page = Array("<!DOCTYPE html><p><img src=\"\(address)\">".utf8)
    let source = BytesSource(page, sideFiles: ["a b.gif": gif])
    let picture = try HTMLReader().read(source).document.string.attachments.first
    #expect(picture?.attachment.mediaType == "image/gif")
    #expect(picture?.attachment.name == "a b.gif")
  }
}

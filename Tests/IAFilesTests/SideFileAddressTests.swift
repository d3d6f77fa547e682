import Foundation
import IABytes
import Testing

@testable import IAFiles

/// Relative URLs of files beside a document.
@Suite struct SideFileAddressTests {
  @Test(arguments: [
    ("a.png", "", ["a.png"]), ("img/a.png", "", ["img/a.png"]), ("./img/a.png", "", ["img/a.png"]),
    ("img/./b/../a.png", "", ["img/a.png"]), ("a.png?raw=true", "", ["a.png?raw=true", "a.png"]),
    ("a.svg#part", "", ["a.svg#part", "a.svg"]), ("a%20b.png", "", ["a%20b.png", "a b.png"]),
    ("../a.png", "", ["../a.png"]), ("x/../../a.png", "", ["../a.png"]),
    ("%2e%2e/a.png", "", ["%2e%2e/a.png", "../a.png"]),
    ("b.css", "css/a.css", ["css/b.css"]), ("../b.css", "css/a.css", ["b.css"]),
    ("../../b.css", "css/a.css", ["../b.css"]), ("//host/a.png", "", []),
    ("/a.png", "css/a.css", ["/a.png"]), ("/../x/../a.png?v", "", ["/a.png"]), ("/", "", []),
    ("b.css", "/css/a.css", ["/css/b.css"]), ("../../b.css", "/css/a.css", ["/b.css"]),
    ("?a", "", ["?a"]), ("#a", "", ["#a"]), ("", "", []), ("..", "", []), ("img/", "", []),
    ("a%2Fb.png", "", ["a%2Fb.png"]),
  ])
  func `A URL has the names of the file that browsers show`(
    address: String, file: String, names: [String]
  ) {
    #expect(SideFileAddress.names(of: address, in: file) == names)
  }

  @Test func `Files outside the folder of a document are read only below the root`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("x".utf8), to: "secret")
    for name in ["site/docs/a", "site/css"] {
      try FileManager.default.createDirectory(
        atPath: folder[name], withIntermediateDirectories: true)
    }
    try folder.write(Array("d".utf8), to: "site/docs/a/page.html")
    try folder.write(Array("c".utf8), to: "site/css/a.css")
    let limits = Limits.standard
    let path = folder["site/docs/a/page.html"]
    #expect(try FileSource(path: path).sideFile(named: "../../css/a.css", limits: limits) == nil)
    for root in [folder["site"], folder["site"] + "/"] {
      let source = FileSource(path: path, root: root)
      #expect(try source.sideFile(named: "../../css/a.css", limits: limits) == Array("c".utf8))
      #expect(try source.sideFile(named: "page.html", limits: limits) == Array("d".utf8))
      for name in ["../../../secret", "../../css/../../secret", "../..", "../", "../css/a.css"] {
        #expect(try source.sideFile(named: name, limits: limits) == nil)
      }
    }
    // A root that does not contain the document has no effect.
    let other = FileSource(path: path, root: folder["site/css"])
    #expect(try other.sideFile(named: "../../css/a.css", limits: limits) == nil)
  }
}

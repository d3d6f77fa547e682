import Testing

@testable import IAFiles

@Suite struct FileNamesTests {
  @Test(arguments: [
    ("b/a.tar", "a"), (".a", ".a"), ("a", "a"), ("x/.a.b", ".a"), ("a.b.c", "a.b"), ("a.", "a"),
  ])
  func `A stem is the last component without its last suffix`(path: String, stem: String) {
    #expect(FileNames.stem(of: path) == stem)
  }

  @Test(arguments: [
    ("a.html", "a-2.html"), ("a", "a-2"), (".a", ".a-2"), ("a.b.c", "a.b-2.c"), ("a.", "a-2."),
  ])
  func `A number is inserted before the suffix`(name: String, numbered: String) {
    #expect(FileNames.numbered(name, 2) == numbered)
  }

  @Test func `Only the stem of a long name is truncated`() {
    let fits = String(repeating: "n", count: 250) + ".html"
    #expect(FileNames.fitted(fits) == fits)
    #expect(FileNames.fitted("n" + fits) == fits)
    #expect(FileNames.numbered(fits, 10) == String(repeating: "n", count: 247) + "-10.html")
    // A character of four bytes is removed completely.
    let wide = String(repeating: "\u{1F389}", count: 80) + ".md"
    #expect(FileNames.fitted(wide) == String(repeating: "\u{1F389}", count: 63) + ".md")
  }

  @Test func `One character of the stem is kept, whatever the length of the suffix`() {
    let suffix = "." + String(repeating: "s", count: 300)
    #expect(FileNames.fitted("stem" + suffix) == "s" + suffix)
  }

  @Test(arguments: [("a/b/", "a/b"), ("a//", "a"), ("a", "a"), ("/", "/"), ("//", "/"), ("", "")])
  func `Slashes at the end of a path are removed`(path: String, trimmed: String) {
    #expect(FilePaths.trimmed(path) == trimmed)
  }

  @Test(
    arguments: [
      ("a/b", ["a", "b"]), ("a", ["a"]), ("", nil), ("/a", nil), ("a/", nil), ("a//b", nil),
      (".", nil), ("a/../b", nil), ("a\\b", nil), ("a\u{1F}", nil), ("a\u{7F}", nil),
      ("a b", ["a b"]), ("...", ["..."]),
      // A slash before a combining mark is part of the same character.
      ("a/\u{301}b", ["a", "\u{301}b"]), ("../\u{301}b", nil), ("a/../\u{301}b", nil),
      ("/\u{301}", nil), ("\u{600}/../b", nil),
    ] as [(String, [String]?)])
  func `Only relative names inside the folder are safe`(name: String, parts: [String]?) {
    #expect(FilePaths.safeParts(of: name) == parts)
  }

  @Test func `Paths are divided at each slash, whatever follows it`() {
    let path = "a/\u{301}b/\u{200D}c"
    #expect(FilePaths.parts(of: "/" + path + "//") == ["a", "\u{301}b", "\u{200D}c"])
    #expect(FilePaths.name(of: path) == "\u{200D}c")
    #expect(FilePaths.name(of: "é/") == "é")
    #expect(FilePaths.name(of: "//") == nil && FilePaths.name(of: "") == nil)
    #expect(FilePaths.folder(of: path) == "a/\u{301}b")
    #expect(FilePaths.folder(of: "/\u{301}") == "/" && FilePaths.folder(of: "a") == ".")
    #expect(
      FilePaths.folderPrefix(of: path) == "a/\u{301}b/" && FilePaths.folderPrefix(of: "a") == "")
    #expect(FilePaths.rest(of: path, after: "a/") == "\u{301}b/\u{200D}c")
    #expect(FilePaths.rest(of: path, after: "b") == nil)
    #expect(FilePaths.trimmed("é//") == "é")
    #expect(FilePaths.isAbsolute("/\u{301}") && FilePaths.endsWithSlash("\u{600}/"))
    #expect(FilePaths.hasSlash("a/\u{301}") && !FilePaths.hasSlash("a"))
    #expect(FileNames.stem(of: "x/a.\u{301}b") == "a")
  }

  @Test func `The first private scalar that represents a byte is U+10FF80`() {
    #expect(PathBytes.carried(by: "\u{10FF7F}") == nil)
    #expect(PathBytes.carried(by: "\u{10FF80}") == 0x80)
    #expect(PathBytes.string(from: [0x61, 0x80]).unicodeScalars.map(\.value) == [0x61, 0x10FF80])
    #expect(PathBytes.bytes(of: "a\u{10FF80}") == [0x61, 0x80])
  }

  @Test func `Valid characters beside an invalid byte are unchanged`() {
    let bytes: [UInt8] = [0x7F, 0x80] + Array("é€\u{1F389}".utf8)
    let path = PathBytes.string(from: bytes)
    #expect(path.unicodeScalars.map(\.value) == [0x7F, 0x10FF80, 0xE9, 0x20AC, 0x1F389])
    #expect(PathBytes.bytes(of: path) == bytes)
  }
}

@Suite struct FileErrorTests {
  private static func error(_ number: Int32) -> FileError {
    FileError(.write, .system(number), path: "a")
  }

  @Test func `Errors of permission, space and missing paths have their own advice`() throws {
    let permission = try #require(SystemCalls.permissionErrors.first)
    let full = try #require(SystemCalls.roomErrors.first)
    #expect(
      Self.error(permission).advice == "Check the permissions of the file and its folder.")
    #expect(Self.error(full).advice == "Free space on the disk, or write to another one.")
    #expect(Self.error(SystemCalls.noEntry).advice == "Check the path.")
    #expect(Self.error(SystemCalls.brokenPipe).advice == nil)
  }

  @Test func `Other reasons have advice and a description`() {
    let reasons: [FileError.Reason] = [
      .isFolder, .notRegular, .changedDuringRead, .unsafeName, .locked, .exists,
    ]
    let errors = reasons.map { FileError(.write, $0, path: "a") }
    #expect(Set(errors.compactMap(\.advice)).count == reasons.count)
    #expect(Set(errors.map(\.description)).count == reasons.count)
    for error in errors {
      #expect(!error.isPermission && !error.isFull && !error.isMissing && !error.isClosedPipe)
    }
  }
}

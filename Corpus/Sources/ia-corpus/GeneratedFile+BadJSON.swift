extension GeneratedFile {
  /// Returns JSON files that each violate one requirement of Specs/json.md.
  static func badJSON() -> [GeneratedFile] {
    bad(
      in: "json", suffix: "json",
      (jsonSyntax + ownJSON + legacyJSON).map { ($0, $1, Array($2.utf8)) })
      + bad(
        in: "json", suffix: "json",
        [
          ("json.encoding+byte", "a byte that is not UTF-8", own("a").replacing(0x61, with: 0xFF)),
          ("json.encoding+mark", "a byte order mark", [0xEF, 0xBB, 0xBF] + own("a")),
        ])
  }

  /// Returns the files of one folder, each named after its error code and the modification.
  static func bad(
    in folder: String, suffix: String, _ cases: [(name: String, what: String, bytes: [UInt8])]
  ) -> [GeneratedFile] {
    cases.map {
      GeneratedFile(path: "\(folder)/bad/\($0.name).\(suffix)", purpose: $0.what, bytes: $0.bytes)
    }
  }

  /// Returns a valid document of the suite's own JSON schema with a text.
  private static func own(_ text: String) -> [UInt8] {
    Array(#"{"format":"ia-json","version":1,"text":"\#(text)"}"#.utf8)
  }

  /// Returns a document with a text and further members.
  private static func own(_ text: String, _ members: String) -> String {
    #"{"format":"ia-json","version":1,"text":"\#(text)",\#(members)}"#
  }

  /// Violations of section 1.
  private static var jsonSyntax: [(String, String, String)] {
    let document = own("a", #""intensities":[1,7]"#)
    return [
      ("json.syntax+comma", "a comma before the end", own("a", "")),
      ("json.truncated+end", "the last byte is missing", String(document.dropLast())),
      ("json.trailing+value", "a second value", document + " 1"),
      ("json.duplicate-key+text", "two members `text`", own("a", #""t\u0065xt":"b""#)),
      ("json.type+root", "an array", "[\(document)]"),
      ("json.type+text", "a number as text", document.replacing(#""a""#, with: "1")),
      (
        "json.number-range+fraction", "a count that is not an integer",
        own("a", #""intensities":[1.5,7]"#)
      ),
      ("json.number-range+intensity", "an intensity of 101", own("a", #""intensities":[1,101]"#)),
      ("json.number-range+count", "a run without units", own("a", #""intensities":[0,7,1,8]"#)),
      (
        "json.depth+arrays", "300 arrays in each other",
        own(
          "a", #""runs":"# + String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        )
      ),
    ]
  }

  /// Violations of section 2.
  private static var ownJSON: [(String, String, String)] {
    let bold = #""styles":[{"bold":true}],"#
    let right = #""paragraphStyles":[{"alignment":"right"}],"#
    let image = #""records":[{"kind":"image"}],"#
    let hash = String(repeating: "0", count: 64)
    func styled(_ attributes: String) -> String {
      own("a", #""styles":[{\#(attributes)}],"runs":[[0,1,0]]"#)
    }
    let blocks = (1...300).map { #"{"id":\#($0),"kind":"block-quote"}"# }.joined(separator: ",")
    return [
      ("ia-json.format+none", "no member that names the schema", #"{"version":1}"#),
      ("ia-json.format+other", "another schema", #"{"format":"ia-xml","version":1,"text":""}"#),
      (
        "ia-json.version+2", "a later version with a member that version 1 does not have",
        #"{"text":5,"later":[],"version":2,"format":"ia-json"}"#
      ),
      (
        "ia-json.length+short", "intensities of one of two units",
        own("ab", #""intensities":[1,7]"#)
      ),
      (
        "ia-json.length+long", "intensities of three units for two",
        own("ab", #""intensities":[3,7]"#)
      ),
      ("ia-json.length+run", "a range with two elements", own("a", bold + #""runs":[[0,1]]"#)),
      ("ia-json.range+empty", "an empty range", own("ab", bold + #""runs":[[1,1,0]]"#)),
      ("ia-json.range+reversed", "a reversed range", own("ab", bold + #""runs":[[2,1,0]]"#)),
      (
        "ia-json.range+end", "a range that ends after the text",
        own("ab", bold + #""runs":[[1,3,0]]"#)
      ),
      ("ia-json.range+bookmark", "a bookmark after the end", own("ab", #""bookmarks":[[3,"a"]]"#)),
      (
        "ia-json.order+overlap", "overlapping ranges",
        own("abc", bold + #""runs":[[0,2,0],[1,3,0]]"#)
      ),
      (
        "ia-json.order+attachments", "two attachments at one unit",
        own("\u{FFFC}", image + #""attachments":[[0,0],[0,0]]"#)
      ),
      ("ia-json.index+style", "a style that does not exist", own("a", bold + #""runs":[[0,1,1]]"#)),
      (
        "ia-json.index+record", "a record that does not exist",
        own("\u{FFFC}", image + #""attachments":[[0,1]]"#)
      ),
      (
        "ia-json.paragraph+start", "a range that begins inside a paragraph",
        own("ab\\nc", right + #""paragraphs":[[1,3,0]]"#)
      ),
      (
        "ia-json.paragraph+end", "a range that ends inside a paragraph",
        own("ab\\nc", right + #""paragraphs":[[0,2,0]]"#)
      ),
      (
        "ia-json.attachment+unit", "an attachment at a letter",
        own("a", image + #""attachments":[[0,0]]"#)
      ),
      ("ia-json.blob+hash", "bytes of another hash", own("a", #""blobs":{"\#(hash)":"YWJj"}"#)),
      (
        "ia-json.blob+base64", "bytes that are not base64",
        own("a", #""blobs":{"\#(hash)":"YW*j"}"#)
      ),
      ("ia-json.unused+style", "a style without a reference", own("a", bold + #""runs":[]"#)),
      (
        "ia-json.unused+record", "a record without a reference",
        own("a", image + #""attachments":[]"#)
      ),
      ("field.unknown+member", "a member that no table lists", own("a", #""x-note":1"#)),
      ("field.unknown+attribute", "an attribute that no table lists", styled(#""blink":true"#)),
      ("field.missing+text", "no text", #"{"format":"ia-json","version":1}"#),
      ("field.missing+version", "no version", #"{"format":"ia-json","text":"a"}"#),
      (
        "field.missing+kind", "a record without a kind",
        own("\u{FFFC}", #""records":[{"name":"a"}],"attachments":[[0,0]]"#)
      ),
      ("field.value+colour", "a colour of three digits", styled(##""foreground":"#123""##)),
      (
        "field.value+underline", "an underline that does not exist",
        styled(##""underline":{"style":"zigzag"}"##)
      ),
      ("field.value+hash", "a key that is not a hash", own("a", #""blobs":{"abc":"YWJj"}"#)),
      (
        "field.duplicate+bookmark", "two bookmarks of one name",
        own("ab", #""bookmarks":[[0,"a"],[1,"a"]]"#)
      ),
      (
        "field.duplicate+tags", "two names that are canonically equivalent",
        styled(#""tags":{"\u00e9":"1","e\u0301":"2"}"#)
      ),
      (
        "field.limit+blocks", "300 blocks around a paragraph",
        own("a", #""paragraphStyles":[{"blocks":[\#(blocks)]}],"paragraphs":[[0,1,0]]"#)
      ),
      (
        "field.lone-surrogate+title", "half a pair in a title",
        own("a", #""metadata":{"title":"\ud800"}"#)
      ),
      ("json.number-range+size", "a font size of 0", styled(#""fontSize":0"#)),
      ("json.number-range+weight", "a weight of 1001", styled(#""fontWeight":1001"#)),
      (
        "json.number-range+latitude", "a latitude of 91 degrees",
        own(
          "\u{FFFC}",
          #""records":[{"kind":"location","location":{"latitude":91,"longitude":0}}],"attachments":[[0,0]]"#
        )
      ),
      (
        "json.number-range+block", "a block with the id 0",
        own(
          "a",
          #""paragraphStyles":[{"blocks":[{"id":0,"kind":"block-quote"}]}],"paragraphs":[[0,1,0]]"#)
      ),
    ]
  }

  /// Violations of section 3.
  private static var legacyJSON: [(String, String, String)] {
    func legacy(
      text: String = #""text":"ab","#, intensities: String = #""intensities":[1,2],"#,
      base: String = "[0,2,20]", links: String = "", options: String = "", more: String = ""
    ) -> String {
      "{\(text)\(intensities)\"iaBaseAttributes\":[\(base)],\"linkRVPs\":[\(links)],"
        + "\"options\":{\(options)}\(more)}"
    }
    return [
      ("legacy-json.missing+text", "no text", legacy(text: "")),
      ("legacy-json.missing+intensities", "no intensities", legacy(intensities: "")),
      (
        "legacy-json.missing+options", "no options",
        #"{"text":"","intensities":[],"iaBaseAttributes":[],"linkRVPs":[]}"#
      ),
      (
        "legacy-json.length+short", "one intensity for two units",
        legacy(intensities: #""intensities":[1],"#)
      ),
      (
        "legacy-json.intensity+101", "an intensity of 101",
        legacy(intensities: #""intensities":[1,101],"#)
      ),
      (
        "legacy-json.intensity+fraction", "an intensity of 1.5",
        legacy(intensities: #""intensities":[1,1.5],"#)
      ),
      ("legacy-json.range+gap", "base attributes with a gap", legacy(base: "[0,1,20],[2,2,21]")),
      (
        "legacy-json.range+short", "base attributes that end before the text",
        legacy(base: "[0,1,20]")
      ),
      (
        "legacy-json.range+overlap", "base attributes that overlap",
        legacy(base: "[0,2,20],[1,2,21]")
      ),
      ("legacy-json.base-attributes+size", "no size", legacy(base: "[0,2,256]")),
      (
        "legacy-json.base-attributes+flag", "a flag that does not exist", legacy(base: "[0,2,4116]")
      ),
      ("legacy-json.link+empty", "an empty link", legacy(links: #"[1,1,"https://a.example/"]"#)),
      (
        "legacy-json.link+end", "a link that ends after the text",
        legacy(links: #"[1,3,"https://a.example/"]"#)
      ),
      (
        "legacy-json.link+overlap", "overlapping links",
        legacy(links: #"[0,2,"https://a.example/"],[1,2,"https://b.example/"]"#)
      ),
      (
        "legacy-json.option+scheme", "a scheme that does not exist",
        legacy(options: #""renderScheme":"NoScheme""#)
      ),
      (
        "legacy-json.attachment+letter", "an attachment at a letter",
        legacy(more: #","attachments":{"0":{"attachType":"image"}}"#)
      ),
      (
        "legacy-json.attachment+type", "an attachment of a kind that does not exist",
        legacy(
          text: #""text":"a\#u{FFFC}","#, more: #","attachments":{"1":{"attachType":"sound"}}"#)
      ),
      ("field.unknown+dictionary", "a member that no table lists", legacy(more: #","later":1"#)),
      ("field.lone-surrogate+text", "half a pair", legacy(text: #""text":"a\ud800","#)),
      ("json.type+legacy", "a truth value as text", legacy(text: #""text":true,"#)),
      ("ia-json.length+legacy", "a range with two elements", legacy(base: "[0,2]")),
    ]
  }
}

extension [UInt8] {
  /// Returns the bytes with the last occurrence of a byte replaced by another.
  fileprivate func replacing(_ old: UInt8, with new: UInt8) -> [UInt8] {
    var bytes = self
    if let index = bytes.lastIndex(of: old) { bytes[index] = new }
    return bytes
  }
}

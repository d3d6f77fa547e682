extension GeneratedFile {
  /// Returns texts and sticker packs that each violate one requirement of Specs/text-backed.md.
  static func badTexts() -> [GeneratedFile] {
    func text(_ bytes: [UInt8]) -> [UInt8] { Array("Hi ".utf8) + bytes + Array("!\n".utf8) }
    return bad(
      in: "text", suffix: "txt",
      [
        ("text.ill-formed+byte", "a byte that UTF-8 does not have", text([0xFF])),
        ("text.ill-formed+end", "an end inside a character", Array("Hi".utf8) + [0xF0, 0x9F]),
        ("text.ill-formed+surrogate", "a surrogate in UTF-8", text([0xED, 0xA0, 0x80])),
        ("text.ill-formed+long", "a longer form than needed", text([0xC0, 0xAF])),
        (
          "text.ill-formed+odd", "an odd number of bytes in UTF-16", [0xFF, 0xFE, 0x41, 0x00, 0x42]
        ),
        ("text.ill-formed+half", "half a pair in UTF-16", [0xFE, 0xFF, 0x00, 0x41, 0xD8, 0x00]),
      ])
      + bad(in: "stickers", suffix: "json", packs)
      + bad(in: "stickers", suffix: "plist", listedPacks)
  }

  private static var packs: [(name: String, what: String, bytes: [UInt8])] {
    func packs(_ packs: String, format: String = "ia-stickers", version: String = "1") -> [UInt8] {
      Array(#"{"format":"\#(format)","version":\#(version),"packs":\#(packs)}"#.utf8)
    }
    return [
      ("json.truncated+end", "the last byte is missing", packs("[]").dropLast()),
      ("stickers.shape+format", "another format", packs("[]", format: "other")),
      ("stickers.shape+version", "a later version", packs("[]", version: "2")),
      ("json.type+packs", "an object as list of packs", packs("{}")),
      ("json.type+name", "a number as name", packs(#"[{"name":1,"stickers":[]}]"#)),
      ("json.type+array", "a text as pack", Array(#"["doge"]"#.utf8)),
      (
        "json.type+desc", "a number as name in the form of the source system",
        Array(#"[{"cover_pic":"a.png","emoticons":[{"image":"a.png","desc":7}]}]"#.utf8)
      ),
    ]
  }

  private static var listedPacks: [(name: String, what: String, bytes: [UInt8])] {
    func list(_ content: String) -> [UInt8] {
      Array("<plist version=\"1.0\">\(content)</plist>\n".utf8)
    }
    return [
      ("plist.type+root", "a text as list of packs", list("<string>doge</string>")),
      (
        "plist.type+sticker", "a number as sticker",
        list("<array><dict><key>emoticons</key><array><integer>1</integer></array></dict></array>")
      ),
      ("plist.format+text", "neither JSON nor a property list", Array("doge\n".utf8)),
    ]
  }
}

extension GeneratedFile {
  /// Returns property lists that each violate one requirement of Specs/iakit.md.
  static func badKit() -> [GeneratedFile] {
    bad(in: "iakit", suffix: "plist", xmlLists + binaryLists + archives + strings + dictionaries)
  }

  private typealias Case = (name: String, what: String, bytes: [UInt8])

  private static func xml(_ content: String) -> [UInt8] {
    Array("<plist version=\"1.0\">\(content)</plist>\n".utf8)
  }

  // MARK: Property lists

  private static var xmlLists: [Case] {
    func dictionary(_ value: String) -> [UInt8] { xml("<dict><key>text</key>\(value)</dict>") }
    return [
      ("plist.format+text", "neither form of a property list", Array("text\n".utf8)),
      ("plist.syntax+end", "an element that another end closes", dictionary("<string>a</data>")),
      ("plist.syntax+element", "an element that does not exist", dictionary("<text>a</text>")),
      (
        "plist.truncated+end", "an end inside an element",
        Array(dictionary("<string>a</string>").prefix(40))
      ),
      (
        "plist.trailing+text", "text after the end",
        dictionary("<string>a</string>") + Array("a".utf8)
      ),
      ("plist.key+missing", "a value without a key", xml("<dict><string>a</string></dict>")),
      ("plist.key+value", "a key without a value", xml("<dict><key>text</key></dict>")),
      (
        "plist.duplicate-key+text", "equal keys",
        xml("<dict><key>text</key><string>a</string><key>text</key><string>b</string></dict>")
      ),
      ("plist.number+letter", "an integer with a letter", dictionary("<integer>1x</integer>")),
      ("plist.date+word", "a date in words", dictionary("<date>yesterday</date>")),
      ("plist.data+base64", "data that is not base64", dictionary("<data>YW*j</data>")),
      ("plist.entity+name", "an entity that does not exist", dictionary("<string>&a;</string>")),
      (
        "plist.entity+number", "a reference to no character",
        dictionary("<string>&#xD800;</string>")
      ),
      (
        "plist.encoding+byte", "a byte that is not UTF-8",
        Array("<plist version=\"1.0\"><string>".utf8) + [0xFF] + Array("</string></plist>".utf8)
      ),
      (
        "plist.dtd+entity", "a document type with declarations",
        Array("<!DOCTYPE plist [<!ENTITY a \"b\">]>".utf8) + dictionary("<string>&a;</string>")
      ),
      (
        "plist.depth+arrays", "300 arrays in each other",
        xml(String(repeating: "<array>", count: 300) + String(repeating: "</array>", count: 300))
      ),
    ]
  }

  /// Returns a binary property list.
  ///
  /// - Parameters:
  ///   - objects: The objects; the first is the root.
  ///   - offsets: Replacements for the offsets of objects, by index.
  ///   - trailer: Replacements for bytes of the trailer, by index.
  private static func binary(
    _ objects: [[UInt8]], offsets changes: [Int: UInt8] = [:],
    trailer trailerChanges: [Int: UInt8] = [:]
  ) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    for (index, offset) in changes { offsets[index] = offset }
    let table = UInt8(bytes.count)
    var trailer = [UInt8](repeating: 0, count: 32)
    (trailer[6], trailer[7], trailer[15], trailer[31]) = (1, 1, UInt8(objects.count), table)
    for (index, byte) in trailerChanges { trailer[index] = byte }
    return bytes + offsets + trailer
  }

  private static var binaryLists: [Case] {
    // A dictionary with the key `text` and the value `a`.
    let dictionary: [UInt8] = [0xD1, 1, 2]
    let key = [0x54] + Array("text".utf8)
    let value: [UInt8] = [0x51, 0x61]
    let doubling = (1...40).map { [0xA2, UInt8($0), UInt8($0)] } + [value]
    return [
      (
        "plist.trailer+root", "an outermost object that does not exist",
        binary([dictionary, key, value], trailer: [23: 3])
      ),
      (
        "plist.trailer+count", "more offsets than there are bytes",
        binary([dictionary, key, value], trailer: [15: 200])
      ),
      (
        "plist.trailer+size", "offsets of 0 bytes",
        binary([dictionary, key, value], trailer: [6: 0])
      ),
      ("plist.truncated+trailer", "shorter than a trailer", Array("bplist00".utf8) + [0x08]),
      (
        "plist.reference+offset", "an offset in the table of offsets",
        binary([dictionary, key, value], offsets: [2: 200])
      ),
      ("plist.reference+object", "a reference to object 9", binary([[0xD1, 1, 9], key, value])),
      (
        "plist.truncated+length", "a text that ends after the objects",
        binary([dictionary, key, [0x5E, 0x61]])
      ),
      ("plist.marker+byte", "a marker that no object has", binary([dictionary, key, [0x71]])),
      ("plist.cycle+array", "an array that contains itself", binary([[0xA1, 0]])),
      ("plist.cycle+two", "two arrays that contain each other", binary([[0xA1, 1], [0xA1, 0]])),
      ("plist.key+number", "a number as key", binary([dictionary, [0x10, 1], value])),
      ("plist.duplicate-key+two", "equal keys", binary([[0xD2, 1, 2, 3, 3], key, key, value])),
      (
        "plist.encoding+ascii", "a byte above 127 in ASCII",
        binary([dictionary, key, [0x51, 0xE9]])
      ),
      (
        "plist.overlap+text", "two texts that share bytes",
        binary([dictionary, [0x54] + Array("QaQa".utf8), []], offsets: [2: 12])
      ),
      ("plist.expansion+arrays", "40 arrays that contain the next one twice", binary(doubling)),
    ]
  }

  // MARK: Keyed archives

  private static func uid(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  private static func uids(_ numbers: [Int]) -> String {
    "<array>" + numbers.map(uid).joined() + "</array>"
  }

  private static func object(_ fields: [(key: String, value: String)], class number: Int) -> String
  {
    "<dict>" + fields.map { "<key>\($0.key)</key>\($0.value)" }.joined()
      + "<key>$class</key>\(uid(number))</dict>"
  }

  private static func type(_ name: String, _ chain: [String]? = nil) -> String {
    let names = (chain ?? [name, "NSObject"]).map { "<string>\($0)</string>" }.joined()
    return
      "<dict><key>$classname</key><string>\(name)</string><key>$classes</key><array>\(names)</array></dict>"
  }

  /// Returns a keyed archive of objects, which are numbered from 1.
  private static func archive(
    _ objects: [String], archiver: String = "NSKeyedArchiver", version: Int = 100_000,
    top: String = "<key>root</key>" + uid(1)
  ) -> [UInt8] {
    xml(
      "<dict><key>$archiver</key><string>\(archiver)</string><key>$version</key><integer>\(version)</integer>"
        + "<key>$top</key><dict>\(top)</dict><key>$objects</key><array><string>$null</string>"
        + objects.joined() + "</array></dict>")
  }

  private static var archives: [Case] {
    let string = object([("iaStringDictArchive", uid(3))], class: 2)
    let own = type("IntensityAttributingKit.IAStringArchive")
    let list = type("NSDictionary")
    func dictionary(_ fields: [(key: String, value: String)], _ more: [String] = []) -> [UInt8] {
      archive([string, own, object(fields, class: 4), list] + more)
    }
    let fields =
      (0..<257).map { "<key>k\($0)</key><integer>0</integer>" }.joined()
    return [
      ("iakit.format+text", "a text", xml("<string>a</string>")),
      (
        "iakit.archive+archiver", "another archiver",
        archive([string, own, "<dict/>"], archiver: "Archiver")
      ),
      (
        "iakit.archive+version", "another version",
        archive([string, own, "<dict/>"], version: 100_001)
      ),
      ("iakit.archive+top", "no root", archive([string, own, "<dict/>"], top: "")),
      (
        "iakit.archive+roots", "two roots of other names",
        archive([string, own, "<dict/>"], top: "<key>a</key>\(uid(1))<key>b</key>\(uid(1))")
      ),
      ("iakit.reference+object", "a reference outside the objects", archive([string, own])),
      ("iakit.reference+chain", "a reference to a reference", archive([string, own, uid(1)])),
      (
        "iakit.class+name", "a definition without a name",
        archive([string, "<dict><key>$classes</key><array/></dict>"])
      ),
      (
        "iakit.class+chain", "a definition with the names of another class",
        archive([string, type("NSTask", ["NSDictionary", "NSObject"])])
      ),
      (
        "iakit.unknown-class+root", "a root of a class that is not read",
        archive([object([], class: 2), type("NSTask")])
      ),
      ("iakit.member+fields", "an object with 257 fields", archive(["<dict>\(fields)</dict>"])),
      (
        "iakit.member+missing", "an archive of a string without its dictionary",
        archive([object([], class: 2), own])
      ),
      (
        "iakit.member+counts", "more keys than objects",
        dictionary(
          [("NS.keys", uids([5, 5])), ("NS.objects", uids([5]))], ["<string>text</string>"])
      ),
    ]
  }

  private static var strings: [Case] {
    func attributed(
      _ text: String, _ attributes: [(key: String, value: String)] = [], _ more: [String] = []
    ) -> [UInt8] {
      archive(
        [
          object([("NSString", uid(3))] + attributes, class: 2), type("NSAttributedString"),
          "<string>\(text)</string>",
        ] + more)
    }
    func runs(_ base64: String) -> [UInt8] {
      attributed(
        "abc", [("NSAttributes", uid(4)), ("NSAttributeInfo", uid(6))],
        [
          object([("NS.objects", uids([7]))], class: 5), type("NSArray"), "<data>\(base64)</data>",
          object([("NS.keys", uids([])), ("NS.objects", uids([]))], class: 8), type("NSDictionary"),
        ])
    }
    func attribute(_ name: String, _ value: String) -> [UInt8] {
      attributed(
        "abc", [("NSAttributes", uid(4))],
        [
          object([("NS.keys", uids([6])), ("NS.objects", uids([7]))], class: 5),
          type("NSDictionary"),
          "<string>\(name)</string>", value,
        ])
    }
    return [
      (
        "iakit.member+string", "an attributed string without a text",
        archive([object([], class: 2), type("NSAttributedString")])
      ),
      (
        "plist.type+string", "a number as text",
        archive([
          object([("NSString", uid(3))], class: 2), type("NSAttributedString"),
          "<integer>1</integer>",
        ])
      ),
      // For a text of three units: runs of two units, runs of four units, and a run of attributes
      // that do not exist.
      ("iakit.runs+short", "runs of two of three units", runs("AgA=")),
      ("iakit.runs+long", "runs of four units for three", runs("BAA=")),
      ("iakit.runs+index", "attributes that do not exist", runs("AwE=")),
      ("iakit.runs+number", "a number without its last byte", runs("gw==")),
      (
        "plist.type+attribute", "an underline in words",
        attribute("NSUnderline", "<string>thick</string>")
      ),
      (
        "iakit.attribute+length", "a kerning of ten million points",
        attribute("NSKern", "<real>10000000</real>")
      ),
    ]
  }

  // MARK: Dictionaries

  private static var dictionaries: [Case] {
    func list(
      _ text: String = "ab", base: String = run(0, 2, "<integer>20</integer>"), links: String = "",
      more: String = ""
    ) -> [UInt8] {
      xml(
        "<dict><key>text</key><string>\(text)</string><key>intensities</key><array><integer>1</integer><integer>2</integer></array>"
          + "<key>iaBaseAttributes</key><array>\(base)</array><key>nsurlRVPs</key><array>\(links)</array>"
          + "<key>options</key><dict/>\(more)</dict>")
    }
    func run(_ start: Int, _ end: Int, _ value: String) -> String {
      "<array><integer>\(start)</integer><integer>\(end)</integer>\(value)</array>"
    }
    func location(_ base: String) -> [UInt8] {
      // The text of an archive that contains a link whose URL has a base URL.
      archive([
        object([("iaStringDictArchive", uid(3))], class: 2),
        type("IntensityAttributingKit.IAStringArchive"),
        "<dict><key>text</key><string>ab</string><key>intensities</key><array><integer>1</integer><integer>2</integer></array>"
          + "<key>iaBaseAttributes</key><array>\(run(0, 2, "<integer>20</integer>"))</array>"
          + "<key>nsurlRVPs</key><array>\(run(0, 1, uid(4)))</array><key>options</key><dict/></dict>",
        object([("NS.base", base), ("NS.relative", "<string>a</string>")], class: 5), type("NSURL"),
        object(
          [("NS.base", uid(4)), ("NS.relative", "<string>https://a.example/</string>")], class: 5),
      ])
    }
    func attached(_ fields: [(key: String, value: String)], _ name: String) -> [UInt8] {
      archive([
        object([("iaStringDictArchive", uid(3))], class: 2),
        type("IntensityAttributingKit.IAStringArchive"),
        "<dict><key>text</key><string>a\u{FFFC}</string><key>intensities</key><array><integer>1</integer><integer>2</integer></array>"
          + "<key>iaBaseAttributes</key><array>\(run(0, 2, "<integer>20</integer>"))</array>"
          + "<key>nsurlRVPs</key><array/><key>options</key><dict/>"
          + "<key>iaTextAttachments</key><dict><key>1</key>\(uid(4))</dict></dict>",
        object(fields, class: 5), type(name),
      ])
    }
    return [
      ("legacy-json.missing+text", "an empty dictionary", xml("<dict/>")),
      (
        "iakit.length+range", "a range with two elements",
        list(base: "<array><integer>0</integer><integer>2</integer></array>")
      ),
      (
        "legacy-json.range+short", "base attributes that end before the text",
        list(base: run(0, 1, "<integer>20</integer>"))
      ),
      (
        "legacy-json.link+end", "a link that ends after the text",
        list(links: run(1, 3, "<string>https://a.example/</string>"))
      ),
      (
        "legacy-json.attachment+letter", "an attachment at a letter",
        list(
          more:
            "<key>attachments</key><dict><key>0</key><dict><key>attachType</key><string>image</string></dict></dict>"
        )
      ),
      (
        "plist.type+text", "a number as text",
        xml("<dict><key>text</key><integer>1</integer></dict>")
      ),
      ("iakit.cycle+base", "a URL whose base has a base", location(uid(6))),
      (
        "iakit.unknown-class+attachment", "an attachment of a class that is not read",
        attached([], "NSTask")
      ),
      (
        "iakit.content+folder", "a name with a folder",
        attached(
          [("filename", "<string>a/b.png</string>")], "IntensityAttributingKit.IAImageAttachment")
      ),
    ]
  }
}

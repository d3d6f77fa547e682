internal import IABytes
internal import IAFormats
internal import IAHiddenData

/// A written file and the ranges of its hidden data.
struct ForgedFile {
  private var content: [UInt8]
  private let blockPlace: Range<Int>?
  private let places: [Range<Int>]

  /// The document record, or `nil` if the file has none.
  var block: HiddenDocument?
  /// The paragraph records, in the order of the file.
  var records: [HiddenParagraph]

  /// Finds the hidden data of a file.
  init(_ bytes: [UInt8], _ format: FormatID) {
    content = bytes
    var blockPlaces: [Range<Int>] = []
    var found: [Range<Int>] = []
    switch format.rawValue {
    case "rtf":
      blockPlaces = bytes.texts(after: "{\\*\\iadoc ", before: "}")
      found = bytes.texts(after: "{\\*\\iap ", before: "}")
    case "html":
      blockPlaces = bytes.texts(after: "name=\"ia-doc\" content=\"", before: "\"")
      found = bytes.texts(after: " data-ia=\"", before: "\"")
    default:
      var start = bytes.places(of: Array("<!-- ia:1 ".utf8)).last ?? bytes.count
      var line = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        if bytes[start..<end].elementsEqual("-->".utf8) { break }
        if line == 1 { blockPlaces = [start..<end] }
        if line > 1, let space = bytes[start..<end].firstIndex(of: 0x20) {
          found.append(space + 1..<end)
        }
        start = end + 1
        line += 1
      }
    }
    let readable = found.compactMap { place -> (Range<Int>, HiddenParagraph)? in
      Self.decoded(bytes[place]).flatMap { try? HiddenParagraph(packed: $0) }.map { (place, $0) }
    }
    places = readable.map(\.0)
    records = readable.map(\.1)
    blockPlace = blockPlaces.last
    block = blockPlace.flatMap { Self.decoded(bytes[$0]) }.flatMap { try? HiddenDocument(json: $0) }
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let text = text.filter { $0 > 0x20 }
    return try? Base64.decode(text.span)
  }

  /// The file with the current hidden data.
  var bytes: [UInt8] {
    var parts = zip(places, records).map { place, record -> (Range<Int>, [UInt8]) in
      (place, record.packed)
    }
    if let blockPlace, let block { parts.append((blockPlace, block.json)) }
    parts.sort { $0.0.lowerBound < $1.0.lowerBound }
    var result: [UInt8] = []
    var at = 0
    for (place, part) in parts {
      result += content[at..<place.lowerBound]
      Base64.append(encoding: part.span, to: &result)
      at = place.upperBound
    }
    return result + content[at...]
  }
}

extension [UInt8] {
  /// Returns the byte offsets at which a sequence of bytes occurs.
  func places(of wanted: [UInt8]) -> [Int] {
    guard let first = wanted.first, count >= wanted.count else { return [] }
    return (0...count - wanted.count).filter {
      self[$0] == first && self[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }

  /// Returns the byte ranges between two marks.
  fileprivate func texts(after start: String, before end: String) -> [Range<Int>] {
    let last = Array(end.utf8)[0]
    return places(of: Array(start.utf8)).map { place in
      let from = place + start.utf8.count
      return from..<(self[from...].firstIndex(of: last) ?? count)
    }
  }
}

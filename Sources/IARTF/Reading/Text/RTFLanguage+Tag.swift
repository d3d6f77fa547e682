internal import IABytes
internal import IAText

extension RTFLanguage {
  /// Returns the tag of a number, with the region if the number has one; `nil` for an unknown number.
  static func tag(of number: Int) -> String? { tags[number] }

  private static let tags: [Int: String] = {
    var tags: [Int: String] = [:]
    for (tag, number) in numbers {
      let parts = tag.split(separator: "-")
      let region = parts.dropFirst().map { part in
        part.utf8.count == 2 ? part.uppercased() : String(part).capitalizedFirst
      }
      tags[number] = ([String(parts[0])] + region).joined(separator: "-")
    }
    return tags
  }()
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension RTFParser {
  /// Sets the language of characters, unless the word repeats the previous one with a region.
  mutating func setLanguage(_ number: Int32, _ bytes: Span<UInt8>) {
    let start = groups.languageEnd
    let end = tokenizer.offset
    groups.languageEnd = end
    let previous = Int(groups.current.character.language)
    if RTFLanguage.repeats(Int(number), after: previous), start < end, end - start < 16,
      bytes[start] == UInt8(ascii: "\\"),
      (start + 1..<end).allSatisfy({ bytes[$0] != UInt8(ascii: "\\") })
    {
      return
    }
    groups.current.character.language = number
  }

  /// Sets the language of the document, unless the number repeats the previous one with a region.
  mutating func setDocumentLanguage(_ number: Int) {
    let previous = destinations.information.metadata.language.flatMap(RTFLanguage.number)
    if let previous, RTFLanguage.repeats(number, after: previous) { return }
    destinations.information.metadata.language = RTFLanguage.tag(of: number)
  }
}

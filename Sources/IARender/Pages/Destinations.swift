internal import IALayout
public import IAText

/// The named destinations in a text, to which internal links and the table of contents lead: its bookmarks, and its
/// headings with the names that Markdown programs give them.
public struct Destinations: Hashable, Sendable {
  /// A place with its name.
  struct Entry: Hashable, Sendable {
    /// The name, in ASCII letters, digits and `-._~%`.
    var name: String
    var utf16Offset: Int
  }

  /// A heading with the name of its place.
  struct Target: Hashable, Sendable {
    var level: Int
    var title: String
    var name: String
  }

  /// The places in the order of the text.
  let entries: [Entry]
  /// The headings in the order of the text, without those of headers and footers.
  let headings: [Target]
  private let names: Set<String>

  /// Whether a table of contents has lines: one for each heading of the levels 1 to 3.
  public var hasContents: Bool { headings.contains { $0.level <= Contents.levels } }

  /// Creates the list of the places of a text.
  ///
  /// - Complexity: O(*p* + *b*) for *p* paragraphs and *b* bookmarks.
  public init(of string: IAString) {
    var names: Set<String> = []
    var entries: [Entry] = []
    var bookmarks: [String: Int] = [:]
    for bookmark in string.bookmarks {
      let name = Self.encoded(bookmark.name)
      guard !name.isEmpty, names.insert(name).inserted else { continue }
      entries.append(Entry(name: name, utf16Offset: bookmark.utf16Offset))
      bookmarks[name] = bookmark.utf16Offset
    }
    var headings: [Target] = []
    var counts: [String: Int] = [:]
    for heading in Heading.list(of: string) {
      let blocks = string.paragraphAttributes(at: heading.utf16Offset).blocks
      guard !blocks.contains(where: \.kind.isRunning) else { continue }
      let slug = Self.slug(of: heading.title)
      var name = slug
      // The name may be that of a bookmark at the heading.
      while name.isEmpty
        || bookmarks[name] != heading.utf16Offset && !names.insert(name).inserted
      {
        counts[slug, default: 0] += 1
        name = "\(slug.isEmpty ? "heading" : slug)-\(counts[slug, default: 1])"
      }
      if bookmarks[name] == nil {
        entries.append(Entry(name: name, utf16Offset: heading.utf16Offset))
      }
      headings.append(Target(level: heading.level, title: heading.title, name: name))
    }
    self.entries = entries.sorted { ($0.utf16Offset, $0.name) < ($1.utf16Offset, $1.name) }
    self.headings = headings
    self.names = names
  }

  private init(entries: [Entry], headings: [Target], names: Set<String>) {
    self.entries = entries
    self.headings = headings
    self.names = names
  }

  /// Returns the destinations with the offsets that they have in a text made of ranges of this text; all names and
  /// headings are kept.
  func moved(to places: SourcePlaces) -> Destinations {
    let entries = places.moved(
      entries, range: { $0.utf16Offset..<$0.utf16Offset },
      { Entry(name: $0.name, utf16Offset: $1.lowerBound) })
    return Destinations(entries: entries, headings: headings, names: names)
  }

  /// Returns the name of the destination of an address such as `#chapter-2`, or `nil` if there is none.
  public func name(ofAddress url: String) -> String? {
    guard url.utf8.first == UInt8(ascii: "#") else { return nil }
    let target = String(url.dropFirst())
    // An address may already be percent-encoded.
    return [Self.encoded(target), target, Self.encoded(target.lowercased())].first {
      names.contains($0)
    }
  }

  /// Returns the name of a heading: its letters and digits in lower case, with hyphens for spaces.
  private static func slug(of title: String) -> String {
    var slug = ""
    for scalar in title.lowercased().unicodeScalars {
      let properties = scalar.properties
      if properties.isWhitespace {
        slug += "-"
      } else if properties.isAlphabetic || properties.numericType != nil || scalar == "-"
        || scalar == "_" || properties.generalCategory == .nonspacingMark
      {
        slug.unicodeScalars.append(scalar)
      }
    }
    return encoded(slug)
  }

  /// Returns a name in which all characters that are not unreserved in URLs are percent-encoded.
  private static func encoded(_ name: String) -> String {
    var encoded = ""
    for byte in name.utf8.prefix(maximumLength) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(UnicodeScalar(byte))
      default:
        encoded += byte < 16 ? "%0" : "%"
        encoded += String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  /// The maximum number of bytes of a name; the rest is ignored.
  private static let maximumLength = 256
}

extension Block.Kind {
  /// Whether paragraphs in the block are headers or footers.
  var isRunning: Bool {
    switch self {
    case .pageHeader, .pageFooter: true
    default: false
    }
  }
}

/// A named place on a page.
struct PlacedDestination: Hashable {
  var name: String
  /// The upper left corner of the line.
  var place: Point
}

extension DocumentDrawing {
  /// The named places on the page.
  var destinations: [PlacedDestination] {
    texts.flatMap { text in
      content.destinations(in: text.range).map { found in
        PlacedDestination(
          name: found.name,
          place: Point(
            x: text.origin.x + found.place.x,
            y: text.origin.y + found.place.y - text.range.lowerBound))
      }
    }
  }
}

/// The named destinations of a text, sorted by height.
struct PlacedDestinations {
  private let entries: [(name: String, middle: Double, place: Point)]

  init(_ destinations: Destinations?, _ manager: LayoutManager) {
    entries = (destinations?.entries ?? []).compactMap { entry in
      manager.lineFragment(at: entry.utf16Offset).map {
        (entry.name, $0.rect.center.y, Point(x: $0.rect.x, y: $0.rect.y))
      }
    }.sorted { $0.middle < $1.middle }
  }

  /// Returns the destinations whose line is between two heights.
  func entries(in range: Range<Double>) -> [(name: String, place: Point)] {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].middle < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return entries[low...].prefix { $0.middle < range.upperBound }.map { ($0.name, $0.place) }
  }
}

internal import IAConvert
internal import IARender
internal import IAText

/// The named destinations of a PDF, if a table of contents or a link refers to them.
struct DestinationUse {
  /// The destinations; `nil` if neither a table of contents nor a link inside the text refers to one.
  let destinations: Destinations?

  /// Creates the destinations of a text that is drawn with the given options.
  init(_ string: IAString, _ options: DrawingOptions) {
    let hasLinks = string.inlineSets.contains { $0.link?.url.utf8.first == UInt8(ascii: "#") }
    guard options.hasContents || hasLinks else {
      destinations = nil
      return
    }
    let found = Destinations(of: string)
    destinations =
      options.hasContents || !Self.links(of: string, found).isEmpty ? found : nil
  }

  /// Returns the links of a text that refer to the given destinations, with the name of the destination after `#`.
  static func links(
    of string: IAString, _ destinations: Destinations
  ) -> [(utf16Range: Range<Int>, url: String)] {
    string.attributeRuns(in: string.utf16Range).compactMap { run in
      run.attributes.link.flatMap { destinations.name(ofAddress: $0.url) }
        .map { (run.utf16Range, "#" + $0) }
    }
  }
}

extension SVGPicture {
  /// The elements that run scripts, change attributes of other elements, or embed other content.
  package static let activeElements: Set<String> = [
    "script", "handler", "listener", "iframe", "embed", "object", "audio", "video", "animate",
    "animateColor", "animateMotion", "animateTransform", "set", "discard",
  ]

  /// Returns whether bytes are an SVG file without active content and without references to other files, so that a
  /// page can contain the file unchanged.
  ///
  /// A harmless file has no scripts, event handlers, animations, HTML content or document type, and no processing
  /// instruction except the XML declaration. Its addresses refer only to its own elements, to raster pictures in
  /// `data:` URLs, and to the targets of `http` and `https` links.
  ///
  /// - Complexity: O(*n*).
  package static func isHarmless(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= maxBytes, isLikely(bytes), !bytes.contains(0), let tree = XMLTree(bytes),
      !tree.hasDoctype, !tree.hasInstructions, SVGInterpreter(tree) != nil
    else { return false }
    return tree.nodes.allSatisfy(isHarmless)
  }

  private static func isHarmless(_ node: XMLTree.Node) -> Bool {
    if node.isHTML || node.name == "foreignObject" || activeElements.contains(node.name) {
      return false
    }
    if !isHarmless(css: node.text) { return false }
    return node.attributes.allSatisfy { attribute in
      let name = attribute.name.lowercased()
      if name.hasPrefix("on") { return false }
      if name == "href" || name == "src" || name == "base" {
        return isHarmless(address: attribute.value, isLink: node.name == "a")
      }
      return isHarmless(css: attribute.value)
    }
  }

  private static func isHarmless(address: String, isLink: Bool) -> Bool {
    let address = SVGStyle.trimmed(address).lowercased()
    let types = ["png", "jpeg", "jpg", "gif", "webp"]
    if address.hasPrefix("#") || types.contains(where: { address.hasPrefix("data:image/\($0);") }) {
      return true
    }
    return isLink && (address.hasPrefix("https://") || address.hasPrefix("http://"))
  }

  /// Returns whether a text, for example a style sheet, refers to no other file.
  private static func isHarmless(css text: String) -> Bool {
    guard
      text.utf8.contains(UInt8(ascii: "(")) || text.utf8.contains(UInt8(ascii: "\\"))
        || text.utf8.contains(UInt8(ascii: "@"))
    else { return true }
    let text = text.lowercased()
    // Escape sequences can hide a name.
    if text.contains("\\") || text.contains("@import") || text.contains("image(")
      || text.contains("image-set(") || text.contains("src(") || text.contains("expression(")
    {
      return false
    }
    var rest = text[...]
    while let place = rest.firstRange(of: "url(") {
      rest = rest[place.upperBound...]
      let address = rest.drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
      if !address.hasPrefix("#") { return false }
    }
    return true
  }
}

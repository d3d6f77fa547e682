internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// Opens a block that the survey found to be a note.
  mutating func enterNote(_ label: String, _ frame: inout Frame) {
    // A list of notes is not a list in the document.
    if page.path.last?.kind.isList ?? false { page.path.removeLast() }
    page.path.append(page.block(.footnote(label: label)))
    frame.end = .wholeParagraph
    page.text.dropsBlank = true
  }

  /// Adds the label of a note in place of a link that refers to the note.
  mutating func enterReference(_ label: String, _ node: HTMLNode, _ frame: inout Frame) {
    page.text.setLink(nil)
    page.text.setNote(label, isRaised: true)
    // The label has the style of the surrounding text, not of the link.
    page.add(units: Array(label.utf16), style: frames.last?.style ?? frame.style)
    frame.next = nil
  }

  /// Opens a comment of Word as an annotation.
  mutating func enterRemark(_ node: HTMLNode) {
    page.path.append(page.block(.annotation(.init(author: Self.author(of: node)))))
    page.text.dropsBlank = true
  }

  /// Returns the author of an annotation, from `mso-comment-author` in one of the first 16 nodes.
  private static func author(of remark: HTMLNode) -> String? {
    var node = remark.firstChild
    for _ in 0..<16 {
      guard let current = node else { return nil }
      if current.isElement, let style = current[.style],
        let start = style.firstRange(of: "mso-comment-author:")
      {
        let value = style[start.upperBound...].prefix { $0 != ";" }
        let author = String(value).trimmingASCIISpace()
          .trimmingPrefix { "\"'".contains($0) }.prefix { !"\"'".contains($0) }
        return author.isEmpty ? nil : String(author.prefix(256))
      }
      node = current.next(in: remark, entering: current.isElement)
    }
    return nil
  }
}

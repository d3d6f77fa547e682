internal import IAFiles
internal import IAFormats
internal import IAText

extension BodyWriter {
  /// Writes the text up to an offset as a form field with this state.
  ///
  /// If no form element shows exactly this text, it becomes a `span` with the value of the tag.
  mutating func write(
    _ field: FormField, to end: Int, isLinked: Bool, to sink: inout some DocumentSink
  ) throws {
    let range = cursor.position..<end
    guard FormElement.isShown(field), let units = wholeUnits(to: end), write(field, units) else {
      lose(.formField, .approximated, "as text", utf16Range: range)
      output.write("<span class=\"ia-form\"")
      output.writeAttribute("data-label", field.tag)
      output.write(">")
      try writeText(to: end, isLinked: isLinked, to: &sink)
      return output.write("</span>")
    }
    cursor.position = end
    try output.drain(into: &sink)
  }

  /// Returns the units up to an offset; `nil` if there are more than `TextWindow.size`, or
  /// attachments or bookmarks among them.
  ///
  /// - Parameters:
  ///   - end: The UTF-16 offset of the end.
  ///   - allowsBookmarks: Whether bookmarks are allowed.
  mutating func wholeUnits(to end: Int, allowsBookmarks: Bool = false) -> [UInt16]? {
    writeBookmarks(through: cursor.position)
    while cursor.nextAttachment < source.attachments.count,
      source.attachments[cursor.nextAttachment].utf16Offset < cursor.position
    {
      cursor.nextAttachment += 1
    }
    let bookmark =
      cursor.nextBookmark < source.string.bookmarks.count
      ? source.string.bookmarks[cursor.nextBookmark].utf16Offset : end
    let attachment =
      cursor.nextAttachment < source.attachments.count
      ? source.attachments[cursor.nextAttachment].utf16Offset : end
    guard end - cursor.position <= TextWindow.size, allowsBookmarks || bookmark >= end,
      attachment >= end
    else {
      return nil
    }
    var units: [UInt16] = []
    var at = cursor.position
    while at < end {
      let stop = window.end(from: at, to: end)
      unsafe units.append(contentsOf: window.units(in: at..<stop))
      at = stop
    }
    return units
  }

  /// Writes the elements of a field, and returns whether they can show these units.
  private mutating func write(_ field: FormField, _ units: [UInt16]) -> Bool {
    switch field.kind {
    case .checkBox:
      guard units.allSatisfy({ $0 == 0x2610 || $0 == 0x2612 }) else { return false }
      for unit in units {
        output.write("<input class=\"ia-form\" type=\"checkbox\"")
        writeAttributes(of: field)
        output.write(unit == 0x2612 ? " checked>" : ">")
      }
    case .dropDown:
      guard
        let chosen = field.entries.firstIndex(where: {
          FormField.shown($0).utf16.elementsEqual(units)
        })
      else { return false }
      output.write("<select class=\"ia-form\"")
      writeAttributes(of: field)
      output.write(">")
      writeOptions(of: field, chosen: [chosen])
    case .radioButton:
      guard units == [0x25C9] || units == [0x25CB] else { return false }
      output.write("<input class=\"ia-form\" type=\"radio\"")
      writeAttributes(of: field)
      if let value = field.entries.first { output.writeAttribute("value", value) }
      output.write(units == [0x25C9] ? " checked>" : ">")
    case .list:
      let text = String(decoding: units, as: UTF16.self)
      guard text.utf16.elementsEqual(units), let chosen = field.choices(shownBy: text),
        FormField.shown(chosen.map { field.entries[$0] }) == text
      else { return false }
      output.write("<select class=\"ia-form\" multiple")
      writeAttributes(of: field)
      output.write(">")
      writeOptions(of: field, chosen: chosen)
    case .text:
      let text = String(decoding: units, as: UTF16.self)
      guard text.utf16.elementsEqual(units), FormElement.isPlain(text, allowsLines: true) else {
        return false
      }
      let value = text == FormField.blank ? "" : text
      let isLong = text.unicodeScalars.contains("\u{2028}")
      output.write(
        isLong ? "<textarea class=\"ia-form\"" : "<input class=\"ia-form\" type=\"text\"")
      writeAttributes(of: field)
      if isLong {
        // HTML parsers skip the first line feed of a `textarea`.
        output.write(">\n")
        output.write(escaping: value.replacing("\u{2028}", with: "\n"))
        output.write("</textarea>")
      } else {
        output.writeAttribute("value", value)
        // The default width of a field is 20 characters.
        if units.count > 20 { output.writeAttribute("size", String(units.count)) }
        output.write(">")
      }
    }
    return true
  }

  /// Writes the options and the end tag of a `select` element.
  private mutating func writeOptions(of field: FormField, chosen: [Int]) {
    var next = chosen[...]
    for (index, entry) in field.entries.enumerated() {
      let isChosen = next.first == index
      if isChosen { next.removeFirst() }
      output.write(isChosen ? "<option selected>" : "<option>")
      output.write(escaping: entry)
      output.write("</option>")
    }
    output.write("</select>")
  }

  private mutating func writeAttributes(of field: FormField) {
    if let name = field.name { output.writeAttribute("name", name) }
    if let text = field.defaultText { output.writeAttribute("data-label", text) }
  }
}

/// Rules for form elements.
enum FormElement {
  /// Returns whether a form element can have the name, default and entries of a field.
  static func isShown(_ field: FormField) -> Bool {
    if field.kind == .radioButton {
      return [field.name ?? "", field.defaultText ?? ""].allSatisfy { isPlain($0) }
        && field.entries.count <= 1 && field.entries.allSatisfy { isPlain($0) }
    }
    return [field.name ?? "", field.defaultText ?? ""].allSatisfy { isPlain($0) }
      && field.entries.allSatisfy { isPlain($0) && collapsed($0) == $0 }
      && field.entries.count <= maxEntries
  }

  /// The maximum number of entries of a list.
  static let maxEntries = 4096

  /// Returns whether a page and its form fields preserve all characters of a text.
  static func isPlain(_ text: String, allowsLines: Bool = false) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && TextEncoder.isAllowed($0.value) && $0 != "\u{2029}"
        && ($0 != "\u{2028}" || allowsLines)
    }
  }

  /// Returns a text with white space collapsed as browsers show an `option`.
  static func collapsed(_ text: String) -> String {
    text.split { [" ", "\t", "\n", "\r", "\r\n", "\u{0C}"].contains($0) }.joined(separator: " ")
  }
}

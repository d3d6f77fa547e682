internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// Reads a form field as text that shows its state.
  ///
  /// - Returns: Whether the element is a form field.
  mutating func readFormField(_ node: HTMLNode, _ tag: MarkupName, style: Int) -> Bool {
    if !isOwn { noteLostState(of: node, tag) }
    switch tag {
    case .input: if !Self.isTaskBox(node) { readInput(node, style: style) }
    case .textarea:
      let text = node.allText(limit: 65_536)
      if !text.utf8.contains(UInt8(ascii: "\n")) {
        // Text of one line will be written as `input`.
        page.report.add(.approximated, .formField, "textarea", byteOffset: node.byteOffset)
      }
      add(FormField(.text, name: node[.name]), text, node, style: style)
    case .select: readChoices(of: node, style: style)
    case .meter, .progress: show(node.allText(limit: 4096), of: node, style: style)
    default: return false
    }
    return true
  }

  /// Reports the attributes of a form field that change its size or colour.
  private mutating func noteLostState(of node: HTMLNode, _ tag: MarkupName) {
    guard tag == .input || tag == .textarea || tag == .select, !Self.isTaskBox(node),
      !Self.isHiddenField(node)
    else { return }
    for name in ["disabled", "size", "cols", "rows"] {
      guard let attribute = node.tree.name(name), node.has(attribute) else { continue }
      var note = CSSUnread(feature: .formField, property: name)
      note.isApproximated = true
      page.noteDeclarations([note], at: node.byteOffset)
    }
  }

  /// Returns whether a field is never displayed.
  private static func isHiddenField(_ node: HTMLNode) -> Bool {
    node.tag == .input && node[.type]?.lowercased() == "hidden"
  }

  /// Returns the number of the style of a field's text: that of the surrounding text for check
  /// boxes and radio buttons, whose symbols have the size of the text, otherwise that of the field.
  mutating func styleOfField(_ node: HTMLNode, _ tag: MarkupName, in parent: Int) -> Int {
    guard !isOwn else { return parent }
    let own = page.styles.style(of: node, in: parent)
    let lost = page.styles.takeUnread()
    if !Self.isHiddenField(node) { page.noteDeclarations(lost, at: node.byteOffset) }
    guard tag == .input, !page.styles.styles[own].isUndisplayed else { return own }
    switch node[.type]?.lowercased() {
    case "checkbox", "radio": return parent
    default: return own
    }
  }

  private mutating func readInput(_ node: HTMLNode, style: Int) {
    let value = node[.value] ?? ""
    let type = node[.type]?.lowercased() ?? "text"
    switch type {
    case "hidden": return
    case "file", "password":
      page.report.add(.dropped, .formField, type, byteOffset: node.byteOffset)
    case "image":
      page.report.add(.dropped, .image, "of a button", byteOffset: node.byteOffset)
      show(node[.alt] ?? node[.value] ?? "Submit", of: node, style: style)
    case "checkbox":
      let state = node.has(.checked) ? FormField.checked : FormField.unchecked
      add(FormField(.checkBox, name: node[.name]), state, node, style: style)
    case "radio":
      let field = FormField(
        .radioButton, name: node[.name], entries: node[.value].map { [$0] } ?? [])
      let state = node.has(.checked) ? FormField.chosen : FormField.unchosen
      add(field, state, node, style: style)
    case "submit": show(node[.value] ?? "Submit", of: node, style: style)
    case "reset": show(node[.value] ?? "Reset", of: node, style: style)
    case "button", "range", "color": show(value, of: node, style: style)
    case "search", "tel", "url", "email", "number", "date", "month", "week", "time",
      "datetime-local":
      page.report.add(.approximated, .formField, type, byteOffset: node.byteOffset)
      add(FormField(.text, name: node[.name]), value, node, style: style)
    default: add(FormField(.text, name: node[.name]), value, node, style: style)
    }
  }

  /// Adds a form field with the text of its state.
  private mutating func add(
    _ field: FormField, _ state: String, _ node: HTMLNode, style: Int
  ) {
    var field = field
    if isOwn, let text = node[.dataLabel], !text.isEmpty { field.defaultText = text }
    let around = page.text.form
    page.text.setForm(field.tag)
    page.add(units: Self.units(FormField.shown(state)), style: style)
    page.text.setForm(around)
  }

  /// Adds the text of a form element that does not become a field.
  private mutating func show(_ text: String, of node: HTMLNode, style: Int) {
    page.report.add(
      text.isEmpty ? .dropped : .approximated, .formField, node.nameText,
      byteOffset: node.byteOffset)
    guard !text.isEmpty else { return }
    page.add(units: Self.units(text), style: style)
  }

  private static func units(_ text: String) -> [UInt16] {
    text.utf16.map { $0 == 0x0A || $0 == 0x0D ? 0x2028 : $0 }
  }

  /// Reads a `select` element: a list with the selected options, or a drop-down list with the last
  /// selected or the first option.
  private mutating func readChoices(of node: HTMLNode, style: Int) {
    var entries: [String] = []
    var chosen: [Int] = []
    var current: HTMLNode? = node.firstChild
    var left = 2 * FormElement.maxEntries
    while let option = current, left > 0 {
      left -= 1
      if option.isElement, option.tag == .option {
        if option.has(.selected) { chosen.append(entries.count) }
        let label = isOwn ? nil : option[.label].flatMap { $0.isEmpty ? nil : $0 }
        entries.append(FormElement.collapsed(label ?? option.allText(limit: 64)))
      } else if option.isElement, option.tag == .optgroup, option.has(.label), !isOwn {
        page.noteDeclarations(
          [CSSUnread(feature: .formField, property: "optgroup")], at: option.byteOffset)
      }
      current = option.next(in: node, entering: option.isElement)
    }
    if entries.count > FormElement.maxEntries {
      let text = chosen.map { entries[$0] }.joined(separator: ", ")
      return show(text, of: node, style: style)
    }
    if node.has(.multiple) {
      return add(
        FormField(.list, name: node[.name], entries: entries),
        FormField.shown(chosen.map { entries[$0] }), node, style: style)
    }
    guard let choice = chosen.last ?? entries.indices.first else { return }
    add(
      FormField(.dropDown, name: node[.name], entries: entries), entries[choice], node, style: style
    )
  }
}

internal import IAText

/// The data and the state of a form field.
struct RTFFormField {
  /// The kind: 0 for text, 1 for a check box, 2 for a list of choices; -1 if it is not stated.
  var type: Int32 = -1
  /// The state: whether the box is checked, or the index of the choice; 25 for the default.
  var result: Int32 = 25
  /// The default state, for check boxes and lists.
  var usualResult: Int32 = 0
  /// The choices of a list.
  var choices: [String] = []
  /// The default text of a text field.
  var usualText = ""
  /// The name.
  var name = ""
  /// Whether the file contains the data of the field (`\formfield`) and not only its kind.
  var isStated = false

  /// Whether the text of the field is determined by its data and not by its result.
  var showsState: Bool { isStated && kind != .text }

  /// Returns the kind of field that an instruction inserts.
  static func type(ofInstruction name: String) -> Int32 {
    switch name {
    case "FORMCHECKBOX": 1
    case "FORMDROPDOWN": 2
    default: 0
    }
  }

  /// The kind of field.
  var kind: FormField.Kind {
    switch type {
    case 1: .checkBox
    case 2: .dropDown
    default: .text
    }
  }

  /// The text that shows the state of a field without a result; empty for a list whose chosen entry does not exist.
  var text: String {
    let state = result == 25 ? usualResult : result
    switch kind {
    case .checkBox: return state == 1 ? FormField.checked : FormField.unchecked
    case .dropDown:
      return choices.indices.contains(Int(state)) ? FormField.shown(choices[Int(state)]) : ""
    case .text, .radioButton, .list: return FormField.shown(usualText)
    }
  }

  /// The field without its state.
  var field: FormField {
    var found = FormField(kind, name: name)
    switch kind {
    case .checkBox: if usualResult == 1 { found.defaultText = FormField.checked }
    case .dropDown:
      found.entries = choices
      if usualResult > 0, choices.indices.contains(Int(usualResult)),
        !choices[Int(usualResult)].isEmpty
      {
        found.defaultText = choices[Int(usualResult)]
      }
    case .text, .radioButton, .list: if !usualText.isEmpty { found.defaultText = usualText }
    }
    return found
  }

  /// The name of the kind in reports.
  var kindName: String {
    switch kind {
    case .checkBox: "check box"
    case .dropDown: "drop-down list"
    case .text, .radioButton, .list: "text field"
    }
  }
}

extension RTFFormField {
  /// Creates the data of a field, as far as RTF can represent them.
  ///
  /// Returns `nil` for a radio button and for a list with several choices, which RTF does not have.
  init?(_ field: FormField) {
    isStated = true
    // A reader finds spaces instead of control characters.
    name = Self.line(field.name ?? "")
    switch field.kind {
    case .radioButton, .list: return nil
    case .text:
      type = 0
      usualText = Self.line(field.defaultText ?? "")
    case .checkBox:
      type = 1
      usualResult = field.defaultText == FormField.checked ? 1 : 0
    case .dropDown:
      type = 2
      choices = field.entries.map(Self.line)
      let place = field.defaultText.flatMap { text in field.entries.firstIndex { $0 == text } }
      usualResult = Int32(clamping: place ?? 0)
    }
  }

  /// Returns whether a reader finds the field unchanged.
  static func isExact(_ field: FormField) -> Bool { RTFFormField(field)?.field == field }

  private static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}

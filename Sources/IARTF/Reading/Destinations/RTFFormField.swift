/// The state of a form field.
struct RTFFormField {
  /// The kind: 0 for text, 1 for a check box, 2 for a list of choices.
  var type: Int32 = 0
  /// The state: whether the box is checked, or the index of the choice; 25 for the default.
  var result: Int32 = 25
  /// The default state.
  var usualResult: Int32 = 0
  /// The choices of a list.
  var choices: [String] = []
  /// The text of a text field without one.
  var usualText = ""

  /// The text that shows the state in a field without a result.
  var text: String {
    let state = result == 25 ? usualResult : result
    switch type {
    case 1: return state == 1 ? "\u{2612}" : "\u{2610}"
    case 2: return choices.indices.contains(Int(state)) ? choices[Int(state)] : ""
    default: return usualText
    }
  }

  /// The name of the kind in reports.
  var kindName: String {
    switch type {
    case 1: "check box"
    case 2: "drop-down list"
    default: "text field"
    }
  }
}

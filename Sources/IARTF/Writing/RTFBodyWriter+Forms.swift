internal import IAFiles
internal import IAFormats
internal import IAText

extension RTFBodyWriter {
  /// Writes text that is the state of a form field.
  ///
  /// Text that cannot be a state of the field, such as text after a check box, is written as ordinary text.
  mutating func write(
    _ field: FormField, _ range: Range<Int>, to sink: inout some DocumentSink
  ) throws {
    guard var data = RTFFormField(field) else { return try writeUnits(range, to: &sink) }
    switch field.kind {
    case .radioButton, .list: try writeUnits(range, to: &sink)
    case .text:
      output.openForm(data, "FORMTEXT", 0)
      output.write("{\\fldrslt ")
      try writeUnits(range, to: &sink)
      output.write("}}")
    case .dropDown:
      let text = context.columns.units[range]
      guard
        let choice = field.entries.firstIndex(where: {
          text.elementsEqual(FormField.shown($0).utf16)
        })
      else {
        noteOrdinaryText(range)
        return try writeUnits(range, to: &sink)
      }
      data.result = Int32(clamping: choice)
      output.openForm(data, "FORMDROPDOWN", 2)
      output.write("{\\fldrslt}}")
    case .checkBox:
      var start = range.lowerBound
      for offset in range {
        let unit = context.columns.units[offset]
        guard unit == 0x2610 || unit == 0x2612 else { continue }
        if start < offset { try writeOrdinary(start..<offset, to: &sink) }
        data.result = unit == 0x2612 ? 1 : 0
        output.openForm(data, "FORMCHECKBOX", 1)
        output.write("{\\fldrslt}}")
        start = offset + 1
        try output.drain(into: &sink)
      }
      if start < range.upperBound { try writeOrdinary(start..<range.upperBound, to: &sink) }
    }
  }

  private mutating func writeOrdinary(
    _ range: Range<Int>, to sink: inout some DocumentSink
  ) throws {
    noteOrdinaryText(range)
    try writeUnits(range, to: &sink)
  }

  private mutating func noteOrdinaryText(_ range: Range<Int>) {
    report.add(
      .dropped, .formField, "text that is not a state of the field", utf16Range: range)
  }
}

extension RTFOutput {
  /// Writes the start of a form field up to its result.
  fileprivate mutating func openForm(_ data: RTFFormField, _ word: StaticString, _ type: Int) {
    write("{\\field{\\*\\fldinst ")
    write(word)
    write(" {\\*\\formfield{\\fftype", type)
    if type > 0 { write("\\ffres", Int(data.result)) }
    if type == 1 { write("\\ffhps20") }
    if type > 0 { write("\\ffdefres", Int(data.usualResult)) }
    if !data.name.isEmpty { writeForm("{\\*\\ffname ", data.name) }
    if !data.usualText.isEmpty { writeForm("{\\*\\ffdeftext ", data.usualText) }
    for choice in data.choices { writeForm("{\\*\\ffl ", choice) }
    write("}}}")
  }

  private mutating func writeForm(_ start: StaticString, _ text: String) {
    write(start)
    write(line: text)
    write("}")
  }
}

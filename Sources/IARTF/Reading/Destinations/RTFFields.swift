internal import IAFormats
internal import IAText

/// A field whose group is open.
struct RTFField {
  /// The link of the result, from the instruction.
  var link = RTFIndex<InlineAttributes.Link>.none
  /// The character to show if there is no result, and its font.
  var symbol: UInt16?
  var symbolFont = ""
  /// The name in the instruction, for fields whose result becomes text.
  var name: String?
  /// The text of a button, which its instruction contains; `nil` for other fields.
  var buttonText: String?
  /// The kind of a field that is computed for each page; `nil` for other fields.
  var pageField: PageField?
  /// The equation of a field `EQ`; `nil` for other fields, and if it cannot be read.
  var equation: RTFEquationField?
  /// The state of a form field; `nil` for other fields.
  var form: RTFFormField?
  /// The offset in the text at which its result starts; `nil` before the result.
  var resultStart: Int?
}

/// The destinations `\field`, `\fldinst` and `\fldrslt`: the open fields, innermost last.
struct RTFFields {
  private var open: [RTFField] = []

  /// Starts a field.
  ///
  /// - Parameter depth: The number of open groups; each holds at most one field.
  mutating func begin(depth: Int) {
    if open.count < depth { open.append(RTFField()) }
  }

  /// Ends the innermost field.
  mutating func end() -> RTFField? { open.popLast() }

  // MARK: Form fields

  /// Starts the state of a form field.
  mutating func beginForm() {
    guard !open.isEmpty else { return }
    var form = RTFFormField()
    form.isStated = true
    open[open.count - 1].form = form
  }

  /// Sets a number of the innermost form field.
  mutating func setForm(_ member: WritableKeyPath<RTFFormField, Int32>, _ number: Int32) {
    guard !open.isEmpty else { return }
    open[open.count - 1].form?[keyPath: member] = number
  }

  /// Adds a choice to the innermost form field.
  mutating func addChoice(_ text: String, limit: Int) {
    guard !open.isEmpty, open[open.count - 1].form?.choices.count ?? 0 < limit else { return }
    open[open.count - 1].form?.choices.append(text)
  }

  /// Sets the name of the innermost form field.
  mutating func setFormName(_ text: String) {
    if !open.isEmpty { open[open.count - 1].form?.name = text }
  }

  /// Sets the default text of the innermost form field.
  mutating func setFormText(_ text: String) {
    if !open.isEmpty { open[open.count - 1].form?.usualText = text }
  }

  // MARK: Results

  /// Starts the result of the innermost field.
  ///
  /// - Parameter utf16Offset: Its start in the text.
  /// - Returns: The field; `nil` if none is open.
  mutating func beginResult(at utf16Offset: Int) -> RTFField? {
    guard !open.isEmpty else { return nil }
    open[open.count - 1].resultStart = utf16Offset
    return open.last
  }

  /// Reads the instruction of the innermost field.
  ///
  /// - Parameters:
  ///   - units: The instruction.
  ///   - links: The links of the document.
  ///   - report: Receives notes about parts that are not used.
  ///   - byteOffset: The offset of the end of the instruction.
  mutating func endInstruction(
    _ units: [UInt16], links: inout RTFLinks, report: inout ConversionReport, byteOffset: Int
  ) {
    guard !open.isEmpty else { return }
    let instruction = RTFInstruction(units)
    switch instruction.name {
    case "HYPERLINK": setLink(instruction, &links, &report, byteOffset)
    case "SYMBOL": setSymbol(instruction)
    case "INCLUDEPICTURE", "INCLUDETEXT", "DDE", "DDEAUTO", "LINK", "IMPORT", "INCLUDE", "RD",
      "DATABASE":
      report.add(.neutralised, .field, instruction.name, byteOffset: byteOffset)
    case "MACROBUTTON", "GOTOBUTTON":
      open[open.count - 1].buttonText = instruction.arguments.dropFirst().joined(separator: " ")
      report.add(.neutralised, .field, instruction.name, byteOffset: byteOffset)
    case "FORMTEXT", "FORMCHECKBOX", "FORMDROPDOWN":
      var form = open[open.count - 1].form ?? RTFFormField()
      if form.type < 0 { form.type = RTFFormField.type(ofInstruction: instruction.name) }
      open[open.count - 1].form = form
    case "PAGE", "NUMPAGES":
      open[open.count - 1].pageField = instruction.name == "PAGE" ? .page : .pages
      if let form = instruction.numberForm {
        report.add(
          .approximated, .pageNumbering, "\(instruction.name) \(form)", byteOffset: byteOffset)
      }
    case "EQ":
      let text = String(units: units[...]).drop { $0.isWhitespace }.dropFirst(2)
      open[open.count - 1].equation = RTFEquationField(String(text))
      open[open.count - 1].name = instruction.name
    case "": break
    default: open[open.count - 1].name = instruction.name
    }
  }

  private mutating func setSymbol(_ instruction: RTFInstruction) {
    let number = instruction.arguments.first.flatMap { text in
      text.lowercased().hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
    }
    guard let number, (0x20...0xFFFF).contains(number) else { return }
    open[open.count - 1].symbol = UInt16(number)
    open[open.count - 1].symbolFont =
      instruction.switches.first { $0.letter == "f" }?.argument
      ?? instruction.arguments.dropFirst().first ?? ""
  }

  private mutating func setLink(
    _ instruction: RTFInstruction, _ links: inout RTFLinks, _ report: inout ConversionReport,
    _ byteOffset: Int
  ) {
    guard let target = instruction.target else { return }
    guard RTFLink.isHarmless(target) else {
      report.add(
        .neutralised, .link, LinkSchemes.scheme(of: target) ?? "", byteOffset: byteOffset)
      return
    }
    // The text of the result is already in the document, and one pass cannot change its attributes.
    guard let field = open.last, field.resultStart == nil else {
      report.add(.dropped, .link, "its result comes before it", byteOffset: byteOffset)
      return
    }
    open[open.count - 1].link = links.index(
      of: InlineAttributes.Link(target, title: instruction.title))
  }
}

internal import IABytes
internal import IAFormats
internal import IASyntax
internal import IAText

/// Reads dictionaries of attributes; an object that several dictionaries share is read once.
struct AttributesReader {
  private var fonts: [Int: KitFont] = [:]
  private var colors: [Int: Color?] = [:]
  private var paragraphs: [Int: ParagraphAttributes] = [:]

  /// Reads the attributes of one run.
  mutating func read(
    _ value: KitValue, _ store: inout AttachmentStore, _ reading: inout FieldReading
  ) throws(InputError) -> KitAttributes {
    var set = KitAttributes()
    for (key, item) in try value.requireMembers() {
      let name = key.text ?? ""
      do throws(InputError) {
        var isKnown = try readLook(name, item, &set)
        if !isKnown { isKnown = try readIntensity(name, item, &set) }
        if !isKnown { isKnown = try readObject(name, item, &set, &store, &reading) }
        if !isKnown {
          reading.note(InputError(.kitAttribute, at: key.byteOffset, detail: key.shortText))
        }
      } catch {
        if error.limit != nil { throw error }
        try reading.tolerate(error)
      }
    }
    return set
  }

  /// Reads an attribute that affects the appearance of characters.
  private mutating func readLook(
    _ name: String, _ item: KitValue, _ set: inout KitAttributes
  ) throws(InputError) -> Bool {
    switch name {
    case "NSFont":
      if fonts[item.node.id] == nil { fonts[item.node.id] = try KitFont(item) }
      fonts[item.node.id]?.apply(to: &set.inline)
    case "NSColor": set.inline.foreground = try color(item)
    case "NSBackgroundColor": set.inline.background = try color(item)
    case "NSUnderline": set.inline.underline = Self.underline(try item.requireInteger())
    case "NSUnderlineColor":
      if let color = try color(item) {
        set.inline.underline = .init(set.inline.underline?.style ?? .single, color: color)
      }
    case "NSStrikethrough":
      let style = try item.requireInteger()
      set.inline.strikethrough = style & 0xF == 0 ? nil : style & 0xF == 9 ? .double : .single
    case "NSKern": set.inline.letterSpacing = try Self.length(item)
    case "NSBaselineOffset": set.inline.baselineOffset = try Self.length(item)
    case "NSSuperScript":
      let level = try item.requireInteger()
      set.inline.script = level == 0 ? nil : level > 0 ? .superscript : .subscript
    case "NSLanguage": set.inline.language = try item.requireText()
    case "NSOriginalFont", "CTForegroundColorFromContext": break
    default: return false
    }
    return true
  }

  /// Reads one of the source system's own attributes, and returns whether `name` is one.
  ///
  /// The first versions of the source system stored them separately, or together under one key.
  private func readIntensity(
    _ name: String, _ item: KitValue, _ set: inout KitAttributes
  ) throws(InputError) -> Bool {
    switch Self.withoutPrefix(name) {
    case "Keys":
      for (key, value) in try item.requireMembers() {
        guard let text = key.text, try readIntensityItem(text, value, &set) else {
          throw InputError(.kitAttribute, at: key.byteOffset, detail: key.shortText)
        }
      }
    default: return try readIntensityItem(name, item, &set)
    }
    return true
  }

  /// Reads a single attribute of the source system, and returns whether `name` is one.
  private func readIntensityItem(
    _ name: String, _ item: KitValue, _ set: inout KitAttributes
  ) throws(InputError) -> Bool {
    switch Self.withoutPrefix(name) {
    case "Intensity":
      // The first versions stored a fraction from 0 to 1, later ones an integer from 0 to 100.
      let number = try item.requireDouble()
      let percent = item.kind == .real && number <= 1 ? number * 100 : number
      set.intensity = UInt8(min(max(percent, 0), 100).rounded())
    case "Size": set.inline.fontSize = try Self.size(item)
    case "Bold": set.inline.bold = item.bool ?? false
    case "Italic": set.inline.italic = item.bool ?? false
    case "Underline": set.inline.underline = item.bool == true ? .init() : nil
    case "Strikethrough": set.inline.strikethrough = item.bool == true ? .single : nil
    case "CurrentRendering", "AttachSize": break
    default: return false
    }
    return true
  }

  private static func withoutPrefix(_ name: String) -> Substring {
    name.hasPrefix("IA") ? name.dropFirst(2) : name[...]
  }

  /// Reads an attribute whose value is an object.
  private mutating func readObject(
    _ name: String, _ item: KitValue, _ set: inout KitAttributes, _ store: inout AttachmentStore,
    _ reading: inout FieldReading
  ) throws(InputError) -> Bool {
    switch name {
    case "NSLink":
      guard let url = try item.urlText() else { throw item.wrongKind(expected: .url) }
      set.inline.link = .init(url)
    case "NSAttachment": set.attachment = try item.objectAttachment(&store, &reading)
    case "NSParagraphStyle":
      if let known = paragraphs[item.node.id] {
        set.paragraph = known
      } else {
        set.paragraph = try ParagraphAttributes(archived: item, &reading)
        paragraphs[item.node.id] = set.paragraph
      }
    default: return false
    }
    return true
  }

  private mutating func color(_ item: KitValue) throws(InputError) -> Color? {
    if let known = colors[item.node.id] { return known }
    let color = try Color(archived: item)
    colors[item.node.id] = .some(color)
    return color
  }

  /// Returns the underline for a bit field that states its pattern, its weight, and whether it skips spaces.
  private static func underline(_ bits: Int) -> InlineAttributes.Underline? {
    guard bits & 0xF != 0 else { return nil }
    if bits & 0x8000 != 0 { return .init(.words) }
    switch bits & 0xF00 {
    case 0x100: return .init(.dotted)
    case 0x200, 0x300, 0x400: return .init(.dashed)
    default: return .init(bits & 0xF == 9 ? .double : bits & 0xF == 2 ? .thick : .single)
    }
  }

  static func length(_ item: KitValue) throws(InputError) -> Double {
    let number = try item.requireDouble()
    guard number.magnitude <= 1e6 else {
      throw InputError(.kitAttribute, at: item.byteOffset, detail: "\(number) points")
    }
    return number
  }

  static func size(_ item: KitValue) throws(InputError) -> Double {
    let number = try length(item)
    guard number > 0 else {
      throw InputError(.kitAttribute, at: item.byteOffset, detail: "\(number) points")
    }
    return number
  }
}

/// A field of a form.
///
/// The state of the field is the text of the document: a box, a button, the choices of a list, or the text of a text
/// field. The other properties are a tag named `form`. Its value is the kind, then `name=`, `default=` and one `entry=`
/// for each entry, separated by spaces: `drop-down name=Size entry=S entry=M`. Spaces, percent signs and control
/// characters in values are percent-encoded UTF-8.
public struct FormField: Hashable, Sendable {
  /// The kinds of fields.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A box that is checked or not.
    case checkBox = "check-box"
    /// A list of entries, one of which is chosen.
    case dropDown = "drop-down"
    /// A field for text.
    case text
    /// A radio button; one button of a group, which consists of the buttons with the same name, is chosen.
    case radioButton = "radio"
    /// A list of entries, any number of which are chosen.
    case list
  }

  /// The kind.
  public var kind: Kind
  /// The name, which is not empty.
  @Spelled public var name: String?
  /// The text of the default state, which is not empty; `nil` for a box that is not checked, a button or
  /// entry that is not chosen, the first entry of a drop-down list, or no text.
  @Spelled public var defaultText: String?
  /// The entries of a list, or the value of a button if it has one.
  public var entries: [String]

  /// Creates a field; an empty name or default text is `nil`.
  public init(
    _ kind: Kind, name: String? = nil, defaultText: String? = nil, entries: [String] = []
  ) {
    self.kind = kind
    self.name = name?.isEmpty == true ? nil : name
    self.defaultText = defaultText?.isEmpty == true ? nil : defaultText
    self.entries = entries
  }

  /// The name of the tag.
  public static let tagName = "form"
  /// The text of a checked box.
  public static let checked = "\u{2612}"
  /// The text of a box that is not checked.
  public static let unchecked = "\u{2610}"
  /// The text of a chosen button.
  public static let chosen = "\u{25C9}"
  /// The text of a button that is not chosen.
  public static let unchosen = "\u{25CB}"
  /// The text between the chosen entries of a list.
  public static let separator = "\u{2028}"
  /// The text of a field without text, and of an empty entry: five en spaces, as in Word.
  public static let blank = "\u{2002}\u{2002}\u{2002}\u{2002}\u{2002}"

  /// Returns the text that shows a state; `blank` for an empty state.
  public static func shown(_ state: String) -> String { state.isEmpty ? blank : state }

  /// Returns the text of a list with chosen entries.
  public static func shown(_ choices: [String]) -> String {
    shown(choices.joined(separator: separator))
  }

  /// Returns the indices of the entries that a text shows as chosen, in ascending order; `nil` if the text
  /// does not show choices of this list.
  ///
  /// Of several equal entries, the first one is chosen.
  public func choices(shownBy text: String) -> [Int]? {
    if text == Self.blank { return [] }
    var found: [Int] = []
    var next = 0
    for part in text.unicodeScalars.split(separator: "\u{2028}", omittingEmptySubsequences: false) {
      guard
        let index = entries[next...].firstIndex(where: { $0.unicodeScalars.elementsEqual(part) })
      else { return nil }
      found.append(index)
      next = index + 1
    }
    return found
  }
}

extension FormField {
  /// Creates a field from the value of a tag; `nil` if the value is not one that `tag` returns.
  public init?(tag value: String) {
    let parts = value.split(separator: " ", omittingEmptySubsequences: false)
    guard let first = parts.first, let kind = Kind(rawValue: String(first)) else { return nil }
    self.init(kind)
    for part in parts.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { return nil }
      let text = Self.decoded(part[part.index(after: equals)...])
      switch part[..<equals] {
      case "name": name = text
      case "default": defaultText = text
      case "entry": entries.append(text)
      default: return nil
      }
    }
    guard name != "", defaultText != "", value.utf8.elementsEqual(tag.utf8) else { return nil }
  }

  /// The value of the tag.
  public var tag: String {
    var value = kind.rawValue
    if let name { value += " name=" + Self.encoded(name) }
    if let defaultText { value += " default=" + Self.encoded(defaultText) }
    for entry in entries { value += " entry=" + Self.encoded(entry) }
    return value
  }

  private static func encoded(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isEncoded) else { return text }
    var encoded = ""
    for scalar in text.unicodeScalars {
      guard isEncoded(scalar) else {
        encoded.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  private static func isEncoded(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || scalar == "%" || (0x7F..<0xA0).contains(scalar.value)
      || scalar.properties.isNoncharacterCodePoint || (0x2028...0x2029).contains(scalar.value)
  }

  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    let units = Array(text.utf8)
    var at = 0
    while at < units.count {
      if units[at] == UInt8(ascii: "%"), at + 2 < units.count,
        let byte = UInt8(String(decoding: units[at + 1...at + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        at += 3
      } else {
        bytes.append(units[at])
        at += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension InlineAttributes {
  /// The form field whose state the text is; `nil` for other text, and if the value of the tag `form` is not valid.
  public var formField: FormField? {
    get { self[tag: FormField.tagName].flatMap { FormField(tag: $0) } }
    set { self[tag: FormField.tagName] = newValue?.tag }
  }
}

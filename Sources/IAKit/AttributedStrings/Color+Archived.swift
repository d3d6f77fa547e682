internal import IABytes
internal import IASyntax
internal import IAText

extension Color {
  /// Creates a colour from its archived form in either of the system's libraries.
  ///
  /// - Throws: `InputError` with `iakit.attribute` for a colour that is stored only as a name in a catalogue.
  init?(archived value: KitValue) throws(InputError) {
    guard value.objectClass == .color else { throw value.wrongKind(expected: .object) }
    if let red = try value.field("UIRed")?.double, let green = try value.field("UIGreen")?.double,
      let blue = try value.field("UIBlue")?.double
    {
      self.init([red, green, blue, try value.field("UIAlpha")?.double ?? 1])
      return
    }
    if let white = try value.field("UIWhite")?.double {
      self.init([white, white, white, try value.field("UIAlpha")?.double ?? 1])
      return
    }
    if let text = try Self.components(of: "NSRGB", value), text.count >= 3 {
      self.init(text)
      return
    }
    if let text = try Self.components(of: "NSWhite", value), let white = text.first {
      self.init([white, white, white, text.count > 1 ? text[1] : 1])
      return
    }
    if let text = try Self.components(of: "NSCMYK", value), text.count >= 4 {
      let rest = 1 - text[3]
      let channels = text.prefix(3).map { (1 - $0) * rest }
      self.init(channels + [text.count > 4 ? text[4] : 1])
      return
    }
    throw InputError(.kitAttribute, at: value.byteOffset, detail: "a colour by its name")
  }

  /// Creates a colour from channels of 0…1 in order; it is opaque if there is no fourth channel.
  private init(_ channels: [Double]) {
    let bytes = channels.map { UInt8((min(max($0.isNaN ? 0 : $0, 0), 1) * 255).rounded()) }
    self.init(
      red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 255)
  }

  /// Returns decimal numbers in ASCII, separated by spaces and often followed by a zero byte.
  private static func components(
    of key: String, _ value: KitValue
  ) throws(InputError) -> [Double]? {
    guard let bytes = try value.field(key)?.bytes(), bytes.count <= 256 else { return nil }
    let words = bytes.split { $0 == 0x20 || $0 == 0 }
    let numbers = words.compactMap { Double(String(decoding: $0, as: UTF8.self)) }
    return numbers.count == words.count && !numbers.isEmpty ? numbers : nil
  }
}

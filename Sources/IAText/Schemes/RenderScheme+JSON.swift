public import IABytes
public import IASyntax

extension RenderScheme {
  /// Creates a scheme from its JSON form (Specs/intensity.md).
  ///
  /// - Parameters:
  ///   - bytes: The JSON text.
  ///   - limits: The maximum size and depth of the JSON text.
  /// - Throws: `InputError` with a `json.…` code if the text is not JSON, or a `scheme.…` code for
  ///   an unknown key, a list whose number of entries differs from the number of steps, or a value
  ///   out of its range, with its byte offset.
  public init(json bytes: [UInt8], limits: Limits = .standard) throws(InputError) {
    try self.init(json: JSONTable(bytes, limits: limits).root)
  }

  /// Creates a scheme from a JSON value.
  ///
  /// - Throws: `InputError` with a `json.…` or `scheme.…` code at the first invalid value.
  public init(json: JSONValue) throws(InputError) {
    let name = try json.require("scheme").requireText()
    let steps = try json.require("steps").requireInteger(in: 1...101)
    self.init(name: name, steps: steps)
    for (key, value) in try json.requireMembers() {
      switch key.text {
      case "scheme", "steps": break
      case "weights":
        weights = try Self.list(value, steps) { (entry) throws(InputError) in
          try entry.requireInteger(in: 1...1000)
        }
      case "colors":
        colors = try Self.list(value, steps) { (entry) throws(InputError) in
          try Self.color(entry)
        }
      case "darkColors":
        darkColors = try Self.list(value, steps) { (entry) throws(InputError) in
          try Self.color(entry)
        }
      case "opacities":
        opacities = try Self.list(value, steps) { (entry) throws(InputError) in
          try Self.number(entry, 0...1)
        }
      case "sizeOffsets":
        sizeOffsets = try Self.list(value, steps) { (entry) throws(InputError) in
          try Self.number(entry, -1000...1000)
        }
      case "sizeFactors":
        sizeFactors = try Self.list(value, steps) { (entry) throws(InputError) in
          try Self.number(entry, 0.01...100)
        }
      case "bold":
        guard let rule = BoldRule(rawValue: try value.requireText()) else {
          throw InputError(.schemeValue, at: value.byteOffset, detail: "no such rule for bold")
        }
        bold = rule
      case "boldDistance":
        boldDistance = try value.requireInteger(in: 1...101)
      case "animation": animation = try Self.animation(value)
      default:
        throw InputError(
          .schemeKey, at: key.byteOffset, detail: "unknown key \(key.text ?? "")")
      }
    }
  }

  /// The JSON form of the scheme; reading it gives an equal scheme.
  public var json: [UInt8] {
    var writer = JSONWriter(style: .pretty)
    writer.beginObject()
    writer.key("scheme")
    writer.string(name)
    writer.key("steps")
    writer.integer(steps)
    writer.member(list: "weights", weights) { $0.integer($1) }
    writer.member(list: "colors", colors) { $0.string($1.hex) }
    writer.member(list: "darkColors", darkColors) { $0.string($1.hex) }
    writer.member(list: "opacities", opacities) { $0.double($1) }
    writer.member(list: "sizeOffsets", sizeOffsets) { $0.double($1) }
    writer.member(list: "sizeFactors", sizeFactors) { $0.double($1) }
    if bold != .trait {
      writer.key("bold")
      writer.string(bold.rawValue)
    }
    if boldDistance != 1 {
      writer.key("boldDistance")
      writer.integer(boldDistance)
    }
    if let animation {
      writer.key("animation")
      animation.write(to: &writer)
    }
    writer.endObject()
    return writer.finish()
  }

  private static func list<Entry>(
    _ value: JSONValue, _ steps: Int, _ entry: (JSONValue) throws(InputError) -> Entry
  ) throws(InputError) -> [Entry] {
    let elements = try value.requireElements()
    guard elements.count == steps else {
      throw InputError(
        .schemeSteps, at: value.byteOffset, detail: "\(elements.count) entries for \(steps) steps")
    }
    var list: [Entry] = []
    for element in elements { list.append(try entry(element)) }
    return list
  }

  private static func color(_ value: JSONValue) throws(InputError) -> Color {
    guard let color = Color(hex: try value.requireText()) else {
      throw InputError(.schemeValue, at: value.byteOffset, detail: "expected #RRGGBB or #RRGGBBAA")
    }
    return color
  }

  private static func number(
    _ value: JSONValue, _ range: ClosedRange<Double>
  ) throws(InputError) -> Double {
    let number = try value.requireDouble()
    guard range.contains(number) else {
      throw InputError(
        .schemeValue, at: value.byteOffset,
        detail: "expected \(range.lowerBound)...\(range.upperBound)")
    }
    return number
  }

  private static func animation(_ value: JSONValue) throws(InputError) -> Animation {
    for (key, _) in try value.requireMembers()
    where !["fadingLayer", "fadingColor", "duration", "top", "bottom"].contains(key.text) {
      throw InputError(.schemeKey, at: key.byteOffset, detail: "unknown key \(key.text ?? "")")
    }
    let layerValue = try value.require("fadingLayer")
    guard let layer = Animation.Layer(rawValue: try layerValue.requireText()) else {
      throw InputError(.schemeValue, at: layerValue.byteOffset, detail: "expected top or bottom")
    }
    func opacity(_ entry: JSONValue) throws(InputError) -> Double { try number(entry, 0...1) }
    let top = try list(value.require("top"), 2, opacity)
    let bottom = try list(value.require("bottom"), 2, opacity)
    return Animation(
      fadingLayer: layer, fadingColor: try color(value.require("fadingColor")),
      parameters: AnimationParameters(
        duration: try number(value.require("duration"), 0.01...3600),
        topLayerFrom: top[0], topLayerTo: top[1],
        bottomLayerFrom: bottom[0], bottomLayerTo: bottom[1]))
  }
}

extension RenderScheme.Animation {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("fadingLayer")
    writer.string(fadingLayer.rawValue)
    writer.key("fadingColor")
    writer.string(fadingColor.hex)
    writer.key("duration")
    writer.double(parameters.duration)
    writer.member(list: "top", [parameters.topLayerFrom, parameters.topLayerTo]) { $0.double($1) }
    writer.member(list: "bottom", [parameters.bottomLayerFrom, parameters.bottomLayerTo]) {
      $0.double($1)
    }
    writer.endObject()
  }
}

extension InputError.Code {
  /// A scheme has an unknown key.
  public static let schemeKey = Self(rawValue: "scheme.key")
  /// The number of entries in a list of a scheme differs from the number of steps.
  public static let schemeSteps = Self(rawValue: "scheme.steps")
  /// A value of a scheme is not in its domain.
  public static let schemeValue = Self(rawValue: "scheme.value")
}

internal import IASVG
internal import IAText

/// The gradients of a PDF as shadings (ISO 32000-1, 8.7.4.5); each is stored once.
struct PDFShadings {
  private var numbers: [SVGPicture.Gradient: Int] = [:]
  /// The numbers of the objects by the numbers of the shadings.
  private(set) var objects: [Int] = []

  /// The number of repetitions of a gradient beyond its ends, for gradients that are not padded.
  private static let repeats = 12

  /// Returns the number of a gradient; its opacity and its matrix are not part of the shading.
  mutating func number(of gradient: SVGPicture.Gradient, in file: inout PDFObjects) -> Int {
    var key = gradient
    key.matrix = .identity
    if let known = numbers[key] { return known }
    objects.append(file.add(Self.entries(key)))
    numbers[key] = objects.count - 1
    return objects.count - 1
  }

  private static func entries(_ gradient: SVGPicture.Gradient) -> String {
    let isPadded = gradient.spread == .pad
    // The start and the end of the domain, in lengths of the gradient.
    var (first, last) = (0, 1)
    let coordinates: [Double]
    let type: Int
    switch gradient.form {
    case .linear(let from, let to):
      if !isPadded { (first, last) = (-repeats, repeats + 1) }
      func place(_ share: Int) -> [Double] {
        [from.x + (to.x - from.x) * Double(share), from.y + (to.y - from.y) * Double(share)]
      }
      (type, coordinates) = (2, place(first) + place(last))
    case .radial(let focus, let focalRadius, let center, let radius):
      if !isPadded { last = repeats + 1 }
      let end = Double(last)
      type = 3
      coordinates = [
        focus.x, focus.y, focalRadius, focus.x + (center.x - focus.x) * end,
        focus.y + (center.y - focus.y) * end, focalRadius + (radius - focalRadius) * end,
      ]
    }
    let numbers = coordinates.map(SVGPainter.precise).joined(separator: " ")
    let function = function(gradient, first, last)
    return "<< /ShadingType \(type) /ColorSpace /DeviceRGB /Coords [ \(numbers) ] "
      + "/Domain [ \(first) \(last) ] /Extend [ true true ] /Function \(function) >>"
  }

  /// Returns a function of the colours between the stops.
  private static func function(
    _ gradient: SVGPicture.Gradient, _ first: Int, _ last: Int
  ) -> String {
    var parts: [(start: Double, end: Double, from: Color, to: Color)] = []
    func add(_ start: Double, _ end: Double, _ from: Color, _ to: Color) {
      if end - start > 1e-6 { parts.append((start, end, from, to)) }
    }
    var stops = gradient.stops
    for period in first..<last {
      let isMirrored = gradient.spread == .reflect && !period.isMultiple(of: 2)
      stops = gradient.stops
      if isMirrored {
        stops = stops.reversed().map { .init(offset: 1 - $0.offset, color: $0.color) }
      }
      let base = Double(period)
      add(base, base + stops[0].offset, stops[0].color, stops[0].color)
      for (stop, next) in zip(stops, stops.dropFirst()) {
        add(base + stop.offset, base + next.offset, stop.color, next.color)
      }
      let end = stops[stops.count - 1]
      add(base + end.offset, base + 1, end.color, end.color)
    }
    let functions = parts.map { part in
      "<< /FunctionType 2 /Domain [ 0 1 ] /C0 [ \(channels(part.from)) ] "
        + "/C1 [ \(channels(part.to)) ] /N 1 >>"
    }
    let bounds = parts.dropFirst().map { SVGPainter.precise($0.start) }
    let encode = Array(repeating: "0 1", count: parts.count)
    return "<< /FunctionType 3 /Domain [ \(first) \(last) ] "
      + "/Functions [ \(functions.joined(separator: " ")) ] "
      + "/Bounds [ \(bounds.joined(separator: " ")) ] /Encode [ \(encode.joined(separator: " ")) ] >>"
  }

  private static func channels(_ color: Color) -> String {
    [color.red, color.green, color.blue].map { SVGPainter.number(Double($0) / 255) }
      .joined(separator: " ")
  }
}

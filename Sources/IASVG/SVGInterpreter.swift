internal import IABytes
internal import IAText

extension SVGPicture {
  /// Creates a picture from an SVG file; `nil` if the file is not well-formed, has no size, or exceeds a limit.
  ///
  /// The file cannot cause other files to be read.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maxBytes, Self.isLikely(bytes), let tree = XMLTree(bytes),
      var reader = SVGInterpreter(tree)
    else { return nil }
    reader.read()
    self = reader.picture
  }
}

/// Converts the elements of an SVG file to drawing operations, without recursion.
struct SVGInterpreter {
  /// An element that is still open.
  struct Frame {
    var node: Int
    /// The index of the next child, or −1.
    var next: Int
    /// Whether only that child is read, for the target of a `use` element.
    var isSingle = false
    var style: SVGStyle
    /// The matrix that maps to the coordinates of the picture.
    var matrix: SVGMatrix
    var viewport: SVGBox
    /// The number of enclosing `use` elements.
    var uses: Int
    /// The product of the opacities of enclosing groups that are not drawn as groups.
    var opacity = 1.0
    /// The number of groups that end with this element.
    var groups = 0
  }

  let nodes: [XMLTree.Node]
  var ids: [String: Int] = [:]
  var sheet = SVGSheet()
  var picture: SVGPicture
  var frames: [Frame] = []
  /// The remaining number of elements that may be read, including the copies by `use`.
  private var elementsLeft = 200_000
  private(set) var segmentsLeft = SVGPicture.maxSegments
  private var groupsLeft = 256
  private var openGroups = 0
  /// The remaining area that may be painted, as a multiple of the area of the picture.
  private var areaLeft = 2_000.0
  /// The remaining number of bytes of text that may be drawn.
  var textLeft = 200_000
  /// The remaining number of bytes of bitmaps that may be drawn.
  private var imageBytesLeft = 64 << 20

  static let maxUses = 16
  private static let maxOpenGroups = 12

  init?(_ tree: XMLTree) {
    nodes = tree.nodes
    guard let root = nodes.first, root.name == "svg", root.isSVG,
      let size = Self.size(of: root)
    else { return nil }
    picture = SVGPicture(width: size.width, height: size.height)
    picture.stretches = SVGAspectRatio(root["preserveAspectRatio"]).stretches
    for (number, node) in nodes.enumerated() where node.isSVG {
      if let id = node["id"], ids[id] == nil { ids[id] = number }
      if node.name == "style", ["", "text/css"].contains(node["type"] ?? "") {
        sheet.add(text(of: number))
      }
    }
    for child in children(of: 0) where nodes[child].isSVG {
      guard nodes[child].name == "title" || picture.title == nil && nodes[child].name == "desc"
      else { continue }
      let words = text(of: child).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !words.isEmpty { picture.title = String(words.prefix(1000)) }
      if nodes[child].name == "title", !words.isEmpty { break }
    }
  }

  /// Returns the natural size: `width` and `height`.
  ///
  /// If one of them is missing, the proportions of the view box determine it, and if both are missing, the size of the
  /// view box is used. Without a view box, the default is 300 × 150.
  static func size(of root: XMLTree.Node) -> (width: Double, height: Double)? {
    let box = viewBox(of: root)
    func side(_ name: String) -> Double? {
      guard let length = root[name].flatMap(SVGLength.init), length.unit != .percent else {
        return nil
      }
      return length.pixels(.horizontal, in: SVGBox(x: 0, y: 0, width: 0, height: 0), em: 16)
    }
    var (width, height) = (side("width"), side("height"))
    if let box, box.width > 0, box.height > 0 {
      if width == nil, height == nil { (width, height) = (box.width, box.height) }
      if width == nil { width = (height ?? 0) * box.width / box.height }
      if height == nil { height = (width ?? 0) * box.height / box.width }
    }
    let size = (width: width ?? 300, height: height ?? 150)
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      return nil
    }
    let factor = min(1, SVGPicture.maxSide / max(size.width, size.height))
    return (size.width * factor, size.height * factor)
  }

  static func viewBox(of node: XMLTree.Node) -> SVGBox? {
    guard let numbers = node["viewBox"].map({ SVGScanner.numbers($0, limit: 4) }),
      numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0
    else { return nil }
    return SVGBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  // MARK: Tree

  func children(of node: Int) -> some Sequence<Int> {
    sequence(state: nodes[node].firstChild) { next -> Int? in
      guard next >= 0 else { return nil }
      defer { next = nodes[next].next }
      return next
    }
  }

  /// Returns the text in an element, at most 256 KiB.
  func text(of node: Int) -> String {
    var text = ""
    var place = node + 1
    while place < nodes.count, nodes[place].depth > nodes[node].depth {
      text += nodes[place].text
      if text.utf8.count > 1 << 18 { break }
      place += 1
    }
    return text
  }

  /// The name of parts that exceed a limit, in the list of omissions.
  static let beyondLimit = "parts beyond a limit"

  mutating func omit(_ name: String) {
    if picture.omissions.count < 32 { picture.omissions.insert(name) }
  }

  // MARK: Walk

  mutating func read() {
    enter(0, in: nil)
    while let index = frames.indices.last {
      let child = frames[index].next
      if child >= 0 {
        frames[index].next = frames[index].isSingle ? -1 : nodes[child].next
        if !nodes[child].name.isEmpty { enter(child, in: frames[index]) }
      } else {
        for _ in 0..<frames[index].groups { endGroup() }
        frames.removeLast()
      }
    }
  }

  func style(of node: Int, in parent: SVGStyle, sheet: inout SVGSheet) -> SVGStyle {
    var style = parent.inherited
    for (name, value) in nodes[node].attributes { style.apply(name, value, parent: parent) }
    let rules = sheet.declarations(for: node, in: nodes)
    let own = nodes[node]["style"].map(SVGSheet.declarations) ?? []
    for isImportant in [false, true] {
      for rule in rules + own where rule.isImportant == isImportant {
        style.apply(rule.name, rule.value, parent: parent)
      }
    }
    return style
  }

  private mutating func enter(_ node: Int, in parent: Frame?) {
    let element = nodes[node]
    elementsLeft -= 1
    guard element.isSVG else { return }
    guard elementsLeft > 0, picture.operations.count < SVGPicture.maxOperations else {
      return omit(Self.beyondLimit)
    }
    switch element.name {
    case "svg", "g", "a", "use", "switch", "path", "rect", "circle", "ellipse", "line", "polyline",
      "polygon", "text", "image":
      break
    case "symbol" where parent?.isSingle == true: break
    case "foreignObject", "animate", "animateTransform", "animateMotion", "set":
      return omit(element.name)
    default: return
    }
    let viewport = SVGBox(x: 0, y: 0, width: picture.width, height: picture.height)
    let style = style(of: node, in: parent?.style ?? SVGStyle(), sheet: &sheet)
    guard !style.isUndisplayed else { return }
    var frame = Frame(
      node: node, next: element.firstChild, style: style, matrix: parent?.matrix ?? .identity,
      viewport: parent?.viewport ?? viewport, uses: parent?.uses ?? 0)
    frame.opacity = parent?.opacity ?? 1
    if let transform = style.transform, parent != nil {
      frame.matrix = frame.matrix.after(transform)
      guard frame.matrix.isUsable else { return }
    }
    if style.hasFilter { omit("filter") }
    if style.blends { omit("mix-blend-mode") }
    read(element, &frame, parent)
  }

  private mutating func read(_ element: XMLTree.Node, _ frame: inout Frame, _ parent: Frame?) {
    switch element.name {
    case "svg", "symbol":
      beginGroup(&frame, box: nil)
      guard enterViewport(element, &frame, parent) else { return leave(frame) }
      frames.append(frame)
    case "g", "a":
      beginGroup(&frame, box: nil)
      frames.append(frame)
    case "switch":
      beginGroup(&frame, box: nil)
      frame.next = chosenChild(of: frame.node)
      frame.isSingle = true
      frames.append(frame)
    case "use":
      guard let target = element["href"].flatMap(target), frame.uses < Self.maxUses else {
        return omit("use")
      }
      frame.matrix = frame.matrix.after(
        .translation(
          length(element, "x", .horizontal, frame) ?? 0,
          length(element, "y", .vertical, frame) ?? 0))
      frame.uses += 1
      frame.next = target
      frame.isSingle = true
      beginGroup(&frame, box: nil)
      frames.append(frame)
    case "text": readText(frame)
    case "image": readImage(element, frame)
    default: readShape(element, frame)
    }
  }

  mutating func leave(_ frame: Frame) {
    for _ in 0..<frame.groups { endGroup() }
  }

  /// Returns the index of the element with the address `#id`.
  func target(_ address: String) -> Int? {
    let address = SVGStyle.trimmed(address)
    return address.hasPrefix("#") ? ids[String(address.dropFirst())] : nil
  }

  private func chosenChild(of node: Int) -> Int {
    for child in children(of: node) where nodes[child].isSVG && !nodes[child].name.isEmpty {
      if nodes[child].name == "foreignObject" { continue }
      if nodes[child]["requiredExtensions"].map({ !$0.isEmpty }) == true { continue }
      if let languages = nodes[child]["systemLanguage"] {
        let isEnglish = languages.split(separator: ",").contains {
          SVGStyle.trimmed(String($0)).lowercased().hasPrefix("en")
        }
        if !isEnglish { continue }
      }
      return child
    }
    return -1
  }

  /// Changes the coordinates to those of an `svg` or `symbol` element; returns `false` if its area is empty.
  private mutating func enterViewport(
    _ element: XMLTree.Node, _ frame: inout Frame, _ parent: Frame?
  ) -> Bool {
    var area = SVGBox(x: 0, y: 0, width: picture.width, height: picture.height)
    if let parent {
      let isSymbol = element.name == "symbol"
      if !isSymbol {
        area.x = length(element, "x", .horizontal, parent) ?? 0
        area.y = length(element, "y", .vertical, parent) ?? 0
      }
      let use = parent.isSingle ? nodes[parent.node] : nil
      area.width =
        use.flatMap { length($0, "width", .horizontal, parent) }
        ?? length(element, "width", .horizontal, parent) ?? parent.viewport.width
      area.height =
        use.flatMap { length($0, "height", .vertical, parent) }
        ?? length(element, "height", .vertical, parent) ?? parent.viewport.height
      guard area.width > 0, area.height > 0 else { return false }
      if frame.style.overflows != true, groupsLeft > 0, openGroups < Self.maxOpenGroups,
        Self.viewBox(of: element) != nil || !isSymbol
      {
        begin(
          opacity: 1,
          clips: [.init(path: SVGPath.rectangle(area).mapped(frame.matrix), isEvenOdd: false)],
          &frame)
      }
    }
    var viewport = SVGBox(x: 0, y: 0, width: area.width, height: area.height)
    if let box = Self.viewBox(of: element) {
      guard
        let matrix = SVGAspectRatio(element["preserveAspectRatio"]).matrix(from: box, to: area)
      else { return false }
      frame.matrix = frame.matrix.after(matrix)
      viewport = box
    } else {
      frame.matrix = frame.matrix.after(.translation(area.x, area.y))
    }
    frame.viewport = viewport
    return frame.matrix.isUsable
  }

  // MARK: Groups

  /// Starts a group if the style needs one.
  ///
  /// - Parameter box: The bounding box of a shape, in its coordinates; `nil` for other elements.
  mutating func beginGroup(_ frame: inout Frame, box: SVGBox?) {
    let opacity = frame.style.opacity
    var clips: [SVGPicture.Area] = []
    if let name = frame.style.clip {
      guard let found = self.clips(name, frame, box: box) else { return beginOpacity(&frame) }
      clips = found
    }
    if let name = frame.style.mask, let area = mask(name, frame, box: box) { clips.append(area) }
    guard !clips.isEmpty || opacity < 1 else { return }
    guard groupsLeft > 0, openGroups < Self.maxOpenGroups else {
      if !clips.isEmpty { omit("clipPath") }
      return beginOpacity(&frame)
    }
    begin(opacity: opacity, clips: clips, &frame)
  }

  private func beginOpacity(_ frame: inout Frame) { frame.opacity *= frame.style.opacity }

  private mutating func begin(opacity: Double, clips: [SVGPicture.Area], _ frame: inout Frame) {
    picture.operations.append(.begin(opacity: opacity, clips: clips))
    groupsLeft -= 1
    openGroups += 1
    frame.groups += 1
  }

  mutating func endGroup() {
    // An empty group is removed.
    if case .begin? = picture.operations.last {
      picture.operations.removeLast()
    } else {
      picture.operations.append(.end)
    }
    openGroups -= 1
  }

  // MARK: Shapes

  func length(
    _ element: XMLTree.Node, _ name: String, _ axis: SVGLength.Axis, _ frame: Frame
  ) -> Double? {
    element[name].flatMap(SVGLength.init)?.pixels(
      axis, in: frame.viewport, em: frame.style.font.size)
  }

  /// Returns the path of a shape in its own coordinates; `nil` if it has no visible part.
  mutating func path(of element: XMLTree.Node, _ frame: Frame) -> SVGPath? {
    func number(_ name: String, _ axis: SVGLength.Axis) -> Double {
      length(element, name, axis, frame) ?? 0
    }
    var path: SVGPath
    switch element.name {
    case "path":
      path = SVGPathReader.path(element["d"] ?? "", limit: segmentsLeft)
    case "rect":
      let box = SVGBox(
        x: number("x", .horizontal), y: number("y", .vertical),
        width: number("width", .horizontal), height: number("height", .vertical))
      guard box.width > 0, box.height > 0 else { return nil }
      let (rx, ry) = (
        length(element, "rx", .horizontal, frame), length(element, "ry", .vertical, frame)
      )
      path = .rectangle(box, max(rx ?? ry ?? 0, 0), max(ry ?? rx ?? 0, 0))
    case "circle":
      let radius = number("r", .diagonal)
      guard radius > 0 else { return nil }
      path = .ellipse(number("cx", .horizontal), number("cy", .vertical), radius, radius)
    case "ellipse":
      let (rx, ry) = (
        length(element, "rx", .horizontal, frame), length(element, "ry", .vertical, frame)
      )
      guard let width = rx ?? ry, let height = ry ?? rx, width > 0, height > 0 else { return nil }
      path = .ellipse(number("cx", .horizontal), number("cy", .vertical), width, height)
    case "line":
      path = SVGPath()
      path.move(SVGPoint(number("x1", .horizontal), number("y1", .vertical)))
      path.line(SVGPoint(number("x2", .horizontal), number("y2", .vertical)))
    default:
      path = SVGPathReader.polygon(
        element["points"] ?? "", isClosed: element.name == "polygon", limit: segmentsLeft)
    }
    segmentsLeft -= path.segments.count
    if segmentsLeft <= 0 { omit(Self.beyondLimit) }
    return path.isEmpty ? nil : path
  }

  private mutating func readShape(_ element: XMLTree.Node, _ frame: Frame) {
    var frame = frame
    let style = frame.style
    guard !style.isHidden, let path = path(of: element, frame), let box = path.bounds else {
      return
    }
    let fill = element.name == "line" ? nil : paint(style.fill, style.fillOpacity, frame, box: box)
    let width = style.line.width.pixels(.diagonal, in: frame.viewport, em: style.font.size)
    let stroke =
      width > 0 && style.line.paint != .none
      ? paint(style.line.paint, style.line.opacity, frame, box: box) : nil
    if !style.markers.isEmpty, ["path", "line", "polyline", "polygon"].contains(element.name) {
      addMarkers(path, width, stroke ?? fill, frame)
    }
    guard fill != nil || stroke != nil else { return }
    if fill != nil && stroke != nil || style.clip != nil || style.mask != nil {
      beginGroup(&frame, box: box)
    } else {
      frame.opacity *= style.opacity
    }
    if let fill, spend(box, frame.matrix, 0) {
      picture.operations.append(
        .fill(
          .init(path: path.mapped(frame.matrix), isEvenOdd: style.isEvenOdd),
          Self.faded(fill, frame.opacity)))
    }
    if let stroke, spend(box, frame.matrix, width) {
      let line = line(style, width, path, frame)
      let keeps = style.strokeKeepsWidth
      picture.operations.append(
        .stroke(
          keeps ? path.mapped(frame.matrix) : path, Self.faded(stroke, frame.opacity), line,
          keeps ? .identity : frame.matrix))
    }
    leave(frame)
  }

  /// The maximum number of dashes along a path.
  private static let maxDashes = 20_000.0

  private mutating func line(
    _ style: SVGStyle, _ width: Double, _ path: SVGPath, _ frame: Frame
  ) -> SVGPicture.Stroke {
    func pixels(_ length: SVGLength) -> Double {
      length.pixels(.diagonal, in: frame.viewport, em: style.font.size)
    }
    var dashes = style.line.dashes.map(pixels)
    let sum = dashes.reduce(0, +)
    if sum <= 0 || !sum.isFinite {
      dashes = []
    } else if path.roughLength / sum * Double(dashes.count) > Self.maxDashes {
      omit("stroke-dasharray")
      dashes = []
    }
    if !dashes.count.isMultiple(of: 2) { dashes += dashes }
    return SVGPicture.Stroke(
      width: min(width, SVGPath.maxCoordinate), cap: style.line.cap, join: style.line.join,
      miterLimit: style.line.miterLimit, dashes: dashes,
      dashOffset: dashes.isEmpty ? 0 : pixels(style.line.dashOffset))
  }

  /// Subtracts the area of a shape from the area that may be painted; returns `false` if this area is
  /// then empty.
  private mutating func spend(_ box: SVGBox, _ matrix: SVGMatrix, _ width: Double) -> Bool {
    var corners = SVGPath.rectangle(box).mapped(matrix).bounds ?? box
    let extra = width * matrix.scaleFactor
    corners.width += extra
    corners.height += extra
    let (left, right) = (max(corners.x, 0), min(corners.x + corners.width, picture.width))
    let (top, bottom) = (max(corners.y, 0), min(corners.y + corners.height, picture.height))
    let area = max(right - left, 0) * max(bottom - top, 0) / (picture.width * picture.height)
    areaLeft -= area.isFinite ? area : 1
    if areaLeft <= 0 || segmentsLeft <= 0 { omit(Self.beyondLimit) }
    return areaLeft > 0
  }

  static func faded(_ paint: SVGPicture.Paint, _ opacity: Double) -> SVGPicture.Paint {
    guard opacity < 1 else { return paint }
    switch paint {
    case .color(let color): return .color(color.faded(opacity))
    case .gradient(var gradient):
      for index in gradient.stops.indices {
        gradient.stops[index].color = gradient.stops[index].color.faded(opacity)
      }
      return .gradient(gradient)
    }
  }

  // MARK: Pictures of pixels

  private mutating func readImage(_ element: XMLTree.Node, _ frame: Frame) {
    guard !frame.style.isHidden, imageBytesLeft >= 0 else { return }
    guard let address = element["href"], let bytes = Self.bytes(ofAddress: address),
      let type = MediaType.sniffed(from: bytes),
      ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(type)
    else { return omit("image") }
    var frame = frame
    let box = SVGBox(
      x: length(element, "x", .horizontal, frame) ?? 0,
      y: length(element, "y", .vertical, frame) ?? 0,
      width: max(length(element, "width", .horizontal, frame) ?? 0, 0),
      height: max(length(element, "height", .vertical, frame) ?? 0, 0))
    beginGroup(&frame, box: box)
    imageBytesLeft -= bytes.count
    if imageBytesLeft < 0 { omit(Self.beyondLimit) }
    if imageBytesLeft >= 0, spend(box, frame.matrix, 0) {
      picture.operations.append(
        .image(
          SVGPicture.Image(
            bytes: bytes, box: box,
            stretches: SVGAspectRatio(element["preserveAspectRatio"]).stretches,
            matrix: frame.matrix)))
    }
    leave(frame)
  }

  /// The maximum length of the address of a bitmap, in bytes.
  private static let maxAddressBytes = 24 << 20

  /// Returns the bytes of a `data:` URL in base64; `nil` for any other address.
  private static func bytes(ofAddress address: String) -> [UInt8]? {
    let all = address.utf8
    guard all.count <= maxAddressBytes, address.prefix(5).lowercased() == "data:",
      let comma = all.firstIndex(of: UInt8(ascii: ",")),
      String(decoding: all[..<comma], as: UTF8.self).lowercased().hasSuffix(";base64")
    else { return nil }
    var digits = all[all.index(after: comma)...].filter {
      !SVGScanner.isSpace($0) && $0 != UInt8(ascii: "=")
    }
    while digits.count & 3 != 0 { digits.append(UInt8(ascii: "=")) }
    return try? Base64.decode(digits.span)
  }
}

extension Color {
  /// Returns the colour with its opacity multiplied by a factor.
  func faded(_ opacity: Double) -> Color {
    var color = self
    color.alpha = UInt8((Double(alpha) * (opacity > 0 ? min(opacity, 1) : 0)).rounded())
    return color
  }
}

extension ParagraphAttributes {
  /// The borders and the colour behind the lines of a paragraph.
  struct Frame: Hashable, Sendable {
    var borders = Sides<Border>()
    var spacing = Sides<Double>()
    var shading: Color?

    var isSet: Bool { !borders.isEmpty || !spacing.isEmpty || shading != nil }

    /// Hashes all values, because a document may have many sets that differ in one value.
    func hash(into hasher: inout Hasher) {
      hasher.combine(flags: [
        borders.top != nil, borders.right != nil, borders.bottom != nil, borders.left != nil,
        spacing.top != nil, spacing.right != nil, spacing.bottom != nil, spacing.left != nil,
        shading != nil,
      ])
      if let shading { hasher.combine(shading.bits) }
      hasher.combine(ifSet: borders.top)
      hasher.combine(ifSet: borders.right)
      hasher.combine(ifSet: borders.bottom)
      hasher.combine(ifSet: borders.left)
      hasher.combine(ifSet: spacing.top)
      hasher.combine(ifSet: spacing.right)
      hasher.combine(ifSet: spacing.bottom)
      hasher.combine(ifSet: spacing.left)
    }
  }

  /// The lines along the sides of the paragraph.
  ///
  /// Consecutive paragraphs with equal borders, border spacing and indents share one box.
  public var borders: Sides<Border> {
    get { hasFrame ? frame?.borders ?? Sides() : Sides() }
    set { change(!newValue.isEmpty) { $0.borders = newValue } }
  }

  /// The space between each border and the text, in points; 0 if it is `nil`.
  public var borderSpacing: Sides<Double> {
    get { hasFrame ? frame?.spacing ?? Sides() : Sides() }
    set { change(!newValue.isEmpty) { $0.spacing = newValue } }
  }

  /// The colour behind the lines, between the borders.
  public var shading: Color? {
    get { hasFrame ? frame?.shading : nil }
    set { change(newValue != nil) { $0.shading = newValue } }
  }

  /// Changes the frame; one without any value is removed.
  private mutating func change(_ isNeeded: Bool, _ change: (inout Frame) -> Void) {
    guard isNeeded || hasFrame else { return }
    var setting = self.setting ?? Setting()
    var frame = setting.frame ?? Frame()
    change(&frame)
    setting.frame = frame.isSet ? frame : nil
    self.setting = setting
  }
}

extension Hasher {
  /// Hashes a border if it is not `nil`.
  fileprivate mutating func combine(ifSet border: Border?) {
    guard let border else { return }
    combine(border.style)
    combine(ifSet: border.width)
    if let color = border.color { combine(color.bits) }
  }
}

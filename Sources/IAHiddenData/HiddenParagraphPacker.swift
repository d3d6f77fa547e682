/// Packs the hidden data of paragraphs into a reused buffer, directly from intensities.
package struct HiddenParagraphPacker {
  private var packer = Packer()

  /// Creates a packer.
  package init() {}

  /// The packed form of the paragraph packed last.
  package var bytes: [UInt8] { packer.bytes }

  /// Packs a paragraph.
  ///
  /// - Parameters:
  ///   - hidden: The paragraph; its `intensities` are ignored.
  ///   - intensities: The intensities of all its units, each 0…100.
  package mutating func pack(
    _ hidden: HiddenParagraph, intensities: Span<UInt8>
  ) {
    packer.removeAll()
    hidden.pack(to: &packer) { $0.runs(of: intensities) }
  }

  /// Packs a paragraph in which all units have the same intensity.
  package mutating func pack(_ hidden: HiddenParagraph, utf16Count: Int, intensity: UInt8) {
    packer.removeAll()
    hidden.pack(to: &packer) { packer in
      packer.runs(utf16Count > 0 ? [.init(count: utf16Count, value: Int(intensity))] : [])
    }
  }
}

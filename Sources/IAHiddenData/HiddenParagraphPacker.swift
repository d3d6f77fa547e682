/// Packs hidden data of one paragraph after the other into the same bytes, without making a list of
/// its intensities first.
package struct HiddenParagraphPacker {
  private var packer = Packer()

  /// Makes a packer.
  package init() {}

  /// The packed form of the last paragraph.
  package var bytes: [UInt8] { packer.bytes }

  /// Packs a paragraph.
  ///
  /// - Parameters:
  ///   - hidden: The paragraph; what it says of intensities is not looked at.
  ///   - intensities: Those of all its units, each 0…100.
  package mutating func pack(
    _ hidden: HiddenParagraph, intensities: Span<UInt8>
  ) {
    packer.removeAll()
    hidden.pack(to: &packer) { $0.runs(of: intensities) }
  }

  /// Packs a paragraph whose units all have one intensity.
  package mutating func pack(_ hidden: HiddenParagraph, utf16Count: Int, intensity: UInt8) {
    packer.removeAll()
    hidden.pack(to: &packer) { packer in
      packer.runs(utf16Count > 0 ? [.init(count: utf16Count, value: Int(intensity))] : [])
    }
  }
}

import CMeasure
import CRawShaping
import Harness
import IAFonts
import IALayout
import IAText
import Inputs

/// What all comparisons of layouts share: fonts, options, the yardstick.
struct LayoutInputs {
  static let fontPath = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"

  let fonts: FontCollection
  let options: LayoutOptions

  init() throws {
    fonts = try .system()
    var options = LayoutOptions()
    options.fontFamilies = ["Noto Sans"]
    options.fontSize = 16
    self.options = options
  }

  func typesetter(_ change: (inout LayoutOptions) -> Void = { _ in }) -> Typesetter {
    var options = options
    change(&options)
    return Typesetter(fonts: fonts, options: options)
  }

  /// A layout in one container without padding, as the peers have it.
  func manager(
    _ string: IAString, width: Double = 300, _ typesetter: Typesetter? = nil
  ) -> LayoutManager {
    let manager = LayoutManager(
      typesetter ?? self.typesetter(),
      containers: [TextContainer(width: width, lineFragmentPadding: 0)])
    manager.setString(string)
    return manager
  }

  /// HarfBuzz alone over the same text.
  func yardstick(_ units: [UInt16]) -> Kernel {
    let font = RawFont(Self.fontPath)
    return Kernel("raw HarfBuzz", .peer) { _, watch in
      let units = opaque(units)
      let sum = watch.time {
        units.withUnsafeBufferPointer {
          raw_shaping_advance(font.handle, $0.baseAddress, Int32($0.count))
        }
      }
      _ = opaque(sum)
      return units.count
    }
  }
}

/// HarfBuzz's font, closed with its owner.
final class RawFont {
  let handle: UnsafeMutableRawPointer?

  init(_ path: String) { handle = raw_shaping_open(path) }

  deinit { raw_shaping_close(handle) }
}

import IALayout
import IAText
import Testing

@testable import IARender

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The legible edition of the hue scheme, computed from its colours.
@Suite struct LegibleSchemeTests {
  private static let scheme = RenderScheme.hue(.legible)

  /// The colours of the steps in a theme, as the renderer resolves them.
  private static func colors(_ theme: Theme) throws -> [Color] {
    try #require(Looks(scheme: scheme).layoutOptions(theme).scheme).colors
  }

  private static func grounds(_ theme: Theme) -> [Color] {
    [theme.paper, theme.otherBubble, theme.ownBubble]
  }

  @Test(arguments: [Theme.light, Theme.dark])
  func `Each step has a contrast of 4.5 to 1 on each background of a theme`(theme: Theme) throws {
    let colors = try Self.colors(theme)
    #expect(colors.count == 20)
    for color in colors {
      // The renderer does not change these colours further.
      #expect(theme.ink(color) == color)
      for ground in Self.grounds(theme) {
        #expect(color.contrast(with: ground) >= 4.5, "\(color.hex) on \(ground.hex)")
      }
    }
  }

  /// Matrices for complete dichromacy in linear RGB (Machado, Oliveira and Fernandes, "A
  /// Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, table 1).
  private static let vision: [(name: String, matrix: [[Double]])] = [
    ("normal", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    (
      "protanopia",
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    ),
    (
      "deuteranopia",
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    ),
    (
      "tritanopia",
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ]
    ),
  ]

  /// Returns the lightness L* (CIE 1976) of a colour with a type of colour vision.
  private static func lightness(_ color: Color, _ matrix: [[Double]]) -> Double {
    let channels = [color.red, color.green, color.blue].map { channel in
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let seen = matrix.map { row in
      min(max(zip(row, channels).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1)
    }
    let luminance = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
    return luminance > 0.008856 ? 116 * cbrt(luminance) - 16 : 903.3 * luminance
  }

  @Test(arguments: [Theme.light, Theme.dark])
  func `Steps keep their order for three kinds of colour blindness`(theme: Theme) throws {
    let colors = try Self.colors(theme)
    for (name, matrix) in Self.vision {
      let seen = colors.map { Self.lightness($0, matrix) }
      for (step, (lighter, darker)) in zip(seen, seen.dropFirst()).enumerated() {
        #expect(lighter - darker > 0.4, "\(name), step \(step): \(lighter) \(darker)")
      }
    }
  }

  @Test func `The original edition is unchanged, and the other schemes are those of fixed`() {
    #expect(RenderScheme.hue(.legacy).colors.first?.hex == "#00CC52")
    #expect(RenderScheme.hue(.legacy).colors.last?.hex == "#CC1800")
    #expect(RenderScheme.hue(.legacy).darkColors.isEmpty)
    #expect(RenderScheme.weight(.legible) == RenderScheme.weight(.fixed))
    #expect(RenderScheme.fontSize(.legible) == RenderScheme.fontSize(.fixed))
    #expect(RenderScheme.alpha(.legible) == RenderScheme.alpha(.fixed))
  }
}

import Foundation
import IAText
import Testing

@Suite struct SchemeTests {
  @Test(arguments: [
    (8, [0, 13, 25, 38, 50, 63, 75, 88]),
    (9, [0, 12, 23, 34, 45, 56, 67, 78, 89]),
    (10, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]),
    (20, [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95]),
  ])
  func stepsStartAtTheIntensitiesOfTheSourceSystem(steps: Int, lowest: [UInt8]) {
    let scheme = RenderScheme(name: "test", steps: steps)
    #expect((0..<steps).map { scheme.lowestIntensity(of: $0) } == lowest)
    for (step, intensity) in lowest.enumerated() {
      #expect(scheme.step(of: intensity) == step)
      if intensity > 0 { #expect(scheme.step(of: intensity - 1) == step - 1) }
    }
    #expect(scheme.step(of: 100) == steps - 1)
  }

  @Test func legacyHuesAreThoseOfTheSourceSystem() {
    let golden = """
      00CC52 00CC39 00CC21 00CC08 10CC00 29CC00 41CC00 5ACC00 72CC00 8BCC00 A3CC00 BCCC00 CCC400 \
      CCAB00 CC9300 CC7A00 CC6200 CC4900 CC3100 CC1800
      """
    let hues = RenderScheme.hue(.legacy).colors.map { String($0.hex.dropFirst()) }
    #expect(hues == golden.split(separator: " ").map(String.init))
  }

  @Test func fixedHuesReachRed() {
    #expect(RenderScheme.hue(.fixed).colors.last == Color(0xCC0000))
    #expect(RenderScheme.hue(.fixed).colors.first == Color(0x00CC52))
  }

  @Test func legacyAlphaRepeatsItsLastStepAndFixedAlphaDoesNot() {
    let sevenths: [Double] = [1, 2, 3, 4, 5, 6, 7, 7]
    #expect(RenderScheme.alpha(.legacy).opacities == sevenths.map { $0 / 7 })
    #expect(Set(RenderScheme.alpha(.fixed).opacities).count == 8)
  }

  @Test func boldAtTheHighestIntensityStaysWithinTheWeights() {
    var bold = InlineAttributes()
    bold.bold = true
    for edition in RenderScheme.Edition.allCases {
      let scheme = RenderScheme.weight(edition)
      for intensity in UInt8(0)...100 {
        let weight = scheme.look(at: scheme.step(of: intensity), of: bold).weight
        #expect((100...900).contains(weight ?? 0))
      }
      #expect(scheme.look(at: scheme.step(of: 100), of: bold).weight == 900)
    }
  }

  @Test func boldIsOneStepHeavierInTheFixedWeights() {
    var bold = InlineAttributes()
    bold.bold = true
    let scheme = RenderScheme.weight(.fixed)
    #expect(scheme.look(at: 3, of: bold).weight == 500)
    #expect(scheme.look(at: 3, of: InlineAttributes()).weight == 400)
  }

  @Test func fontSizesAgreeAtTheDefaultBaseAndNeverVanish() {
    let plain = InlineAttributes()
    for step in 0..<10 {
      let legacy = RenderScheme.fontSize(.legacy).look(at: step, of: plain).fontSize
      let fixed = RenderScheme.fontSize(.fixed).look(at: step, of: plain).fontSize
      #expect(legacy == Double(15 + step))
      #expect(fixed == legacy)
    }
    var small = InlineAttributes()
    small.fontSize = 4
    #expect(RenderScheme.fontSize(.legacy).look(at: 0, of: small).fontSize == -1)
    #expect(RenderScheme.fontSize(.fixed).look(at: 0, of: small).fontSize == 3)
  }

  @Test func blueOrangeKeepsTextReadableOnWhite() {
    for color in RenderScheme.blueOrange.colors {
      let contrast = 1.05 / (relativeLuminance(color) + 0.05)
      #expect(contrast >= 4.5, "\(color.hex) has a contrast of \(contrast)")
    }
  }

  @Test func blueOrangeStaysToldApartWithoutRedOrGreenCones() {
    // Deuteranopia and protanopia leave the blue–yellow axis: it must fall from step to step.
    let scheme = RenderScheme.blueOrange
    let axis = scheme.colors.map { Int($0.blue) * 2 - Int($0.red) - Int($0.green) }
    #expect(zip(axis, axis.dropFirst()).allSatisfy { $0 > $1 })
    #expect(zip(scheme.weights, scheme.weights.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func everyBuiltInSchemeHasOneEntryAStepOrNone() {
    for edition in RenderScheme.Edition.allCases {
      for scheme in RenderScheme.builtIn(edition) {
        let counts = [
          scheme.weights.count, scheme.colors.count, scheme.darkColors.count,
          scheme.opacities.count,
          scheme.sizeOffsets.count, scheme.sizeFactors.count,
        ]
        #expect(counts.allSatisfy { $0 == 0 || $0 == scheme.steps }, "\(scheme.name)")
      }
    }
  }

  @Test func resampledSchemesKeepTheirEndsAndOrder() {
    let weights = RenderScheme.weight().resampled(steps: 101)
    #expect(weights.steps == 101 && weights.weights.count == 101)
    #expect(weights.weights == (0...100).map { 100 + 8 * $0 })
    var bold = InlineAttributes()
    bold.bold = true
    #expect(weights.look(at: 30, of: bold).weight == 100 + 8 * 41)
    #expect(weights.step(of: 100) == 100 && weights.step(of: 37) == 37)
    let hues = RenderScheme.hue(.legible).resampled(steps: 7)
    #expect(hues.colors.first == RenderScheme.hue(.legible).colors.first)
    #expect(hues.darkColors.last == RenderScheme.hue(.legible).darkColors.last)
    #expect(hues.colors.count == 7 && hues.weights.isEmpty)
    #expect(RenderScheme.weight().resampled(steps: 9) == RenderScheme.weight())
    #expect(RenderScheme.alpha().resampled(steps: -5).steps == 2)
    #expect(RenderScheme.fontSize().resampled(steps: 1_000_000).steps == 101)
    var single = RenderScheme(name: "One", steps: 1)
    single.weights = [500]
    #expect(single.resampled(steps: 3).weights == [500, 500, 500])
  }

  @Test func schemesAreFoundByFullAndShortName() {
    #expect(RenderScheme.named("Weight")?.name == "WeightScheme")
    #expect(RenderScheme.named("HueGYRScheme")?.steps == 20)
    #expect(RenderScheme.named("nothing") == nil)
  }

  @Test func opacityGoesOutAndBackOverTwiceTheDuration() {
    let animation = AnimationParameters(
      duration: 2, topLayerFrom: 0, topLayerTo: 0.5, bottomLayerFrom: 1, bottomLayerTo: 0)
    #expect(animation.opacity(of: .top, at: 0) < 1e-9)
    #expect(abs(animation.opacity(of: .top, at: 1) - 0.25) < 1e-9)
    #expect(abs(animation.opacity(of: .top, at: 2) - 0.5) < 1e-9)
    #expect(abs(animation.opacity(of: .top, at: 3) - 0.25) < 1e-9)
    #expect(abs(animation.opacity(of: .top, at: 4)) < 1e-9)
    #expect(abs(animation.opacity(of: .bottom, at: 2)) < 1e-9)
    #expect(animation.opacity(of: .top, at: 0.5) == animation.opacity(of: .top, at: 4.5))
    #expect(animation.opacity(of: .top, at: -0.5) == animation.opacity(of: .top, at: 3.5))
  }

  @Test func easingIsSlowAtBothEnds() {
    #expect(abs(AnimationParameters.standard.opacity(of: .top, at: 0.25) - 0.1292) < 1e-3)
    #expect(abs(AnimationParameters.standard.opacity(of: .top, at: 0.75) - 0.8708) < 1e-3)
  }

  private func relativeLuminance(_ color: Color) -> Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  @Test func `Bold text is heavier by the same distance where a scheme has more steps`() {
    let scheme = RenderScheme.weight()
    #expect(scheme.boldDistance == 1)
    #expect(scheme.resampled(steps: 27).boldDistance == 3)
  }
}

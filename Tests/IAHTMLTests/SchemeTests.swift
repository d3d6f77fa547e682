import IAFormats
import IAHTML
import IAText
import Testing

@Suite("Render schemes in HTML")
struct SchemeTests {
  private func page(
    _ scheme: String, _ levels: [UInt8], animates: Bool = false,
    attributes: InlineAttributes = InlineAttributes()
  ) throws -> Page {
    let letters = Array("abcdefgh".utf16.prefix(levels.count))
    var string = IAString(units: letters, intensities: levels)
    string.setAttributes(attributes, in: string.utf16Range)
    return try Page(
      string,
      options: WriteOptions(
        display: DisplayOptions(renderScheme: scheme, animates: animates), keepsHiddenData: false))
  }

  @Test("A step is a class marked as derived")
  func stepsAreClasses() throws {
    let page = try page("WeightScheme", [0, 5, 100])
    #expect(
      page.body == "<p><span class=\"ia-s s1\">ab</span><span class=\"ia-s s2\">c</span></p>")
    #expect(page.classes == [".s1{font-weight:100}", ".s2{font-weight:900}"])
  }

  @Test("The class of a single step is on the paragraph, unless its text is bold")
  func oneLookIsHoisted() throws {
    #expect(try page("WeightScheme", [90, 90]).body == "<p class=\"ia-s s1\">ab</p>")
    #expect(
      try page("WeightScheme", [90], attributes: .with { $0.bold = true }).body
        == "<p><strong><span class=\"ia-s s1\">a</span></strong></p>")
  }

  @Test(
    "Each scheme sets its property",
    arguments: [
      ("HueGYRScheme", ".s1{color:#cc0000}"), ("FontSizeScheme", ".s1{font-size:1.2em}"),
      ("AlphaScheme", ".s1{font-weight:500;color:rgb(var(--ia-ink)/1)}"),
      ("BlueOrangeScheme", ".s1{font-weight:900;color:#a84300}"),
    ])
  func schemesSetProperties(_ name: String, _ rule: String) throws {
    #expect(try page(name, [100]).classes == [rule])
  }

  @Test("Sizes count from the text's own size where it has one")
  func sizesCountFromBase() throws {
    let sized = try page("FontSizeScheme", [100], attributes: .with { $0.fontSize = 10 })
    #expect(sized.classes == [".c1{font-size:10pt}", ".s1{font-size:12pt}"])
  }

  @Test("A document with the default intensity only is shown without a scheme")
  func defaultIntensityShowsNoScheme() throws {
    #expect(try Page(IAString("a", attributes: .with { $0.bold = true })).classes.isEmpty)
    #expect(try Page(IAString("a", intensity: 41)).classes == [".s1{font-weight:400}"])
  }

  @Test("The ends of a fade are the composites of the two layers")
  func fadesAreExact() throws {
    let hue = try page("HueGYRScheme", [0], animates: true)
    #expect(
      hue.style.contains(
        ".s1{color:color-mix(in srgb,#00cc52,#006629 calc(var(--ia-t)*100%))}"))
    let alpha = try page("AlphaScheme", [0], animates: true)
    #expect(
      alpha.style.contains(
        ".s1{color:color-mix(in srgb,rgb(var(--ia-ink)/0.1255),rgb(var(--ia-ink)/1) "
          + "calc(var(--ia-t)*100%))}"))
  }

  @Test("Animated pages are still by option, on request of the reader, and in print")
  func stillLooksArePlain() throws {
    let moving = try page("HueGYRScheme", [0, 100], animates: true)
    #expect(moving.style.contains("@media (prefers-reduced-motion:reduce)"))
    #expect(moving.style.contains("@media screen and (prefers-reduced-motion:no-preference)"))
    #expect(moving.style.contains("main{animation:ia-fade 1s ease-in-out infinite alternate}"))
    // Outside these queries the colours are those of the steps without animation.
    #expect(moving.classes.prefix(2) == [".s1{color:#00cc52}", ".s2{color:#cc0000}"])
    let still = try page("HueGYRScheme", [0, 100])
    #expect(!still.html.contains("animation"))
    #expect(!(try page("WeightScheme", [0], animates: true)).html.contains("animation"))
  }

  @Test("The document's parameters set the animation")
  func parametersSetThePace() throws {
    var string = IAString("a", intensity: 100)
    string.options = DisplayOptions(
      renderScheme: "HueGYR",
      animation: .init(
        duration: 2.5, topLayerFrom: 0.25, topLayerTo: 1, bottomLayerFrom: 0, bottomLayerTo: 1))
    let page = try Page(string)
    #expect(page.style.contains("ia-fade 2.5s"))
    #expect(page.style.contains("color-mix(in srgb,#990000,#000000 "))
    string.options.animation?.duration = .nan
    #expect(!(try Page(string)).html.contains("@keyframes"))
  }

  @Test("A page with colours of its own stays light")
  func ownColorsStayLight() throws {
    #expect(try Page(IAString("a")).style.contains("prefers-color-scheme:dark"))
    let colored = try Page(IAString("a", attributes: .with { $0.foreground = .black }))
    #expect(!colored.style.contains("prefers-color-scheme:dark"))
  }

  @Test("Smoothing shows words as one")
  func smoothingIsUsed() throws {
    let string = IAString(units: Array("ab".utf16), intensities: [0, 100])
    let page = try Page(
      string,
      options: WriteOptions(display: DisplayOptions(smoothing: .word), keepsHiddenData: false))
    #expect(page.body == "<p class=\"ia-s s1\">ab</p>")
  }
}

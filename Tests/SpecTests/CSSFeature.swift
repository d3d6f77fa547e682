import Testing

/// A CSS syntax and its result in the reader of pages.
struct CSSFeature: Sendable, CustomTestStringConvertible {
  /// The result of a syntax.
  enum Outcome: Sendable {
    /// The document changes.
    case read
    /// A note with this feature reports the syntax.
    case reported(String)
    /// Browsers show the page unchanged, for this reason.
    case neutral(String)
  }

  var name: String
  /// A style sheet with the syntax; in the page, `p` and `p.k` contain `b`.
  var sheet: String
  var outcome = Outcome.read

  var testDescription: String { name }

  /// Returns a page with a style sheet.
  static func page(_ sheet: String) -> String {
    "<!DOCTYPE html><style>\(sheet)</style><p class=k title=Abc>a<b>c</b></p><p>d</p>"
  }

  init(_ name: String, _ sheet: String, _ outcome: Outcome = .read) {
    self.name = name
    self.sheet = sheet
    self.outcome = outcome
  }

  /// Syntaxes of values.
  static let values = [
    CSSFeature("--name", ":root{--x:red}b{color:var(--x)}"),
    CSSFeature("var(--name)", "b{--x:red;color:var(--x)}"),
    CSSFeature("var(--name,fallback)", "b{color:var(--x,red)}"),
    CSSFeature(
      "@property", "@property --x{syntax:'*';inherits:true;initial-value:red}b{color:var(--x)}"),
    CSSFeature("calc()", "b{font-size:calc(1px*30)}"),
    CSSFeature("min()", "b{font-size:min(30px,4em)}"),
    CSSFeature("max()", "b{font-size:max(30px,1em)}"),
    CSSFeature("clamp()", "b{font-size:clamp(1px,30px,4em)}"),
    CSSFeature("rem", "b{font-size:2rem}"),
    CSSFeature("vw", "b{font-size:3vw}"),
    CSSFeature("vh", "b{font-size:3vh}"),
    CSSFeature("vmin", "b{font-size:3vmin}"),
    CSSFeature("vmax", "b{font-size:3vmax}"),
    CSSFeature("rgb(1 2 3 / 50%)", "b{color:rgb(1 2 3 / 50%)}"),
    CSSFeature("hsl()", "b{color:hsl(120 100 25)}"),
    CSSFeature("hwb()", "b{color:hwb(120 10% 10%)}"),
    CSSFeature("lab()", "b{color:lab(50% 40 20)}"),
    CSSFeature("lch()", "b{color:lch(50% 40 20)}"),
    CSSFeature("oklab()", "b{color:oklab(50% .1 .1)}"),
    CSSFeature("oklch()", "b{color:oklch(50% .1 20)}"),
    CSSFeature("color()", "b{color:color(srgb 1 0 0)}"),
    CSSFeature("color-mix()", "b{color:color-mix(in srgb,red,blue)}"),
    CSSFeature("light-dark()", "b{color:light-dark(red,blue)}"),
    CSSFeature("LinkText", "b{color:LinkText}"),
    CSSFeature("monospace", "b{font-family:monospace}"),
    CSSFeature("rgb(from …)", "b{color:rgb(from red r g b)}"),
    CSSFeature("all:unset", "b{all:unset}"),
    CSSFeature("initial", "b{font-weight:initial}"),
    CSSFeature("unset", "b{font-weight:unset}"),
    CSSFeature("revert", "p{color:red}b{color:blue;color:revert}"),
    CSSFeature(
      "revert-layer", "@layer x{b{color:red}}@layer y{b{color:blue;color:revert-layer}}"),
    CSSFeature("font with a line height", "p{font:20px/3 serif}"),
    CSSFeature("font-weight:lighter", "p{font-weight:lighter}"),
    CSSFeature("display:block flow", "b{display:block flow}"),
    CSSFeature("-webkit-margin-start", "p{-webkit-margin-start:20px}"),
    CSSFeature(
      "linear-gradient()", "b{background:linear-gradient(red,blue)}", .reported("page-background")),
    CSSFeature("round()", "b{font-size:round(30px,2px)}", .reported("css-value")),
    CSSFeature("cqw", "b{font-size:3cqw}", .reported("css-value")),
    CSSFeature("oblique 9deg", "b{font-style:oblique 9deg}", .reported("font-detail")),
    CSSFeature("petite-caps", "b{font-variant:petite-caps}", .reported("font-detail")),
    CSSFeature("font-kerning:none", "b{font-kerning:none}", .reported("font-detail")),
    CSSFeature("cursive", "b{font-family:cursive}", .reported("font-family")),
    CSSFeature("underline 4px", "b{text-decoration:underline 4px}", .reported("underline-style")),
    CSSFeature("open dot", "b{text-emphasis:open dot}", .reported("text-effect")),
    CSSFeature("letter-spacing:9%", "b{letter-spacing:9%}", .reported("letter-spacing")),
    CSSFeature("vertical-align:top", "b{vertical-align:top}", .reported("css-value")),
    CSSFeature("vertical-align:9%", "b{vertical-align:9%}", .reported("baseline-offset")),
    CSSFeature("text-indent:9px hanging", "p{text-indent:9px hanging}", .reported("indent")),
    CSSFeature("margin:9%", "p{margin:9%}", .reported("margin")),
    CSSFeature("margin-top:-9px", "p{margin-top:-9px}", .reported("margin")),
    CSSFeature("padding-left:9%", "p{padding-left:9%}", .reported("padding")),
    CSSFeature("groove", "p{border:3px groove}", .reported("border")),
    CSSFeature("box-shadow:0 0 9px", "p{box-shadow:0 0 9px}", .reported("border")),
    CSSFeature("outline:auto", "p{outline:auto}", .reported("border")),
    CSSFeature("currentcolor", "p{background:currentcolor}", .reported("css-value")),
    CSSFeature("red content-box", "p{background:red content-box}", .reported("page-background")),
    CSSFeature("border-spacing:0", "p{border-spacing:0}", .reported("table-layout")),
    CSSFeature("square inside", "p{list-style:square inside}", .reported("generated-content")),
    CSSFeature("height:0", "p{height:0}", .reported("size")),
    CSSFeature("scale:0", "p{scale:0}", .reported("visual-effect")),
    CSSFeature(
      "content-visibility:hidden", "p{content-visibility:hidden}", .reported("visual-effect")),
    CSSFeature(
      "display:flow-root list-item", "p{display:flow-root list-item}", .reported("list-marker")),
    CSSFeature("display:inline list-item", "b{display:inline list-item}", .reported("css-value")),
    CSSFeature(
      "var() without a value", "b{color:var(--x)}", .neutral("invalid when it is computed")),
  ]

  /// Syntaxes of rules.
  static let rules = [
    CSSFeature("& in a rule", "p{&.k b{color:red}}"),
    CSSFeature("rule in a rule", "p{b{color:red}}"),
    CSSFeature("@media in a rule", "b{@media screen{color:red}}"),
    CSSFeature("@layer", "@layer x{b{color:red}}"),
    CSSFeature("@media not (…)", "@media not (max-width:1px){b{color:red}}"),
    CSSFeature("@media (…) or (…)", "@media (max-width:1px) or (color){b{color:red}}"),
    CSSFeature("@container", "@container (width>1px){b{color:red}}", .reported("style-sheet")),
    CSSFeature("@scope", "@scope (p){b{color:red}}", .reported("style-sheet")),
    CSSFeature("@supports (…)", "@supports (color:red){b{color:red}}"),
    CSSFeature(":is()", ":is(.k b){color:red}"),
    CSSFeature(":where()", ":where(b){color:red}"),
    CSSFeature(":not(list)", "p:not(.k,div p.k){color:red}"),
    CSSFeature(":nth-child(An+B)", "p:nth-child(2n+1){color:red}"),
    CSSFeature(":root", ":root b{color:red}"),
    CSSFeature("[name=value i]", "[title=abc i]{color:red}"),
    CSSFeature(":has(x)", "p:has(b){color:red}"),
    CSSFeature(":has(x y)", "body:has(p b) b{color:red}"),
    CSSFeature("@import", "@import 'x';", .reported("external-content")),
    CSSFeature("@font-face", "@font-face{font-family:x;src:url(x)}", .reported("external-content")),
    CSSFeature(":host", ":host{color:red}", .neutral("selects no element of a page")),
    CSSFeature(
      "@keyframes", "@keyframes x{from{color:red}}",
      .neutral("an animation applies it, which is reported")),
  ]
}

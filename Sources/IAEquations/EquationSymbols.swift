/// The names of characters and functions in TeX (LaTeX with the commands of amsmath).
enum EquationSymbols {
  /// A character or name that a command represents.
  struct Symbol {
    let kind: Equation.Kind
    let text: String
  }

  /// The symbols by the command, without its backslash.
  static let byCommand: [String: Symbol] = {
    var table: [String: Symbol] = [:]
    for (kind, list) in lists {
      for (command, text) in pairs(list) { table[command] = Symbol(kind: kind, text: text) }
    }
    for name in functions { table[name] = Symbol(kind: .identifier, text: name) }
    return table
  }()

  /// The first command of each symbol with one character.
  static let commandByText: [String: String] = {
    var table: [String: String] = [:]
    for (_, list) in lists {
      for (command, text) in pairs(list) where table[text] == nil { table[text] = command }
    }
    return table
  }()

  /// The names of functions.
  static let functions: Set<String> = Set(
    """
    arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max
    min Pr sec sin sinh sup tan tanh
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// The operators and functions whose limits are below and above them in display style.
  static let withLimits: Set<String> = [
    "∑", "∏", "∐", "⋂", "⋃", "⋁", "⋀", "⨁", "⨂", "⨆", "lim", "liminf", "limsup", "max", "min",
    "sup",
    "inf", "det", "gcd", "Pr",
  ]

  /// The commands of accents, by the character of the accent.
  static let accents: [(command: String, text: String)] = [
    ("hat", "^"), ("tilde", "~"), ("bar", "¯"), ("vec", "→"), ("dot", "˙"), ("ddot", "¨"),
    ("check", "ˇ"), ("breve", "˘"), ("acute", "´"), ("grave", "`"), ("overbrace", "⏞"),
    ("overline", "‾"),
  ]

  /// The widths of the spacing commands in eighteenths of an em.
  static let spaces: [(command: String, width: String)] = [
    (",", "3"), (":", "4"), (";", "5"), ("!", "-3"), ("quad", "18"), ("qquad", "36"), (" ", "6"),
  ]

  /// The delimiters of `\left` and `\right`; the empty delimiter is a period.
  static let delimiters: [(command: String, text: String)] = [
    ("(", "("), (")", ")"), ("[", "["), ("]", "]"), ("\\{", "{"), ("\\}", "}"), ("|", "|"),
    ("\\|", "‖"), ("\\langle", "⟨"), ("\\rangle", "⟩"), ("\\lfloor", "⌊"), ("\\rfloor", "⌋"),
    ("\\lceil", "⌈"), ("\\rceil", "⌉"), ("/", "/"), (".", ""),
  ]

  /// The environments of tables with their delimiters.
  static let environments: [(name: String, fence: (open: String, close: String)?)] = [
    ("matrix", nil), ("pmatrix", ("(", ")")), ("bmatrix", ("[", "]")), ("Bmatrix", ("{", "}")),
    ("vmatrix", ("|", "|")), ("Vmatrix", ("‖", "‖")), ("cases", ("{", "")), ("aligned", nil),
  ]

  private static func pairs(_ list: String) -> [(String, String)] {
    list.split(whereSeparator: \.isWhitespace).map { entry in
      let cut = entry.firstIndex(of: ":") ?? entry.endIndex
      return (String(entry[..<cut]), String(entry[cut...].dropFirst()))
    }
  }

  private static let lists: [(Equation.Kind, String)] = [
    (
      .identifier,
      """
      alpha:α beta:β gamma:γ delta:δ epsilon:ϵ varepsilon:ε zeta:ζ eta:η theta:θ vartheta:ϑ iota:ι kappa:κ lambda:λ
      mu:μ nu:ν xi:ξ pi:π varpi:ϖ rho:ρ varrho:ϱ sigma:σ varsigma:ς tau:τ upsilon:υ phi:ϕ varphi:φ chi:χ psi:ψ
      omega:ω Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Xi:Ξ Pi:Π Sigma:Σ Upsilon:Υ Phi:Φ Psi:Ψ Omega:Ω infty:∞ emptyset:∅
      ell:ℓ hbar:ℏ Re:ℜ Im:ℑ aleph:ℵ wp:℘ top:⊤ bot:⊥ angle:∠ imath:ı jmath:ȷ
      """
    ),
    (
      .operator,
      """
      times:× cdot:⋅ div:÷ pm:± mp:∓ ast:∗ star:⋆ circ:∘ bullet:• oplus:⊕ otimes:⊗ odot:⊙ cap:∩ cup:∪ setminus:∖
      leq:≤ le:≤ geq:≥ ge:≥ neq:≠ ne:≠ approx:≈ equiv:≡ sim:∼ simeq:≃ cong:≅ propto:∝ ll:≪ gg:≫ prec:≺ succ:≻
      in:∈ notin:∉ ni:∋ subset:⊂ supset:⊃ subseteq:⊆ supseteq:⊇ mid:∣ parallel:∥ perp:⟂ vdash:⊢ models:⊨
      to:→ rightarrow:→ leftarrow:← gets:← leftrightarrow:↔ Rightarrow:⇒ Leftarrow:⇐ Leftrightarrow:⇔ mapsto:↦
      uparrow:↑ downarrow:↓ implies:⟹ iff:⟺ longrightarrow:⟶ land:∧ wedge:∧ lor:∨ vee:∨ neg:¬ lnot:¬ forall:∀ exists:∃
      partial:∂ nabla:∇ sum:∑ prod:∏ coprod:∐ int:∫ iint:∬ iiint:∭ oint:∮ bigcap:⋂ bigcup:⋃ bigvee:⋁ bigwedge:⋀
      bigoplus:⨁ bigotimes:⨂ bigsqcup:⨆ ldots:… dots:… cdots:⋯ vdots:⋮ ddots:⋱ prime:′ langle:⟨ rangle:⟩ lfloor:⌊
      rfloor:⌋ lceil:⌈ rceil:⌉ Vert:‖ colon:: triangle:△ square:□ dagger:† therefore:∴ because:∵ backslash:\\
      """
    ),
  ]
}

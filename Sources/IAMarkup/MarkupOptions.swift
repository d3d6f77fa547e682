public import IABytes

/// Limits of the tree of a page.
///
/// Only `nodes` ends a parse with an error. What exceeds another limit is left out, and counted in
/// `MarkupTree.omissions`.
public struct MarkupLimits: Hashable, Sendable {
  /// The largest number of nodes of a tree.
  public var nodes: Int
  /// The largest number of open elements.
  ///
  /// Parts of a table and elements with raw text may be up to 8 more. The limit bounds the depth of
  /// templates too. The tree is at most twice as deep: an end tag may close an element before those
  /// that are inside it.
  public var openElements: Int
  /// The largest number of attributes of an element.
  public var attributes: Int
  /// The largest number of entries in the list of active formatting elements, markers not counted.
  public var formattingElements: Int
  /// The number of elements that the parser may create again for a small page.
  ///
  /// Overlapping formatting elements make copies, and so do the options of a `selectedcontent`
  /// element.
  public var copies: Int
  /// The number of bytes of a large page that allow one more copy.
  public var bytesPerCopy: Int

  /// Creates limits from the defaults, each of which can be replaced.
  public init(
    nodes: Int = 64_000_000, openElements: Int = 512, attributes: Int = 256,
    formattingElements: Int = 64, copies: Int = 10_000, bytesPerCopy: Int = 16
  ) {
    self.nodes = nodes
    self.openElements = max(openElements, 16)
    self.attributes = max(attributes, 1)
    self.formattingElements = max(formattingElements, 3)
    self.copies = copies
    self.bytesPerCopy = max(bytesPerCopy, 1)
  }
}

/// Options of a parse.
public struct MarkupOptions: Hashable, Sendable {
  /// Limits of the tree.
  public var limits: MarkupLimits
  /// Whether the content of `noscript` is text, as in a program that runs scripts.
  public var isScriptingEnabled: Bool

  /// Creates options.
  public init(limits: MarkupLimits = MarkupLimits(), isScriptingEnabled: Bool = false) {
    self.limits = limits
    self.isScriptingEnabled = isScriptingEnabled
  }
}

/// The element that a fragment is parsed in, as for `innerHTML`.
public struct MarkupContext: Hashable, Sendable {
  /// The name of the element, with the letter case of the tree.
  public var name: String
  /// The namespace of the element.
  public var namespace: MarkupNamespace
  /// Whether the element is an `annotation-xml` whose encoding is HTML.
  public var isHTMLAnnotation: Bool
  /// Whether the document of the element is in quirks mode.
  public var isQuirks: Bool

  /// Creates a context.
  public init(
    _ name: String, namespace: MarkupNamespace = .html, isHTMLAnnotation: Bool = false,
    isQuirks: Bool = false
  ) {
    self.name = name
    self.namespace = namespace
    self.isHTMLAnnotation = isHTMLAnnotation
    self.isQuirks = isQuirks
  }
}

/// The numbers of things that a tree does not have because a limit was reached.
public struct MarkupOmissions: Hashable, Sendable {
  /// Elements beyond the depth limit; their content is in the tree.
  public var deepElements = 0
  /// Attributes beyond the limit of an element.
  public var attributes = 0
  /// Formatting elements that are not created again where the standard asks for it.
  public var formattingElements = 0
  /// Options whose content is not copied completely into a `selectedcontent` element.
  public var optionContents = 0

  /// Whether nothing was left out.
  public var isEmpty: Bool { self == MarkupOmissions() }
}

extension InputError.Code {
  /// The tree of a page would have more nodes than the limit allows.
  public static let htmlNodes = Self(rawValue: "html.nodes")
}

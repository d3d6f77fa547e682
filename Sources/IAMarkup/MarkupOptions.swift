public import IABytes

/// Limits on the tree of a page.
///
/// Only exceeding `nodes` ends parsing with an error. Content that exceeds another limit is omitted
/// and counted in `MarkupTree.omissions`.
public struct MarkupLimits: Hashable, Sendable {
  /// The maximum number of nodes in a tree.
  public var nodes: Int
  /// The maximum number of open elements.
  ///
  /// Parts of a table and elements with raw text may exceed it by up to 8. The limit also bounds
  /// the depth of templates. The tree is at most twice as deep, because an end tag may close an
  /// element before the elements inside it.
  public var openElements: Int
  /// The maximum number of attributes of an element.
  public var attributes: Int
  /// The maximum number of elements in the list of active formatting elements, without markers.
  public var formattingElements: Int
  /// The number of copies of elements that the parser may make for a small page.
  ///
  /// Overlapping formatting elements and the options of `selectedcontent` elements cause copies.
  public var copies: Int
  /// The number of bytes per copy in a large page: a page of *n* bytes allows *n* / `bytesPerCopy`
  /// copies if that is more than `copies`.
  public var bytesPerCopy: Int

  /// Creates limits; each has a default value.
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

/// Options of the parser.
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

/// The context element of a fragment, as for `innerHTML`.
public struct MarkupContext: Hashable, Sendable {
  /// The name of the element, in the letter case that the tree uses.
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

/// The numbers of items that are missing from a tree because a limit was reached.
public struct MarkupOmissions: Hashable, Sendable {
  /// Elements beyond the depth limit; their content is in the tree.
  public var deepElements = 0
  /// Attributes beyond the limit of an element.
  public var attributes = 0
  /// Formatting elements that were not created again although the standard requires it.
  public var formattingElements = 0
  /// Options whose content is not copied completely into a `selectedcontent` element.
  public var optionContents = 0

  /// Whether nothing was omitted.
  public var isEmpty: Bool { self == MarkupOmissions() }
}

extension InputError.Code {
  /// The tree of a page would have more nodes than the limit allows.
  public static let htmlNodes = Self(rawValue: "html.nodes")
}

/// A section: the pages from one paragraph on have another layout.
///
/// The first paragraph of a section has one (`ParagraphAttributes.section`). The pages before the
/// first section are those of `DisplayOptions.page`. Headers and footers that directly precede the
/// first paragraph belong to the section; those of the kinds that a section lacks are taken from the
/// text before it, except those for first pages.
public struct PageSection: Hashable, Sendable {
  /// The positions at which a section can start.
  public enum Start: String, Hashable, Sendable, CaseIterable {
    /// On the next page.
    case page
    /// Below the text before it, on the same page.
    case continuous
    /// In the next column.
    case column
    /// On the next page with an even number.
    case even
    /// On the next page with an odd number.
    case odd
  }

  /// The position at which the section starts.
  public var start = Start.page
  /// The pages of the section; parts that are `nil` are those of the document's page.
  public var page = PageLayout()

  /// Creates a section.
  public init(_ start: Start = .page, page: PageLayout = PageLayout()) {
    self.start = start
    self.page = page
  }
}

extension ParagraphAttributes {
  /// The section that starts with the paragraph; `nil` for a paragraph that starts none.
  ///
  /// It has an effect only on a paragraph outside of blocks, or on the first paragraph of an outermost table.
  public var section: PageSection? {
    get { hasSection ? setting?.section : nil }
    set {
      guard newValue != nil || hasSection else { return }
      var setting = self.setting ?? Setting()
      setting.section = newValue
      self.setting = setting
    }
  }
}

internal import IAMarkup

/// The category of an element by its name.
enum ElementKind {
  /// Text, with or without attributes.
  case inline
  /// A block that ends the paragraph before and its own.
  case block
  /// A list or an item.
  case list
  /// A part of a table.
  case table
  /// The page itself.
  case page
  /// Left out with all it holds, without a word.
  case skipped
  /// Left out with all it holds: it acts, or loads something.
  case active

  init(_ tag: MarkupName) {
    switch tag {
    case .html, .body: self = .page
    case .p, .h1, .h2, .h3, .h4, .h5, .h6, .div, .pre, .blockquote, .article, .section, .nav,
      .aside, .hgroup, .header, .footer, .address, .hr, .dl, .dt, .dd, .figure, .figcaption, .main,
      .form, .fieldset, .legend, .details, .summary, .dialog, .search, .center, .listing, .xmp,
      .plaintext, .multicol, .optgroup, .noframes:
      self = .block
    case .ul, .ol, .li, .menu, .dir: self = .list
    case .table, .caption, .thead, .tbody, .tfoot, .tr, .td, .th:
      self = .table
    case .head, .title, .meta, .style, .colgroup, .col, .rp, .datalist, .select, .textarea, .input,
      .param, .source, .track, .area, .map, .canvas, .meter, .progress, .keygen, .bgsound,
      .basefont, .nextid, .spacer:
      self = .skipped
    case .script, .iframe, .object, .embed, .applet, .frame, .frameset, .audio, .base, .link,
      .noembed, .svg, .math, .template:
      self = .active
    default: self = .inline
    }
  }

  /// Returns the kind of box for margins and colours.
  func box(_ tag: MarkupName, isOwn: Bool) -> StyleBuilder.BoxKind {
    switch self {
    case .page: .page
    case .block: tag == .blockquote || tag == .figure && !isOwn ? .list : .block
    case .list: .list
    case .table: .cell
    default: .inline
    }
  }
}

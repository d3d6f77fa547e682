internal import CGumbo

/// What an element of a name is, before any style says otherwise.
enum ElementKind {
  /// Text, with or without a look of its own.
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

  init(_ tag: GumboTag) {
    switch tag {
    case GUMBO_TAG_HTML, GUMBO_TAG_BODY: self = .page
    case GUMBO_TAG_P, GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5,
      GUMBO_TAG_H6, GUMBO_TAG_DIV, GUMBO_TAG_PRE, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_ARTICLE,
      GUMBO_TAG_SECTION, GUMBO_TAG_NAV, GUMBO_TAG_ASIDE, GUMBO_TAG_HGROUP, GUMBO_TAG_HEADER,
      GUMBO_TAG_FOOTER, GUMBO_TAG_ADDRESS, GUMBO_TAG_HR, GUMBO_TAG_DL, GUMBO_TAG_DT,
      GUMBO_TAG_DD, GUMBO_TAG_FIGURE, GUMBO_TAG_FIGCAPTION, GUMBO_TAG_MAIN, GUMBO_TAG_FORM,
      GUMBO_TAG_FIELDSET, GUMBO_TAG_LEGEND, GUMBO_TAG_DETAILS, GUMBO_TAG_SUMMARY,
      GUMBO_TAG_CENTER, GUMBO_TAG_LISTING, GUMBO_TAG_XMP, GUMBO_TAG_PLAINTEXT,
      GUMBO_TAG_MULTICOL, GUMBO_TAG_OPTGROUP, GUMBO_TAG_NOFRAMES:
      self = .block
    case GUMBO_TAG_UL, GUMBO_TAG_OL, GUMBO_TAG_LI, GUMBO_TAG_MENU, GUMBO_TAG_DIR: self = .list
    case GUMBO_TAG_TABLE, GUMBO_TAG_CAPTION, GUMBO_TAG_THEAD, GUMBO_TAG_TBODY, GUMBO_TAG_TFOOT,
      GUMBO_TAG_TR, GUMBO_TAG_TD, GUMBO_TAG_TH:
      self = .table
    case GUMBO_TAG_HEAD, GUMBO_TAG_TITLE, GUMBO_TAG_META, GUMBO_TAG_STYLE, GUMBO_TAG_COLGROUP,
      GUMBO_TAG_COL, GUMBO_TAG_RP, GUMBO_TAG_DATALIST, GUMBO_TAG_SELECT, GUMBO_TAG_TEXTAREA,
      GUMBO_TAG_INPUT, GUMBO_TAG_PARAM, GUMBO_TAG_SOURCE, GUMBO_TAG_TRACK, GUMBO_TAG_AREA,
      GUMBO_TAG_MAP, GUMBO_TAG_CANVAS, GUMBO_TAG_METER, GUMBO_TAG_PROGRESS, GUMBO_TAG_KEYGEN,
      GUMBO_TAG_BGSOUND, GUMBO_TAG_BASEFONT, GUMBO_TAG_NEXTID, GUMBO_TAG_SPACER:
      self = .skipped
    case GUMBO_TAG_SCRIPT, GUMBO_TAG_IFRAME, GUMBO_TAG_OBJECT, GUMBO_TAG_EMBED, GUMBO_TAG_APPLET,
      GUMBO_TAG_FRAME, GUMBO_TAG_FRAMESET, GUMBO_TAG_AUDIO, GUMBO_TAG_BASE, GUMBO_TAG_LINK,
      GUMBO_TAG_NOEMBED, GUMBO_TAG_SVG, GUMBO_TAG_MATH, GUMBO_TAG_TEMPLATE:
      self = .active
    default: self = .inline
    }
  }

  /// What the element's margins and colours mean.
  func box(_ tag: GumboTag, isOwn: Bool) -> StyleBuilder.BoxKind {
    switch self {
    case .page: .page
    case .block: tag == GUMBO_TAG_BLOCKQUOTE || tag == GUMBO_TAG_FIGURE && !isOwn ? .list : .block
    case .list: .list
    case .table: .cell
    default: .inline
    }
  }
}

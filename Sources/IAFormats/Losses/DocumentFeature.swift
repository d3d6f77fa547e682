/// A feature of documents or of their files that a conversion reports.
///
/// The raw value is its stable name in reports; `Specs/features.md` lists all of them.
public enum DocumentFeature: String, Hashable, Sendable, CaseIterable {
  // Text
  case characters
  case intensity
  case controlCharacter = "control-character"
  case loneSurrogate = "lone-surrogate"
  case nul
  case bidiControl = "bidi-control"
  case lineEnd = "line-end"
  case noFinalLineEnd = "no-final-line-end"
  case hiddenText = "hidden-text"
  case generatedContent = "generated-content"
  case trackedChange = "tracked-change"
  case symbolFont = "symbol-font"
  case formatting

  // Attributes of text
  case attributes
  case bold
  case italic
  case code
  case underline
  case underlineStyle = "underline-style"
  case strikethrough
  case strikethroughStyle = "strikethrough-style"
  case script
  case baselineOffset = "baseline-offset"
  case font
  case fontFamily = "font-family"
  case fontSize = "font-size"
  case fontWeight = "font-weight"
  case fontDetail = "font-detail"
  case fontCharset = "font-charset"
  case foreground
  case background
  case opacity
  case letterSpacing = "letter-spacing"
  case capitals
  case textEffect = "text-effect"
  case characterScaling = "character-scaling"
  case emphasisMark = "emphasis-mark"
  case language
  case direction
  case asianLayout = "asian-layout"
  case textLayout = "text-layout"
  case hyphenation
  case tag
  case title

  // Paragraphs
  case paragraphAttributes = "paragraph-attributes"
  case paragraphStyle = "paragraph-style"
  case alignment
  case indent
  case paragraphSpacing = "paragraph-spacing"
  case lineHeight = "line-height"
  case tabStops = "tab-stops"
  case tabLeader = "tab-leader"
  case defaultTabStops = "default-tab-stops"
  case paragraphDirection = "paragraph-direction"
  case pageBreak = "page-break"
  case keepTogether = "keep-together"
  case widowControl = "widow-control"
  case paragraphBorder = "paragraph-border"
  case paragraphShading = "paragraph-shading"
  case paragraphLayout = "paragraph-layout"
  case lineNumbering = "line-numbering"
  case space
  case margin
  case padding
  case border
  case size
  case position
  case overflow
  case boxLayout = "box-layout"
  case frame

  // Blocks
  case structure
  case block
  case blockNesting = "block-nesting"
  case heading
  case headerLevel = "header-level"
  case quote
  case codeBlock = "code-block"
  case codeLanguage = "code-language"
  case list
  case listItem = "list-item"
  case listMarker = "list-marker"
  case listNumber = "list-number"
  case listDelimiter = "list-delimiter"
  case listOrder = "list-order"
  case thematicBreak = "thematic-break"
  case ruleLayout = "rule-layout"
  case details
  case textBox = "text-box"
  case drawing
  case shape

  // Tables
  case table
  case tableRow = "table-row"
  case tableRows = "table-rows"
  case tableCell = "table-cell"
  case tableBorder = "table-border"
  case tableBorderDetail = "table-border-detail"
  case tableShading = "table-shading"
  case tableLayout = "table-layout"
  case tablePosition = "table-position"
  case cellAlignment = "cell-alignment"
  case cellLayout = "cell-layout"
  case cellPadding = "cell-padding"
  case cellShading = "cell-shading"
  case columnWidth = "column-width"
  case rowHeight = "row-height"
  case clipped
  case rowLayout = "row-layout"

  // Notes
  case footnote
  case endnote
  case annotation
  case annotationRange = "annotation-range"
  case noteNumbering = "note-numbering"

  // Pages
  case pageSize = "page-size"
  case pageMargins = "page-margins"
  case pageBackground = "page-background"
  case pageColor = "page-color"
  case pageBorder = "page-border"
  case pageLayout = "page-layout"
  case pageRule = "page-rule"
  case pageNumbering = "page-numbering"
  case pageHeader = "page-header"
  case pageFooter = "page-footer"
  case columns
  case sectionBreak = "section-break"
  case toc
  case contentsEntry = "contents-entry"
  case indexEntry = "index-entry"
  case legend

  // Links, fields and forms
  case link
  case linkTitle = "link-title"
  case linkStyle = "link-style"
  case bookmark
  case field
  case formField = "form-field"
  case mailMerge = "mail-merge"
  case equation

  // Pictures and attachments
  case attachment
  case attachmentBytes = "attachment-bytes"
  case attachmentContent = "attachment-content"
  case attachmentDetails = "attachment-details"
  case attachmentName = "attachment-name"
  case missingAttachment = "missing-attachment"
  case image
  case picture
  case pictureArea = "picture-area"
  case pictureCrop = "picture-crop"
  case pictureData = "picture-data"
  case pictureLayout = "picture-layout"
  case pictureVariant = "picture-variant"
  case video
  case sticker
  case stickerMember = "sticker-member"
  case stickerPicture = "sticker-picture"
  case duplicateSticker = "duplicate-sticker"
  case embeddedObject = "embedded-object"
  case objectLink = "object-link"
  case blob
  case dataAddress = "data-address"

  // The document
  case metadata
  case customMetadata = "custom-metadata"
  case customXML = "custom-xml"
  case options
  case displayOptions = "display-options"
  case renderScheme = "render-scheme"
  case smoothing
  case animation
  case styleSheet = "style-sheet"
  case styleCycle = "style-cycle"
  case cssValue = "css-value"
  case visualEffect = "visual-effect"

  // Active and external content
  case activeContent = "active-content"
  case eventHandler = "event-handler"
  case externalContent = "external-content"

  // Hidden data
  case hiddenData = "hidden-data"
  case damagedHiddenData = "damaged-hidden-data"
  case refusedHiddenData = "refused-hidden-data"
  case staleHiddenData = "stale-hidden-data"
  case embeddedSource = "embedded-source"
  case unverified

  // Input
  case encoding
  case codePage = "code-page"
  case badByte = "bad-byte"
  case unicodeNumber = "unicode-number"
  case illFormedUTF8 = "ill-formed-utf8"
  case illFormedUTF16 = "ill-formed-utf16"
  case truncated
  case nesting
  case unclosedGroup = "unclosed-group"
  case textAfterEnd = "text-after-end"
  case number
  case hexadecimal
  case binLength = "bin-length"
  case controlWord = "control-word"
  case unknownControlWord = "unknown-control-word"
  case unknownElement = "unknown-element"
  case unknownAttribute = "unknown-attribute"
  case unknownProperty = "unknown-property"
  case unknownMember = "unknown-member"
  case attribute
  case unknownClass = "unknown-class"
  case missing
  case duplicate
  case unused
  case length
  case range
  case runs
  case content
  case option
  case baseAttributes = "base-attributes"
  case invalidValue = "invalid-value"
  case archiveEntry = "archive-entry"
}

extension DocumentFeature: CustomStringConvertible {
  /// The name in reports.
  public var description: String { rawValue }
}

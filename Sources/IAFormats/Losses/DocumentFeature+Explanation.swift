extension DocumentFeature {
  /// The meaning of the feature, as one sentence.
  public var explanation: String {
    switch self {
    case .characters: "Characters that the output replaces by others."
    case .intensity: "The intensities of the text."
    case .controlCharacter: "A control character, which the format cannot represent."
    case .loneSurrogate: "Half of a surrogate pair, which is not a character."
    case .nul: "U+0000, which the format cannot represent."
    case .bidiControl:
      "A control character of the bidirectional algorithm that could reorder what the reader sees."
    case .lineEnd: "A line separator that the format does not distinguish from others."
    case .noFinalLineEnd: "The text ends without a line end."
    case .hiddenText: "Text that is not shown."
    case .generatedContent: "Text that a style sheet adds."
    case .trackedChange: "An insertion or deletion with its author and date."
    case .symbolFont: "Characters of a symbol font without a counterpart in Unicode."
    case .formatting: "Formatting of text that the format cannot combine with its neighbours."
    case .attributes: "Attributes of text, without a list of their names."
    case .bold: "Bold text."
    case .italic: "Italic text."
    case .code: "Text in a font of fixed width."
    case .underline: "An underline."
    case .underlineStyle: "The style or colour of an underline."
    case .strikethrough: "A strikethrough."
    case .strikethroughStyle: "The style of a strikethrough."
    case .script: "Superscript or subscript."
    case .baselineOffset: "The distance of the text from its baseline."
    case .font: "The base font of a page."
    case .fontFamily: "The font family, or its substitution by another one."
    case .fontSize: "The font size."
    case .fontWeight: "The font weight."
    case .fontDetail: "Stretch, features, variations and synthesis of fonts."
    case .fontCharset: "The character set of a font."
    case .foreground: "The colour of text."
    case .background: "The colour behind text."
    case .opacity: "The opacity of a colour or element."
    case .letterSpacing: "Additional space between letters."
    case .capitals: "Small capitals or all capitals."
    case .textEffect: "Outline, shadow, embossing and similar effects."
    case .characterScaling: "The horizontal scale of letters."
    case .emphasisMark: "Marks above or below characters."
    case .language: "The language of the text."
    case .direction: "The direction of text."
    case .asianLayout: "Layout of East Asian text: grids, ruby, combined characters."
    case .textLayout: "Layout of lines of text: white space, breaking, decoration details."
    case .hyphenation: "Hyphenation."
    case .tag: "A tag of an application."
    case .title: "The title of an element, which is shown when it is pointed at."
    case .paragraphAttributes: "Attributes of paragraphs, without a list of their names."
    case .paragraphStyle: "The style of a paragraph, where the format shows a block's own style."
    case .alignment: "The alignment of paragraphs."
    case .indent: "Indents of paragraphs."
    case .paragraphSpacing: "Space before and after paragraphs."
    case .lineHeight: "The height of lines."
    case .tabStops: "Tab stops."
    case .tabLeader: "The leader of a tab stop."
    case .defaultTabStops: "The distance of default tab stops."
    case .paragraphDirection: "The direction of paragraphs."
    case .pageBreak: "A page break before a paragraph."
    case .keepTogether: "Paragraphs kept on one page, or with the next one."
    case .widowControl: "The control of widows and orphans."
    case .paragraphBorder: "Borders of paragraphs."
    case .paragraphShading: "The colour behind paragraphs."
    case .paragraphLayout: "Other layout of paragraphs."
    case .lineNumbering: "Line numbers."
    case .space: "Space around an element."
    case .margin: "Margins of an element."
    case .padding: "Padding of an element."
    case .border: "Borders of an element."
    case .size: "The size of an element."
    case .position: "The position of an element."
    case .overflow: "What happens to content that does not fit in its element."
    case .boxLayout: "Grids, flexible boxes and other layout of elements."
    case .frame: "A frame that holds paragraphs."
    case .structure: "The structure of blocks."
    case .block: "Blocks, without a list of their kinds."
    case .blockNesting: "Blocks nested in a way that the format cannot represent."
    case .heading: "A heading."
    case .headerLevel: "A level of headings that the format lacks."
    case .quote: "A quotation."
    case .codeBlock: "A block of code."
    case .codeLanguage: "The language of a block of code."
    case .list: "A list."
    case .listItem: "An item of a list."
    case .listMarker: "The marker of a list."
    case .listNumber: "The number of a list item."
    case .listDelimiter: "The text before and after the numbers of a list."
    case .listOrder: "The order of numbers of a list."
    case .thematicBreak: "A thematic break."
    case .ruleLayout: "The appearance of a thematic break."
    case .details: "A disclosure of details, open or closed."
    case .textBox: "A text box."
    case .drawing: "A drawing."
    case .shape: "A drawn shape."
    case .table: "A table."
    case .tableRow: "A row of a table."
    case .tableRows: "Rows beyond the limit of a table."
    case .tableCell: "A cell of a table."
    case .tableBorder: "Borders of a table or its cells."
    case .tableBorderDetail: "Details of the borders of a table."
    case .tableShading: "The colours behind a table."
    case .tableLayout: "The layout of a table."
    case .tablePosition: "The position of a table."
    case .cellAlignment: "The alignment of a cell."
    case .cellLayout: "The layout of a cell."
    case .cellPadding: "The padding of a cell."
    case .cellShading: "The colour behind a cell."
    case .columnWidth: "The widths of columns."
    case .rowHeight: "The heights of rows."
    case .clipped: "Text beyond the end of a row of an exact height."
    case .rowLayout: "The layout of a row."
    case .footnote: "A footnote."
    case .endnote: "An endnote."
    case .annotation: "A comment."
    case .annotationRange: "The range of text of a comment."
    case .noteNumbering: "The numbering of notes."
    case .pageSize: "The size of the page."
    case .pageMargins: "The margins of the page."
    case .pageBackground: "The background of the page."
    case .pageColor: "The colours of the page's text and background."
    case .pageBorder: "Borders of the page."
    case .pageLayout: "Other layout of the page."
    case .pageRule: "A rule of a style sheet for pages that is not read."
    case .pageNumbering: "The numbering of pages."
    case .pageHeader: "A page header."
    case .pageFooter: "A page footer."
    case .columns: "Columns of the page."
    case .sectionBreak: "A section with its own layout of pages."
    case .toc: "A table of contents that was asked for and is not drawn."
    case .contentsEntry: "An entry for the table of contents."
    case .indexEntry: "An entry for the index."
    case .legend: "A legend of the scheme that was asked for and is not drawn."
    case .link: "The target of a link."
    case .linkTitle: "The title of a link."
    case .linkStyle: "The appearance of a link."
    case .bookmark: "A bookmark."
    case .field: "A field with its instruction."
    case .formField: "A field of a form with its state."
    case .mailMerge: "Data of a mail merge."
    case .equation: "An equation."
    case .attachment: "An attachment."
    case .attachmentBytes: "The bytes of an attachment."
    case .attachmentContent: "Content that the attachment's format cannot represent."
    case .attachmentDetails: "The details of an attachment: its name, size and description."
    case .attachmentName: "The file name of an attachment."
    case .missingAttachment: "An attachment that is not there."
    case .image: "A picture that the format cannot show."
    case .picture: "A picture in a format that is not read."
    case .pictureArea: "Areas of a picture that are links."
    case .pictureCrop: "The part of a picture that is shown."
    case .pictureData: "Data of a picture that cannot be read."
    case .pictureLayout: "The space around a picture."
    case .pictureVariant: "Other versions of a picture."
    case .video: "A video."
    case .sticker: "A sticker."
    case .stickerMember: "A member of a sticker's description."
    case .stickerPicture: "The picture of a sticker."
    case .duplicateSticker: "A sticker whose name another one has."
    case .embeddedObject: "An embedded object."
    case .objectLink: "A link to an object outside of the document."
    case .blob: "Bytes of an attachment that no attachment uses."
    case .dataAddress: "A data address that cannot be read."
    case .metadata: "A field of the metadata."
    case .customMetadata: "Metadata that only an application knows."
    case .customXML: "XML of an application."
    case .options: "Display options."
    case .displayOptions: "Display options, without a list of their names."
    case .renderScheme: "The scheme that shows intensities."
    case .smoothing: "The smoothing of intensities."
    case .animation: "The animation of intensities."
    case .styleSheet: "A style sheet."
    case .styleCycle: "Styles that are based on each other."
    case .cssValue: "A value of a style sheet's property that is not read."
    case .visualEffect: "Filters, transformations and other effects."
    case .activeContent: "Programs in a page."
    case .eventHandler: "A program that an event starts."
    case .externalContent: "Content at an address, which is not loaded."
    case .hiddenData: "Hidden data."
    case .damagedHiddenData: "Hidden data that is damaged."
    case .refusedHiddenData: "Hidden data that would change what is shown."
    case .staleHiddenData: "Hidden data of text that was changed since."
    case .embeddedSource: "The document that a drawing was asked to carry."
    case .unverified: "A source that was not verified."
    case .encoding: "The encoding of the text."
    case .codePage: "A code page that is not known."
    case .badByte: "A byte that is not a character of the encoding."
    case .unicodeNumber: "A number that is not a character."
    case .illFormedUTF8: "Bytes that are not valid UTF-8."
    case .illFormedUTF16: "Bytes that are not valid UTF-16."
    case .truncated: "Input that ends early."
    case .nesting: "Elements or groups nested too deeply."
    case .unclosedGroup: "A group without its end."
    case .textAfterEnd: "Text after the end of the document."
    case .number: "A number out of range."
    case .hexadecimal: "Hexadecimal digits that are not valid."
    case .binLength: "The length of binary data, which does not fit."
    case .controlWord: "A control word that is not valid."
    case .unknownControlWord: "A control word that is not known."
    case .unknownElement: "An element that is not known."
    case .unknownAttribute: "An attribute that is not known."
    case .unknownProperty: "A property of a style sheet that is not known."
    case .unknownMember: "A member that is not known."
    case .attribute: "An attribute that the element does not have."
    case .unknownClass: "A class that is not known."
    case .missing: "A member that should be there."
    case .duplicate: "A member that is there twice."
    case .unused: "A value that nothing refers to."
    case .length: "A length that differs from that of the text."
    case .range: "A range that is not in the text."
    case .runs: "Runs that do not cover the text."
    case .content: "Content that cannot be read."
    case .option: "An option with a value that is not known."
    case .baseAttributes: "Base attributes that are not valid."
    case .invalidValue: "A value that is not valid."
    case .archiveEntry: "An entry of a packed folder that is not part of the document."
    }
  }

  /// A group of features in lists for readers.
  public enum Topic: String, CaseIterable, Sendable {
    case text = "Text"
    case textAttributes = "Attributes of text"
    case paragraphs = "Paragraphs"
    case blocks = "Blocks"
    case tables = "Tables"
    case notes = "Notes"
    case pages = "Pages"
    case linksAndFields = "Links, fields and forms"
    case attachments = "Pictures and attachments"
    case document = "The document"
    case activeContent = "Active and external content"
    case hiddenData = "Hidden data"
    case input = "Input"
  }

  /// The group in which lists show the feature.
  public var topic: Topic {
    switch self {
    case .characters, .intensity, .controlCharacter, .loneSurrogate, .nul, .bidiControl,
      .lineEnd, .noFinalLineEnd, .hiddenText, .generatedContent, .trackedChange, .symbolFont,
      .formatting:
      .text
    case .attributes, .bold, .italic, .code, .underline, .underlineStyle, .strikethrough,
      .strikethroughStyle, .script, .baselineOffset, .font, .fontFamily, .fontSize,
      .fontWeight, .fontDetail, .fontCharset, .foreground, .background, .opacity,
      .letterSpacing, .capitals, .textEffect, .characterScaling, .emphasisMark, .language,
      .direction, .asianLayout, .textLayout, .hyphenation, .tag, .title:
      .textAttributes
    case .paragraphAttributes, .paragraphStyle, .alignment, .indent, .paragraphSpacing,
      .lineHeight, .tabStops, .tabLeader, .defaultTabStops, .paragraphDirection, .pageBreak,
      .keepTogether, .widowControl, .paragraphBorder, .paragraphShading, .paragraphLayout,
      .lineNumbering, .space, .margin, .padding, .border, .size, .position, .overflow,
      .boxLayout, .frame:
      .paragraphs
    case .structure, .block, .blockNesting, .heading, .headerLevel, .quote, .codeBlock,
      .codeLanguage, .list, .listItem, .listMarker, .listNumber, .listDelimiter, .listOrder,
      .thematicBreak, .ruleLayout, .details, .textBox, .drawing, .shape:
      .blocks
    case .table, .tableRow, .tableRows, .tableCell, .tableBorder, .tableBorderDetail,
      .tableShading, .tableLayout, .tablePosition, .cellAlignment, .cellLayout, .cellPadding,
      .cellShading, .columnWidth, .rowHeight, .clipped, .rowLayout:
      .tables
    case .footnote, .endnote, .annotation, .annotationRange, .noteNumbering:
      .notes
    case .pageSize, .pageMargins, .pageBackground, .pageColor, .pageBorder, .pageLayout,
      .pageRule, .pageNumbering, .pageHeader, .pageFooter, .columns, .sectionBreak, .toc,
      .contentsEntry, .indexEntry, .legend:
      .pages
    case .link, .linkTitle, .linkStyle, .bookmark, .field, .formField, .mailMerge, .equation:
      .linksAndFields
    case .attachment, .attachmentBytes, .attachmentContent, .attachmentDetails, .attachmentName,
      .missingAttachment, .image, .picture, .pictureArea, .pictureCrop, .pictureData,
      .pictureLayout, .pictureVariant, .video, .sticker, .stickerMember, .stickerPicture,
      .duplicateSticker, .embeddedObject, .objectLink, .blob, .dataAddress:
      .attachments
    case .metadata, .customMetadata, .customXML, .options, .displayOptions, .renderScheme,
      .smoothing, .animation, .styleSheet, .styleCycle, .cssValue, .visualEffect:
      .document
    case .activeContent, .eventHandler, .externalContent:
      .activeContent
    case .hiddenData, .damagedHiddenData, .refusedHiddenData, .staleHiddenData, .embeddedSource,
      .unverified:
      .hiddenData
    case .encoding, .codePage, .badByte, .unicodeNumber, .illFormedUTF8, .illFormedUTF16,
      .truncated, .nesting, .unclosedGroup, .textAfterEnd, .number, .hexadecimal, .binLength,
      .controlWord, .unknownControlWord, .unknownElement, .unknownAttribute, .unknownProperty,
      .unknownMember, .attribute, .unknownClass, .missing, .duplicate, .unused, .length,
      .range, .runs, .content, .option, .baseAttributes, .invalidValue, .archiveEntry:
      .input
    }
  }
}

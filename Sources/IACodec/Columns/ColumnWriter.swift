internal import IABytes
internal import IASyntax
internal import IAText

/// Writes the columns of a document that are not text or intensities, page by page or at once.
struct ColumnWriter {
  private var inline: RunColumnWriter
  private var links: RunColumnWriter
  private var paragraphs: RunColumnWriter
  private let structure: StringColumns
  private let recordTexts: [[UInt8]]
  private var recordNumbers: [[UInt8]: Int] = [:]
  private var attachment = 0
  private let bookmarks: [(utf16Offset: Int, name: [UInt8])]
  private var bookmark = 0
  private var offset = 0

  init(_ string: IAString, _ texts: inout AttributeTexts) {
    structure = string.structure
    var plain: [[UInt8]] = []
    var linked: [[UInt8]] = []
    for set in structure.inlineSets {
      let (text, link) = texts.texts(of: set)
      plain.append(text)
      linked.append(link)
    }
    inline = RunColumnWriter(plain, structure.inlineRuns)
    links = RunColumnWriter(linked, structure.inlineRuns)
    paragraphs = RunColumnWriter(
      structure.paragraphSets.map { set in
        AttributeText.text(set, plain: ParagraphAttributes()) { set.write(to: &$0) }
      },
      structure.paragraphRuns)
    recordTexts = structure.records.map { record in AttributeText.text { record.write(to: &$0) } }
    bookmarks = structure.bookmarks.map { ($0.utf16Offset, Array($0.name.utf8)) }
      .sorted { left, right in
        left.0 != right.0 ? left.0 < right.0 : left.1.lexicographicallyPrecedes(right.1)
      }
  }

  /// Whether an empty text has columns.
  var hasBookmarks: Bool { !bookmarks.isEmpty }

  /// Returns the columns of the next `count` units.
  mutating func columns(count: Int, isLast: Bool) -> [Column] {
    var columns: [Column] = []
    if let content = inline.content(count: count) {
      columns.append(Column(id: .inline, content: content))
    }
    if let content = links.content(count: count) {
      columns.append(Column(id: .links, content: content))
    }
    if let content = paragraphs.content(count: count) {
      columns.append(Column(id: .paragraphs, content: content))
    }
    let end = offset + count
    if let content = attachments(until: end) {
      columns.append(Column(id: .attachments, content: content))
    }
    if let content = bookmarks(until: isLast ? end + 1 : end) {
      columns.append(Column(id: .bookmarks, content: content))
    }
    offset = end
    return columns
  }

  private mutating func attachments(until end: Int) -> [UInt8]? {
    var new: [[UInt8]] = []
    var places = ByteWriter()
    var count = 0
    var last = offset
    while attachment < structure.attachments.count,
      structure.attachments[attachment].utf16Offset < end
    {
      let place = structure.attachments[attachment]
      let text = recordTexts[place.record]
      let number = recordNumbers[text] ?? recordNumbers.count
      if number == recordNumbers.count {
        recordNumbers[text] = number
        new.append(text)
      }
      places.varint(place.utf16Offset - last)
      places.varint(number)
      last = place.utf16Offset + 1
      count += 1
      attachment += 1
    }
    guard count > 0 else { return nil }
    var content = ByteWriter()
    content.table(new)
    content.varint(count)
    content.append(places.bytes)
    return content.bytes
  }

  private mutating func bookmarks(until end: Int) -> [UInt8]? {
    var places = ByteWriter()
    var count = 0
    var last = offset
    while bookmark < bookmarks.count, bookmarks[bookmark].utf16Offset < end {
      let place = bookmarks[bookmark]
      places.varint(place.utf16Offset - last)
      places.varint(place.name.count)
      places.append(place.name)
      last = place.utf16Offset
      count += 1
      bookmark += 1
    }
    guard count > 0 else { return nil }
    var content = ByteWriter()
    content.varint(count)
    content.append(places.bytes)
    return content.bytes
  }
}

extension ColumnWriter {
  /// Returns the columns that describe a document as a whole.
  static func head(of document: IADocument) -> [Column] {
    let options = document.string.options
    if options == DisplayOptions(), document.metadata == DocumentMetadata() { return [] }
    let (identity, origin) = (document.metadata.identity, document.metadata.origin)
    let plain = DocumentMetadata()
    let texts: [(ColumnID, [UInt8])] = [
      (.options, AttributeText.text(options, plain: DisplayOptions()) { options.write(to: &$0) }),
      (.metadata, AttributeText.text(identity, plain: plain) { identity.write(to: &$0) }),
      (.origin, AttributeText.text(origin, plain: plain) { origin.write(to: &$0) }),
    ]
    return texts.filter { $0.1 != AttributeText.empty }.map { Column(id: $0.0, content: $0.1) }
  }

  /// Returns the hashes of a document's blobs in the order of first use, then those that nothing
  /// uses.
  static func digests(of document: IADocument) -> [SHA256Digest] {
    var listed: Set<SHA256Digest> = []
    return (document.usedDigests + document.attachments.digests).filter {
      document.attachments[$0] != nil && listed.insert($0).inserted
    }
  }
}

extension DocumentMetadata {
  /// The metadata that is not part of a document's identity: the dates and the generator.
  var origin: DocumentMetadata {
    DocumentMetadata(created: created, modified: modified, generator: generator)
  }
}

internal import IAFiles
public import IAFormats
internal import IAHTML
internal import IAJSON
internal import IAMarkdown
internal import IAPlainText
internal import IARTF
public import IAText

/// The formats that are measured and counted: every reader and writer there is.
public enum FormatList {
  /// All readers.
  public static let readers: [any DocumentReader] = [
    JSONDocumentReader(), MarkdownReader(), HTMLReader(), RTFReader(), PlainTextReader(),
  ]
  /// All writers.
  public static let writers: [any DocumentWriter] = [
    JSONDocumentWriter(), MarkdownWriter(), HTMLWriter(), RTFWriter(), PlainTextWriter(),
    ANSIWriter(),
  ]

  /// What a writer makes of a document, without its side files.
  public static func bytes(
    of document: IADocument, by writer: any DocumentWriter, profile: String? = nil
  ) throws -> [UInt8] {
    var sink = BytesSink(keepsSideFiles: true)
    _ = try writer.write(document, to: &sink, options: WriteOptions(profile: profile))
    return sink.bytes
  }

  /// What a reader makes of a file.
  public static func document(
    in bytes: [UInt8], by reader: any DocumentReader
  ) throws -> IADocument {
    try reader.read(BytesSource(bytes), options: ReadOptions()).document
  }
}

internal import IAArchive
public import IABytes
internal import IAFiles
internal import IASyntax

/// The counts, sizes and the signature of an `.iaa` archive.
public struct ContainerOverview: Sendable {
  private let path: String
  private let overview: ArchiveOverview
  private let signature: Signature?
  private let metadata: [MetadataStatement]
  /// The failure that describes bytes after the newest valid directory, which are damage; `nil` if there are none.
  public let damage: Failure?

  /// The signature beside the archive, `NAME.iaa.iasig`.
  private struct Signature: Sendable {
    var key: String
    var generation: Int
    var isNewest: Bool
  }

  /// Creates the overview of an archive from its directory and indexes.
  ///
  /// - Throws: `Failure` if the archive cannot be opened, or if the file with the name of its signature is not a
  ///   signature.
  public init(of path: String, limits: Limits) throws {
    self.path = path
    do {
      let opening = try Container.open(path, limits)
      let reader = try opening.intactReader()
      overview = reader.overview
      metadata = try reader.metadata().archive
      signature = try Self.signature(path + ContainerWork.signatureSuffix, of: reader)
      damage =
        opening.lostByteCount == 0
        ? nil
        : Failure(
          .damage, path: path, code: InputError.Code.archiveMissingDirectory.rawValue,
          "\(reader.lostByteCount) bytes follow the newest valid directory; "
            + "iaconv archive repair saves documents among them")
    } catch {
      throw Failure(error, path: path)
    }
  }

  private static func signature(_ path: String, of reader: ArchiveReader) throws -> Signature? {
    guard FileIdentity(path: path) != nil else { return nil }
    do {
      let signature = try ArchiveSignature(
        FileSource(path: path).bytes(limits: Limits(inputBytes: 1 << 16)))
      return Signature(
        key: signature.keyID.description, generation: signature.generation,
        isNewest: signature.generation == reader.generation)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// The overview as text with one value in each line.
  public var text: String {
    let sizes = overview.sizes
    var rows = [
      ["documents", "\(overview.documentCount)"],
      ["earlier versions and removed", "\(overview.supersededCount)"],
      ["generations", "\(overview.generations.count)"],
      ["blocks", "\(overview.blockCount)"],
      ["attachments", "\(overview.attachmentCount)"],
      ["size", "\(overview.byteCount) bytes"],
      [
        "  texts",
        "\(sizes.texts) bytes, \(Self.percent(sizes.texts, of: sizes.decompressedTexts)) of "
          + "\(sizes.decompressedTexts) bytes of text",
      ],
      ["  data", "\(sizes.data) bytes"],
      ["  attachments", "\(sizes.attachments) bytes"],
      [
        "  recovery data",
        "\(sizes.recovery) bytes, "
          + "\(Self.percent(sizes.recovery, of: overview.byteCount - sizes.recovery)) "
          + "of the other bytes",
      ],
      ["  description", "\(sizes.description) bytes"],
      ["  other", "\(sizes.other) bytes"],
      ["reader", "a program for format version \(overview.formatVersion) or later"],
      ["signature", signatureText],
    ]
    if overview.originalCount > 0 {
      let files = overview.originalCount == 1 ? "file" : "files"
      rows.insert(
        ["  original files", "\(sizes.originals) bytes, \(overview.originalCount) \(files)"],
        at: 9)
    }
    for generation in overview.generations {
      rows.append([
        "generation \(generation.number)",
        Self.text(of: generation),
      ])
    }
    rows += metadata.map { [$0.element, $0.value] }
    if let words = Container.unprotectedWords(overview.unprotectedGenerations) {
      rows.append(["not protected", words])
    }
    return HarmlessText.escape(path) + "\n"
      + TextTable.lines(rows.map { ["  " + $0[0], $0[1]] }, rightAligned: [])
  }

  private static func text(of generation: ArchiveOverview.Generation) -> String {
    let documents = ContainerWork.counted(generation.documentCount, "document")
    var text = "\(documents), \(generation.byteCount) bytes, "
    text += "\(generation.recoveryByteCount) of them recovery data"
    if generation.supersededCount > 0 { text += ", \(generation.supersededCount) superseded" }
    if let date = generation.date { text += ", \(date)" }
    return text
  }

  private var signatureText: String {
    guard let signature else { return "none" }
    let state = signature.isNewest ? "the newest" : "not the newest"
    return "generation \(signature.generation) (\(state)), by key "
      + "\(signature.key.prefix(16)); not checked"
  }

  /// Returns the ratio of two sizes as a percentage with one decimal.
  static func percent(_ part: Int, of whole: Int) -> String {
    let tenths = (1000 * Double(part) / Double(max(1, whole))).rounded()
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) %"
  }

  /// Returns the overviews of several archives as one JSON array with a final line feed.
  public static func json(_ all: [ContainerOverview]) -> String {
    var writer = JSONWriter(style: .pretty)
    writer.beginArray()
    for one in all { one.append(to: &writer) }
    writer.endArray()
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  private func append(to writer: inout JSONWriter) {
    let sizes = overview.sizes
    writer.beginObject()
    writer.member("path", path)
    let numbers = [
      ("formatVersion", overview.formatVersion), ("minimumReaderVersion", overview.formatVersion),
      ("documents", overview.documentCount), ("superseded", overview.supersededCount),
      ("blocks", overview.blockCount),
      ("attachments", overview.attachmentCount), ("originals", overview.originalCount),
      ("bytes", overview.byteCount),
    ]
    Self.append(numbers, to: &writer)
    writer.key("sizes")
    writer.beginObject()
    Self.append(
      [
        ("texts", sizes.texts), ("decompressedTexts", sizes.decompressedTexts),
        ("data", sizes.data), ("attachments", sizes.attachments), ("originals", sizes.originals),
        ("recovery", sizes.recovery),
        ("description", sizes.description), ("other", sizes.other),
      ], to: &writer)
    writer.endObject()
    writer.key("recoveryShare")
    writer.double((overview.recoveryShare * 10_000).rounded() / 10_000)
    writer.key("generations")
    writer.beginArray()
    for generation in overview.generations {
      writer.beginObject()
      Self.append(
        [
          ("number", generation.number), ("documents", generation.documentCount),
          ("bytes", generation.byteCount), ("recovery", generation.recoveryByteCount),
          ("superseded", generation.supersededCount),
        ], to: &writer)
      if let date = generation.date { writer.member("date", date) }
      writer.endObject()
    }
    writer.endArray()
    if let signature {
      writer.key("signature")
      writer.beginObject()
      writer.member("key", signature.key)
      Self.append([("generation", signature.generation)], to: &writer)
      writer.endObject()
    }
    if !metadata.isEmpty { MetadataFields.append(metadata, to: &writer) }
    writer.key("isDamaged")
    writer.bool(damage != nil)
    writer.endObject()
  }

  private static func append(_ numbers: [(String, Int)], to writer: inout JSONWriter) {
    for (key, number) in numbers {
      writer.key(key)
      writer.integer(number)
    }
  }
}

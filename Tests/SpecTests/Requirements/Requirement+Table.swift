extension Requirement {
  /// The requirements of each specification that defines errors of readers.
  static let all: [String: [Requirement]] = [
    "archive-format.md": archive, "hidden-data.md": hiddenData, "json.md": json, "iakit.md": kit,
    "batch.md": journal, "worker-protocol.md": worker, "text-backed.md": text,
  ]

  /// The first words of the codes of these formats.
  static let prefixes: Set = [
    "archive", "hidden", "ia-json", "legacy-json", "field", "json", "iakit", "plist", "journal",
    "worker", "text", "stickers",
  ]

  /// The codes without a bad file, each with the reason.
  static let codesWithoutFiles: [String: String] = [
    "archive.key": "files of keys are no archives; SigningKeysTests",
    "archive.mode": "an option contradicts the file; ArchiveToolTests",
    "iakit.expansion": "over 16,777,216 values; HostileArchiveTests",
    "json.limit": "a file of 256 MiB or 64,000,000 values; JSONTableTests with smaller limits",
    "plist.limit": "a file of 256 MiB or 64,000,000 values; PropertyListTests with smaller limits",
    "stickers.count": "65,537 stickers; StickerPackTests with a smaller limit",
    "worker.order": "the order of frames of a session; SandboxTests",
  ]

  static let archive = [
    Requirement(
      "must write every header exactly as section 3 specifies",
      "archive.header+method", "archive.header+time", "archive.header+flags",
      "archive.header+comment",
      "archive.header+disk"),
    Requirement(
      "must not change any earlier byte when it appends, and must write the new directory last",
      reason: "a duty of writers; ArchiveRoundTripTests, KillTests"),
    Requirement(
      "must give documents ids that ascend through the archive, and names that are empty or unique",
      "archive.index+ids"),
    Requirement(
      "must refuse a directory entry or local header that differs from section 3, and members that overlap or leave gaps",
      "archive.header+entry", "archive.header+signature", "bytes.truncated+count",
      "archive.header+generation", "archive.overlap+gap", "archive.overlap+members",
      "archive.overlap+end", "archive.duplicate+member", "archive.missing-member+mimetype",
      "archive.missing-member+record", "archive.missing-member+index", "archive.no-directory+end",
      "archive.header+size"),
    Requirement(
      "must check the CRC-32C of a block and of its text before it returns a document of the block, and the hash of an attachment",
      "archive.checksum+head", "archive.checksum+columns", "archive.checksum+text",
      "archive.checksum+bytes", "archive.checksum+deflate", "archive.checksum+index",
      "archive.checksum+attachment"),
    Requirement(
      "must not use a member name as a path: names are a closed list",
      "archive.name+folder", "archive.name+suffix", "archive.name+number", "archive.name+dictionary"
    ),
    Requirement(
      "must limit the size of decompressed content before it decompresses",
      "archive.limit+size", "archive.limit+ratio"),
    Requirement(
      "A writer must use the last form for",
      reason: "a duty of writers: readers accept other units; ArchiveSpecTests"),
    Requirement(
      "It must refuse any other escape, bytes that are not UTF-8, and another number of lines",
      "archive.text+escape", "archive.text+capital", "archive.text+end", "archive.text+utf8",
      "archive.text+lines", "archive.text+feed"),
    Requirement(
      "A reader must refuse a segment with other names, and one whose ids do not ascend",
      "archive.index+zero", "archive.index+long", "archive.index+utf8", "archive.index+documents",
      "archive.index+first", "archive.index+bounds", "archive.index+kind", "archive.index+reserved",
      "archive.index+sync", "archive.index+block"),
    Requirement(
      "A reader must refuse a block with a higher version, one whose reserved field is not 0",
      "archive.version+block", "archive.block+reserved", "archive.block+number",
      "archive.block+ordinal", "archive.block+none", "archive.block+text", "archive.block+sync",
      "archive.block+apart", "archive.block+tail", "archive.block+short", "archive.block+segment"),
    Requirement(
      "A reader must refuse a list with other lines, and one with an ordinal that is not below",
      "archive.record+metadata-archive",
      "archive.record+metadata-descending",
      "archive.record+metadata-document",
      "archive.record+metadata-element",
      "archive.record+metadata-escape",
      "archive.record+metadata-fields",
      "archive.record+metadata-heading",
      "archive.record+metadata-open",
      "archive.record+metadata-sign",
      "archive.record+metadata-zeros"),
    Requirement(
      "A reader must refuse changes without content, and those with other keys, values or ordinals",
      "archive.index+changes-count",
      "archive.index+changes-descending",
      "archive.index+changes-end",
      "archive.index+changes-key",
      "archive.index+changes-keys",
      "archive.index+changes-long-key",
      "archive.index+changes-no-key",
      "archive.index+changes-nothing",
      "archive.index+changes-ordinal",
      "archive.index+changes-properties",
      "archive.index+changes-twice",
      "archive.index+changes-utf8",
      "archive.index+changes-varint",
      "archive.index+changes-zero"),
    Requirement(
      "A reader must not use an index or part that differs from this, or whose blocks are missing",
      "archive.checksum+words-head",
      "archive.checksum+words-part",
      "archive.index+words-after",
      "archive.index+words-blocks",
      "archive.index+words-count",
      "archive.index+words-empty-part",
      "archive.index+words-entries",
      "archive.index+words-filter-size",
      "archive.index+words-first",
      "archive.index+words-first-block",
      "archive.index+words-head",
      "archive.index+words-listed",
      "archive.index+words-none",
      "archive.index+words-open",
      "archive.index+words-order",
      "archive.index+words-parts",
      "archive.index+words-reserved",
      "archive.index+words-size",
      "archive.index+words-sizes",
      "archive.index+words-stream",
      "archive.index+words-sync",
      "archive.index+words-text",
      "archive.index+words-words",
      "archive.limit+words",
      "archive.version+words",
      "bytes.truncated+words-head",
      "bytes.truncated+words-part"),
    Requirement(
      "A program that verifies an archive completely must also report filters and words",
      "archive.checksum+words-name",
      "archive.index+words-block",
      "archive.index+words-descending",
      "archive.index+words-filter",
      "archive.index+words-other"),
    Requirement(
      "Readers must also read version 1",
      reason: "a duty to read files; GoldenArchiveTests"),
    Requirement(
      "A program that verifies an archive must compare all these hashes",
      "archive.record+manifest", "archive.record+names", "archive.record+merkle",
      "archive.record+record", "archive.record+generation", "archive.checksum+manifest",
      "archive.attachment+hash"),
    Requirement(
      "For an archive that must not change",
      reason: "not a requirement on files: the choice of a user"),
    Requirement(
      "A repair program must report that the number is unknown, or which documents are missing",
      reason: "a duty of repair programs; ArchiveSalvageTests"),
    Requirement(
      "If earlier readers must not read the archive",
      "archive.version+3", "archive.version+index"),
  ]

  static let hiddenData = [
    Requirement(
      "A writer must omit a paragraph record if the format shows everything in the paragraph",
      reason: "a duty of writers; HiddenDataTests"),
    Requirement(
      "A writer must hash the text",
      reason: "a duty of writers; the round trips of HTML, Markdown and RTF"),
    Requirement(
      "A reader must drop a record whose hash differs from that of the text it found, or whose lengths and indexes are not consistent",
      "stale-hidden-data+hash", "stale-hidden-data+length", "stale-hidden-data+index",
      "stale-hidden-data+paragraph", "stale-hidden-data+records", "stale-hidden-data+absent",
      "stale-hidden-data+markdown", "stale-hidden-data+rtf"),
    Requirement(
      "A reader must decide by section 4 what a record may add",
      "refused-hidden-data+patch", "refused-hidden-data+end", "refused-hidden-data+hidden",
      "refused-hidden-data+link", "refused-hidden-data+size", "refused-hidden-data+colour",
      "refused-hidden-data+raw"),
    Requirement(
      "A reader must offer to ignore hidden data, and must report the paragraphs that hidden data changed",
      reason: "an option and a report; the tests of hidden data of each format"),
    Requirement("other bits must be 0", "hidden.flags+64"),
    Requirement(
      "must show the text (without white space), the attachments, the link targets and the blocks",
      reason: "a document of several records; HiddenDataForgeryTests"),
    Requirement(
      "An attachment's address must have no scheme or a harmless one", "refused-hidden-data+scheme"),
    Requirement(
      "Readers must report them as damaged data and must not refuse a document because of them",
      "hidden.truncated+empty", "hidden.truncated+hash", "hidden.truncated+runs",
      "hidden.truncated+count", "hidden.truncated+patch", "hidden.version+2",
      "hidden.number+intensity", "hidden.number+run", "hidden.number+wide", "hidden.number+long",
      "hidden.trailing+byte", "damaged-hidden-data+version", "damaged-hidden-data+base64",
      "damaged-hidden-data+line"),
  ]

  static let json = [
    Requirement(
      "A reader must refuse any other file, equal keys in one object, anything after the value, and numbers that are not integers",
      "json.syntax+comma", "json.truncated+end", "json.trailing+value", "json.duplicate-key+text",
      "json.type+root", "json.type+text", "json.number-range+fraction",
      "json.number-range+intensity", "json.number-range+count", "json.depth+arrays",
      "json.encoding+byte", "json.encoding+mark", "ia-json.format+none", "ia-json.format+other"),
    Requirement(
      "Ranges must not be empty, must ascend and must not overlap; a reader must refuse others, and offsets",
      "ia-json.length+short", "ia-json.length+long", "ia-json.length+run", "ia-json.range+empty",
      "ia-json.range+reversed", "ia-json.range+end", "ia-json.range+bookmark",
      "ia-json.order+overlap", "ia-json.order+attachments", "ia-json.index+style",
      "ia-json.index+record", "ia-json.paragraph+start", "ia-json.paragraph+end"),
    Requirement(
      "must refuse an unknown `version` before it reads anything else", "ia-json.version+2"),
    Requirement(
      "A strict reader must refuse every error of section 2.7",
      "ia-json.attachment+unit", "ia-json.blob+hash", "ia-json.blob+base64", "ia-json.unused+style",
      "ia-json.unused+record", "field.unknown+member", "field.unknown+attribute",
      "field.missing+text", "field.missing+version", "field.missing+kind", "field.value+colour",
      "field.value+underline", "field.value+hash", "field.duplicate+bookmark",
      "field.duplicate+tags",
      "field.limit+blocks", "field.lone-surrogate+title", "json.number-range+size",
      "json.number-range+weight", "json.number-range+latitude", "json.number-range+block"),
    Requirement(
      "A strict **reader** must refuse every error of section 3.4",
      "legacy-json.missing+text", "legacy-json.missing+intensities", "legacy-json.missing+options",
      "legacy-json.length+short", "legacy-json.intensity+101", "legacy-json.intensity+fraction",
      "legacy-json.range+gap", "legacy-json.range+short", "legacy-json.range+overlap",
      "legacy-json.base-attributes+size", "legacy-json.base-attributes+flag",
      "legacy-json.link+empty", "legacy-json.link+end", "legacy-json.link+overlap",
      "legacy-json.option+scheme", "legacy-json.attachment+letter", "legacy-json.attachment+type",
      "field.unknown+dictionary", "field.lone-surrogate+text", "json.type+legacy",
      "ia-json.length+legacy"),
  ]

  static let kit = [
    Requirement(
      "A reader must refuse offsets, lengths and references outside the file, containers that contain themselves, keys that",
      "plist.format+text", "plist.syntax+end", "plist.syntax+element", "plist.truncated+end",
      "plist.trailing+text", "plist.key+missing", "plist.key+value", "plist.duplicate-key+text",
      "plist.number+letter", "plist.date+word", "plist.data+base64", "plist.entity+name",
      "plist.entity+number", "plist.encoding+byte", "plist.dtd+entity", "plist.depth+arrays",
      "plist.trailer+root", "plist.trailer+count", "plist.trailer+size", "plist.truncated+trailer",
      "plist.reference+offset", "plist.reference+object", "plist.truncated+length",
      "plist.marker+byte", "plist.cycle+array", "plist.cycle+two", "plist.key+number",
      "plist.duplicate-key+two", "plist.encoding+ascii", "plist.overlap+text",
      "plist.expansion+arrays"),
    Requirement(
      "A reader must look objects up in place and must not instantiate them. It must read the classes named on this page and no others",
      "iakit.archive+archiver", "iakit.archive+version", "iakit.archive+top", "iakit.archive+roots",
      "iakit.reference+object", "iakit.reference+chain", "iakit.class+name", "iakit.class+chain",
      "iakit.unknown-class+root", "iakit.unknown-class+attachment", "iakit.member+fields"),
    Requirement(
      "A reader must count the references that it follows: it must refuse an archive",
      reason: "over 16,777,216 values; HostileArchiveTests"),
    Requirement(
      "A strict reader must refuse the errors of json.md, section 3.4, and these",
      "iakit.format+text", "iakit.member+missing", "iakit.member+counts", "iakit.member+string",
      "plist.type+string", "iakit.runs+short", "iakit.runs+long", "iakit.runs+index",
      "iakit.runs+number", "iakit.attribute+length", "plist.type+attribute", "iakit.length+range",
      "iakit.cycle+base",
      "iakit.content+folder", "legacy-json.missing+text", "legacy-json.range+short",
      "legacy-json.link+end", "legacy-json.attachment+letter", "plist.type+text"),
  ]

  static let journal = [
    Requirement(
      "operators who must know what a target contains",
      reason: "not a requirement on files: the audience"),
    Requirement(
      "A reader must reject a journal whose first line is not the start of a run",
      "journal.foreign+text", "journal.foreign+document", "journal.foreign+name",
      "journal.version+2", "journal.damaged+bit", "journal.damaged+crc", "journal.damaged+syntax",
      "journal.damaged+empty", "journal.damaged+byte", "journal.damaged+key",
      "journal.damaged+missing", "journal.damaged+status", "journal.damaged+hash",
      "journal.damaged+size", "journal.damaged+parent", "journal.damaged+absolute",
      "journal.damaged+dot", "journal.damaged+nul", "journal.damaged+output"),
    Requirement(
      "A reader must reject other lists", "journal.damaged+beside", "journal.damaged+twice"),
    Requirement(
      "must not open a file outside the source folder, or through a link, because of a name",
      reason: "a duty of readers; BatchRunnerTests, JournalTests"),
  ]

  static let worker = [
    Requirement(
      "which must be a pipe or a socket",
      reason: "not a requirement on frames; SandboxTests"),
    Requirement(
      "Each side must check every field against the ranges below before it uses it",
      "worker.value+magic", "worker.value+zero", "worker.value+reversed", "worker.value+rest",
      "worker.value+short", "worker.version+3", "worker.version+0", "worker.value+flags",
      "worker.value+folder", "worker.value+utf8", "worker.value+name", "worker.value+content",
      "worker.value+past", "worker.value+kind", "worker.value+absent", "worker.value+window",
      "worker.value+wide", "worker.value+features", "worker.value+landlock", "worker.value+memory",
      "worker.value+none", "worker.value+many", "worker.value+format", "worker.value+end",
      "worker.value+outputs", "worker.value+other", "worker.value+hash", "worker.value+effect",
      "worker.value+bits", "worker.value+range", "worker.value+feature", "worker.value+uncounted",
      "worker.value+count", "worker.value+counted", "worker.value+sum", "worker.value+notes",
      "worker.value+sides", "worker.value+side", "worker.value+large", "worker.value+trailing",
      "worker.value+shared", "worker.value+capacity", "worker.value+status", "worker.value+code",
      "worker.value+nameless", "worker.value+flag", "worker.value+fault"),
    Requirement(
      "A client that meets one must kill the worker",
      reason: "a duty of clients; WorkerPoolTests"),
    Requirement("an id that must be 0", "worker.frame+id", "worker.frame+fault"),
    Requirement(
      "A receiver must decide this from the header, before it keeps memory for the payload",
      "worker.frame+kind", "worker.frame+side", "worker.frame+reserved", "worker.frame+size",
      "worker.frame+end", "worker.frame+header", "worker.frame+introduction"),
    Requirement(
      "a client must not have more jobs outstanding than the window",
      reason: "the order of frames of a session; SandboxTests"),
    Requirement(
      "A client must therefore receive while it sends", reason: "a duty of clients; WorkerPoolTests"
    ),
    Requirement(
      "must charge the crash or the time to a document that was alone in its worker",
      reason: "a duty of clients; test_convert.py"),
    Requirement(
      "A client must check this, must not follow links",
      "worker.value+parent", "worker.value+request", "worker.value+root", "worker.value+slash",
      "worker.value+backslash", "worker.value+control"),
    Requirement(
      "A client must escape them before it shows them on a terminal",
      reason: "a duty of clients; FailureTests"),
    Requirement(
      "The broker must copy the bytes before it decodes them",
      reason: "a duty of the broker; WorkerPoolTests"),
    Requirement(
      "The broker must check that the process of an answer is its own child",
      reason: "a duty of the broker; WorkerTemplateTests"),
  ]

  static let text = [
    Requirement(
      "It must accept every byte sequence up to its size limit, must take time linear in the text for given packs, and must report what it repaired",
      "text.ill-formed+byte", "text.ill-formed+end", "text.ill-formed+surrogate",
      "text.ill-formed+long", "text.ill-formed+odd", "text.ill-formed+half"),
    Requirement(
      "must report everything that the text does not hold",
      reason: "a duty of writers; TextLossTests"),
    Requirement(
      "A writer must write what a reader made of a text",
      reason: "a duty of writers; StickerTokenTests"),
    Requirement(
      "A writer must put a backslash before `[` if a token would be read there otherwise, and must double the backslashes",
      reason: "a duty of writers; TextSpecTests"),
    Requirement("It must not write any other escape", reason: "a duty of writers; TextSpecTests"),
    Requirement(
      "the writer must put marks that change nothing between the two",
      reason: "a duty of writers; TextSpecTests"),
    Requirement(
      "If a value has another kind than described here, or the format or version is another, a reader must refuse the file",
      "json.truncated+end", "stickers.shape+format", "stickers.shape+version", "json.type+packs",
      "json.type+name", "json.type+array", "json.type+desc", "plist.type+root",
      "plist.type+sticker", "plist.format+text"),
    Requirement(
      "A reader must look only for names of 1 to 200 bytes",
      reason: "the reader reports names and reads the file; StickerPackTests"),
  ]
}

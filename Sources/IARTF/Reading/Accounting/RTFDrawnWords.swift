/// The control words that are not part of documents but that drawings of the file use
/// (`PrintedPlacement`); they are accounted for as other words that are not read.
struct RTFDrawnWords {
  /// The hash of `\htmautsp`: the larger of the spaces below and above two paragraphs is between them.
  let htmautsp = RTFDrawnWords.hash("htmautsp")
  /// The hash of `\trleft`: the distance of the text in a table from the leading margin.
  let trleft = RTFDrawnWords.hash("trleft")

  /// The hash of `\trkeep`: pages do not divide the row.
  let trkeep = RTFDrawnWords.hash("trkeep")
  /// The hash of `\deftab`: the distance between tab stops after the last one of a paragraph.
  let deftab = RTFDrawnWords.hash("deftab")

  /// The hash of `\titlepg`: the first page has the headers and footers of first pages.
  let titlepg = RTFDrawnWords.hash("titlepg")

  /// Returns whether a hash is that of one of the words.
  func contain(_ hash: UInt64) -> Bool {
    hash == htmautsp || hash == trleft || hash == trkeep || hash == deftab || hash == titlepg
  }

  private static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(RTFControlWords.emptyHash) { RTFControlWords.hash($0, $1) }
  }
}

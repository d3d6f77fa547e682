/// The control words that are not part of documents but that drawings of the file use
/// (`PrintedPlacement`); they are accounted for as other words that are not read.
struct RTFDrawnWords {
  /// The hash of `\htmautsp`: the larger of the spaces below and above two paragraphs is between them.
  let htmautsp = RTFDrawnWords.hash("htmautsp")
  /// The hash of `\trleft`: the distance of the text in a table from the leading margin.
  let trleft = RTFDrawnWords.hash("trleft")

  /// Returns whether a hash is that of one of the words.
  func contain(_ hash: UInt64) -> Bool { hash == htmautsp || hash == trleft }

  private static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(RTFControlWords.emptyHash) { RTFControlWords.hash($0, $1) }
  }
}

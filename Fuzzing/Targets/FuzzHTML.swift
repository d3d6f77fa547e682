internal import IABytes
internal import IAConvert
internal import IAFiles
internal import IAFormats
internal import IAHTML
internal import IAText

/// Checks that a document read from HTML is equal after writing and reading if the report is
/// lossless, and that writing it again gives the same bytes.
@Sendable func fuzzHTML(_ bytes: [UInt8]) throws(FuzzFailure) {
  guard let document = try? HTMLReader().read(BytesSource(bytes)).document else { return }
  do {
    for profile in ["styled", "semantic"] {
      let options = WriteOptions(profile: profile)
      let written = try document.data(as: .html, options: options)
      let back = try HTMLReader().read(BytesSource(written.bytes)).document
      guard written.report.isLossless else { continue }
      try require(back.dump() == document.dump(), "what was written reads the same")
      let second = try back.data(as: .html, options: options)
      try require(second.bytes == written.bytes, "a second writing is the same")
    }
  } catch let failure as FuzzFailure {
    throw failure
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

/// Checks a page with a style sheet and with the same text as the style of an element, as
/// `fuzzHTML` does.
@Sendable func fuzzCSS(_ bytes: [UInt8]) throws(FuzzFailure) {
  let sheet = bytes.filter { $0 != UInt8(ascii: "<") }
  let style = bytes.filter { $0 != UInt8(ascii: "\"") }
  let page =
    Array("<style>".utf8) + sheet
    + Array("</style><p class=\"a b\" id=\"c\">x <span class=\"a\" style=\"".utf8) + style
    + Array("\">y</span><b><i>z</i></b><table><tr><td class=\"b\">w</table>".utf8)
  try fuzzHTML(page)
}

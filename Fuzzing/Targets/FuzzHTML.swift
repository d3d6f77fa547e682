internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAHTML
internal import IAText

/// Whatever is read as HTML comes back from the page that is written of it, and a second writing
/// gives the same bytes.
@Sendable func fuzzHTML(_ bytes: [UInt8]) throws(FuzzFailure) {
  guard let document = try? HTMLReader().read(BytesSource(bytes)).document else { return }
  do {
    for profile in ["styled", "semantic"] {
      let options = WriteOptions(profile: profile)
      var sink = BytesSink()
      _ = try HTMLWriter().write(document, to: &sink, options: options)
      let written = sink.bytes
      let back = try HTMLReader().read(BytesSource(written)).document
      try require(back.dump() == document.dump(), "what was written reads the same")
      var second = BytesSink()
      _ = try HTMLWriter().write(back, to: &second, options: options)
      try require(second.bytes == written, "a second writing is the same")
    }
  } catch let failure as FuzzFailure {
    throw failure
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

/// A style sheet and the same as the style of an element never stop the reader, and what they set
/// survives a page of this suite.
@Sendable func fuzzCSS(_ bytes: [UInt8]) throws(FuzzFailure) {
  let sheet = bytes.filter { $0 != UInt8(ascii: "<") }
  let style = bytes.filter { $0 != UInt8(ascii: "\"") }
  let page =
    Array("<style>".utf8) + sheet
    + Array("</style><p class=\"a b\" id=\"c\">x <span class=\"a\" style=\"".utf8) + style
    + Array("\">y</span><b><i>z</i></b><table><tr><td class=\"b\">w</table>".utf8)
  try fuzzHTML(page)
}

internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAPlainText
internal import IAText

/// Checks that text, with any sticker packs, is equal after writing and reading, and that terminal
/// text has only SGR escape sequences.
///
/// The first byte selects the sticker names, the profile and the number of colours; the rest is the
/// text.
@Sendable func fuzzText(_ bytes: [UInt8]) throws(FuzzFailure) {
  guard let choice = bytes.first else { return }
  let names = nameSets[Int(choice >> 1) % nameSets.count]
  let packs =
    names.isEmpty
    ? []
    : [StickerPack(name: "p", stickers: names.map { .init(name: $0, imageName: "") })]
  let profile = choice & 1 == 0 ? "verbatim" : "marked"
  let options = ReadOptions(stickerPacks: packs, profile: profile)
  do {
    let document = try PlainTextReader()
      .read(BytesSource(Array(bytes.dropFirst())), options: options).document
    var sink = BytesSink()
    let report = try PlainTextWriter().write(
      document, to: &sink, options: WriteOptions(profile: profile, stickerPacks: packs))
    try require(report.isLossless, "what was text can be text again")
    let written = sink.bytes
    let back = try PlainTextReader().read(BytesSource(written), options: options).document
    try require(back == document, "what was written reads the same")
    var terminal = BytesSink()
    let colors = [2, 16, 256, 1 << 24][Int(choice >> 6)]
    _ = try ANSIWriter().write(
      document, to: &terminal, options: WriteOptions(terminalColors: colors))
    try checkTerminal(terminal.bytes)
  } catch let failure as FuzzFailure {
    throw failure
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

private let nameSets: [[String]] = [
  [], ["a"], ["a", "b", "ab"], ["a]b", "a", "]", "["], ["\\", "a\\", "\\[a", "[a"],
  ["{5}", "5", "a{5}"], ["doge", "é", "e\u{301}", "拜拜"], ["[[[[", "a][a", "[]"],
]

/// Checks that each escape character starts an SGR sequence, and that there is no other control
/// character except line feeds.
private func checkTerminal(_ bytes: [UInt8]) throws(FuzzFailure) {
  var at = 0
  while at < bytes.count {
    let byte = bytes[at]
    at += 1
    if byte == 0x1B {
      try require(at < bytes.count && bytes[at] == UInt8(ascii: "["), "an escape is SGR")
      at += 1
      while at < bytes.count, bytes[at] != UInt8(ascii: "m") {
        try require((0x30...0x3B).contains(bytes[at]), "SGR has numbers only")
        at += 1
      }
    } else {
      let isUpperControl = byte == 0xC2 && at < bytes.count && (0x80...0x9F).contains(bytes[at])
      let isControl = (byte < 0x20 && byte != 0x0A) || byte == 0x7F || isUpperControl
      try require(!isControl, "no control character is left")
    }
  }
}

internal import IABytes
internal import IAHighlighting
internal import IAText

/// Checks that highlighting after an edit equals highlighting the whole text again.
@Sendable func fuzzHighlighting(_ bytes: [UInt8]) throws(FuzzFailure) {
  let rules: HighlightRules
  do {
    rules = try HighlightRules(json: bytes)
  } catch {
    try require(0...bytes.count ~= error.byteOffset, "offset outside the input: \(error)")
    return
  }
  let text = IAString("*a b* 1. AB\n-x y- `c` [l](u) aaaaaaaaaaaaaaaaaaaaaaaa\n\n🙂 é", intensity: 9)
  do {
    var string = try HighlightedString(text, rules: rules)
    string.edit(3..<14) { $0.replace(3..<14, with: "B*\n_") }
    let anew = try HighlightedString(string.source, rules: rules)
    try require(string.shown == anew.shown, "an edit and a new look agree")
  } catch let error as InputError {
    try require(0...bytes.count ~= error.byteOffset, "offset outside the input: \(error)")
  } catch let error as FuzzFailure {
    throw error
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

private import IACorpus

/// RTF as word processors write it, made of our own sentences: input for peers that read it.
public enum RTFText {
  private static let words =
    "a quiet lamp above the harbour counts every wave that comes home while the keeper mends his coat"
    .split(separator: " ").map(String.init)

  /// RTF of about a size, always whole paragraphs.
  public static func bytes(atLeast count: Int) -> [UInt8] {
    var dice = SeededGenerator(seed: 31)
    var text =
      "{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0"
      + "{\\fonttbl{\\f0\\froman\\fcharset0 Times New Roman;}{\\f1\\fswiss\\fcharset0 Arial;}}"
      + "{\\colortbl;\\red200\\green0\\blue0;\\red0\\green0\\blue220;}\n"
    var paragraph = 0
    while text.utf8.count < count {
      text += self.paragraph(paragraph, &dice)
      paragraph += 1
    }
    return Array((text + "}").utf8)
  }

  /// RTF of about a size: 400 paragraphs of eight kinds, again and again.
  public static func manyKinds(atLeast count: Int) -> [UInt8] {
    var dice = SeededGenerator(seed: 7)
    let start = Array(
      ("{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0"
        + "{\\fonttbl{\\f0\\froman\\fcharset0 Times New Roman;}"
        + "{\\f1\\fswiss\\fcharset0 Arial;}{\\f2\\fnil\\fcharset2 Symbol;}}"
        + "{\\colortbl;\\red200\\green0\\blue0;\\red0\\green0\\blue220;"
        + "\\red255\\green255\\blue0;}\n").utf8)
    var bytes = start
    if count < 1 << 16 {
      var number = 0
      while bytes.count < count {
        bytes += Array(kind(number, &dice).utf8)
        number += 1
      }
    } else {
      let block = (0..<400).flatMap { Array(kind($0, &dice).utf8) }
      bytes.reserveCapacity(count + block.count + 1)
      while bytes.count < count { bytes += block }
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private static func kind(_ number: Int, _ dice: inout SeededGenerator) -> String {
    func some(_ count: Int) -> String {
      (0..<count).map { _ in dice.pick(words) }.joined(separator: " ")
    }
    switch number % 8 {
    case 0:
      return "\\pard\\sa120 \(some(12)) {\\b \(some(4))} \(some(6)) {\\i \(some(4))}"
        + "{\\b\\i  \(some(3))} \(some(20))\\par\n"
    case 1:
      return "\\pard\\qj\\fs22\\cf1 \(some(8)) \\ul \(some(3))\\ulnone  \(some(5)) "
        + "\\strike \(some(3))\\strike0  \\cf2\\fs28 \(some(7))\\cf0\\fs24 \(some(18))\\par\n"
    case 2:
      return "\\pard \(some(10)) caf\\'e9 na\\'efve \\u8220?\(some(4))\\u8221? "
        + "\\u-10179?\\u-8704? \\u26085?\\u26412? \(some(15))\\par\n"
    case 3:
      return "\\pard See {\\field{\\*\\fldinst{HYPERLINK \"https://example.org/p/\(number)\"}}"
        + "{\\fldrslt{\\ul\\cf2 \(some(3))}}} \(some(25))\\par\n"
    case 4: return "\\pard\\fi-360\\li720{\\pntext\\f2\\'b7\\tab}\(some(9))\\par\n"
    case 5:
      return "\\trowd\\cellx3000\\cellx6000\\pard\\intbl \(some(5))\\cell \(some(5))\\cell\\row\n"
    case 6:
      return "\\pard\\highlight3 \(some(6))\\highlight0  H{\\sub 2}O x{\\super 2} "
        + "\\f1 \(some(8))\\f0\\line \(some(12))\\par\n"
    default: return "\\pard \(some(45))\\par\n"
    }
  }

  private static func paragraph(_ number: Int, _ dice: inout SeededGenerator) -> String {
    func some(_ count: Int) -> String {
      (0..<count).map { _ in dice.pick(words) }.joined(separator: " ")
    }
    switch number % 6 {
    case 0: return "\\pard\\sa120 \(some(9)) {\\b \(some(3))} \(some(5)) {\\i \(some(4))}\\par\n"
    case 1:
      return
        "\\pard\\qj\\fs22\\cf1 \(some(7)) \\ul \(some(3))\\ulnone  \\cf0\\fs24 \(some(8))\\par\n"
    case 2: return "\\pard \(some(6)) caf\\'e9 \\u8220?\(some(3))\\u8221? \\u26085?\\u26412?\\par\n"
    case 3:
      return "\\pard {\\field{\\*\\fldinst{HYPERLINK \"https://example.org/\(number)\"}}"
        + "{\\fldrslt{\\ul\\cf2 \(some(3))}}} \(some(9))\\par\n"
    case 4:
      return "\\trowd\\cellx3000\\cellx6000\\pard\\intbl \(some(4))\\cell \(some(4))\\cell\\row\n"
    default: return "\\pard H{\\sub 2}O x{\\super 2} \\f1 \(some(12))\\f0\\line \(some(9))\\par\n"
    }
  }
}

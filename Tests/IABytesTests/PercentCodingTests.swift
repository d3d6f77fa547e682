import IABytes
import Testing

struct PercentCodingTests {
  @Test(arguments: [
    ("", ""), ("a b", "a b"), ("%41%62", "Ab"), ("%2e%2E/", "../"), ("%", "%"), ("%4", "%4"),
    ("%zz%4g", "%zz%4g"), ("%2541", "%41"), ("%+1%-1", "%+1%-1"), ("x%20", "x "),
  ])
  func `Two hexadecimal digits are a byte; other text remains`(text: String, decoded: String) {
    #expect(PercentCoding.decoded(Array(text.utf8)) == Array(decoded.utf8))
  }
}

import Foundation
import IABytes
import IASyntax
import IATestSupport
import Testing

#if DEBUG
  private let isOptimised = false
#else
  private let isOptimised = true
#endif

/// Hostile inputs whose processing could exceed linear time: twice the size may take about twice
/// the time.
@Suite(.enabled(if: isOptimised, "times mean nothing in a debug build"), .serialized)
struct LinearTimeTests {
  enum Generator: String, CaseIterable {
    case manyKeys, keysWithOnePrefix, escapedKeys, objectsOfNineKeys, longNumber, loneSurrogates
    case brackets, scalars, longPrettyArray, longDataList, manyKeysList, comments

    func input(_ size: Int) -> [UInt8] {
      switch self {
      case .manyKeys: text("{", "}") { "\"\($0)\":0" }(size / 8)
      case .keysWithOnePrefix:
        text("{", "}") { "\"\(String(repeating: "x", count: 90))\($0)\":0" }(size / 100)
      case .escapedKeys: text("{", "}") { "\"\\ud800\\u0041\($0)\":0" }(size / 20)
      case .objectsOfNineKeys:
        text("[", "]") { _ in
          "{" + (0..<9).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        }(size / 55)
      case .longNumber: Array(repeating: UInt8(ascii: "9"), count: size)
      case .loneSurrogates: text("[\"", "\"]", by: "") { _ in "\\ud800" }(size / 6)
      case .brackets: text("[", "]") { _ in "[[[[]]]]" }(size / 9)
      case .scalars, .longPrettyArray: text("[", "]") { "\($0 % 101)" }(size / 3)
      case .longDataList:
        text("<plist><data>", "</data></plist>", by: "\n") { _ in "AAAA AAAA\tAAAA" }(size / 15)
      case .manyKeysList:
        text("<plist><dict>", "</dict></plist>", by: "") { "<key>\($0)</key><true/>" }(size / 24)
      case .comments: text("<plist>", "<true/></plist>", by: "") { _ in "<!-- - -- -->" }(size / 13)
      }
    }

    private func text(
      _ start: String, _ end: String, by separator: String = ",",
      _ item: @escaping (Int) -> String
    ) -> (Int) -> [UInt8] {
      { Array((start + (0..<$0).map(item).joined(separator: separator) + end).utf8) }
    }

    func read(_ bytes: [UInt8]) throws {
      switch self {
      case .longDataList, .manyKeysList, .comments: _ = try PropertyListTable(bytes)
      case .longNumber:
        let root = try JSONTable(bytes).root
        #expect(root.double == nil && root.integer == nil)
      case .loneSurrogates:
        let root = try JSONTable(bytes).root
        #expect(root.elements?.first { _ in true }?.utf16?.isEmpty == false)
      case .longPrettyArray:
        var writer = JSONWriter(style: .pretty)
        writer.copy(try JSONTable(bytes).root)
        #expect(writer.finish().count > bytes.count)
      default: _ = try JSONTable(bytes)
      }
    }
  }

  @Test(arguments: Generator.allCases)
  func `Twice the input takes at most about twice the time`(generator: Generator) throws {
    let size = 4_000_000
    let small = generator.input(size)
    let large = generator.input(size * 2)
    // Quadratic work would give a ratio of 4; caches and page faults explain more than 2.
    let ratio = try ThreadClock.ratio(
      upTo: 3, small: { try generator.read(small) }, large: { try generator.read(large) })
    #expect(ratio <= 3, "\(generator.rawValue)")
  }
}

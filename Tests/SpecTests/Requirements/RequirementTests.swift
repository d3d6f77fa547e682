import Foundation
import IATestSupport
import Testing

/// Each requirement for files in a specification has bad files, or a reason why there are none.
@Suite struct RequirementTests {
  @Test(arguments: Requirement.all.keys.sorted())
  func `Each "must" of a specification is in the table, with bad files or a reason`(
    spec: String
  ) throws {
    let prose = try SpecProse(spec)
    let table = Requirement.all[spec] ?? []
    var covered: [Range<String.Index>] = []
    for requirement in table {
      let places = prose.text.ranges(of: requirement.text)
      #expect(places.count == 1, "found \(places.count) times: \(requirement.text)")
      covered += places
      #expect(requirement.files.isEmpty != requirement.reason.isEmpty, "\(requirement.text)")
    }
    for place in prose.requirements {
      let count = covered.count {
        $0.lowerBound <= place.lowerBound && place.upperBound <= $0.upperBound
      }
      let around = prose.text[place.lowerBound...].prefix(80)
      #expect(count == 1, "\(count) entries of the table for: \(around)")
    }
    for text in covered {
      #expect(prose.requirements.contains { text.contains($0.lowerBound) }, "\(prose.text[text])")
    }
  }

  @Test(arguments: Requirement.all.keys.sorted())
  func `Each bad file violates a requirement of the table, and each one in the table exists`(
    spec: String
  ) throws {
    let files = Set(try BadFile.all(of: spec).map(\.name))
    let named = Set((Requirement.all[spec] ?? []).flatMap(\.files))
    #expect(named.subtracting(files).sorted() == [], "not in the corpus")
    #expect(files.subtracting(named).sorted() == [], "without a requirement")
  }

  @Test func `Each code of a reader of these formats has a bad file, or a reason`() throws {
    let codes = try Self.codes()
    #expect(codes.count > 60)
    let found = Set(try BadFile.all().map(\.code))
    for code in codes where !found.contains(code) {
      #expect(Requirement.codesWithoutFiles[code] != nil, "\(code)")
    }
    for code in Requirement.codesWithoutFiles.keys {
      #expect(codes.contains(code) && !found.contains(code), "\(code)")
    }
  }

  /// Returns the codes that the sources declare, with the prefixes of these formats.
  private static func codes() throws -> Set<String> {
    let path = "Sources/IACommands/Explanations/InputCodes.swift"
    let url = ExternalCorpora.packageRoot.appending(path: path)
    let text = try String(contentsOf: url, encoding: .utf8)
    var codes: Set<String> = []
    for line in text.split(separator: "\n") {
      guard let match = line.firstMatch(of: /^ *([a-z-]+)\.[a-z0-9.-]+(?=: )/) else { continue }
      let code = String(match.output.0).trimmingCharacters(in: .whitespaces)
      if Requirement.prefixes.contains(String(match.output.1)) { codes.insert(code) }
    }
    return codes
  }
}

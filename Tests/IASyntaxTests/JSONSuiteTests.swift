import Foundation
import IABytes
import IASyntax
import IATestSupport
import Testing

/// The public suite of JSON texts by Nicolas Seriot, if it is installed.
@Suite(.enabled(if: ExternalCorpora.has("hostile/jsontestsuite")))
struct JSONSuiteTests {
  @Test func `Every text that must be accepted is accepted and survives rewriting`() throws {
    let files = ExternalCorpora.files(in: "hostile/jsontestsuite/test_parsing")
      .filter { $0.lastPathComponent.hasPrefix("y_") }
    #expect(files.count == 95)
    var refusedByDefault: [String] = []
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let table = try JSONTable(bytes, allowsDuplicateKeys: true)
      do {
        _ = try JSONTable(bytes)
        try expectStableRewriting(of: table)
      } catch let error as InputError where error.code == .jsonDuplicateKey {
        refusedByDefault.append(file.lastPathComponent)
      }
    }
    #expect(
      refusedByDefault == [
        "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
      ])
  }

  @Test func `Every text that must be refused is refused with an offset inside it`() throws {
    let files = ExternalCorpora.files(in: "hostile/jsontestsuite/test_parsing")
      .filter { $0.lastPathComponent.hasPrefix("n_") }
    #expect(files.count == 188)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let error = #expect(throws: InputError.self, "\(file.lastPathComponent)") {
        try JSONTable(bytes)
      }
      let offset = error?.byteOffset ?? -1
      #expect((0...bytes.count).contains(offset), "\(file.lastPathComponent)")
      if error?.code == .jsonTruncated { #expect(offset == bytes.count) }
    }
  }

  @Test func `Texts without a stated result give a value or an error`() throws {
    var accepted: [String] = []
    for file in ExternalCorpora.files(in: "hostile/jsontestsuite/test_parsing")
    where file.lastPathComponent.hasPrefix("i_") {
      let bytes = [UInt8](try Data(contentsOf: file))
      if let table = try? JSONTable(bytes) {
        accepted.append(file.lastPathComponent)
        try expectStableRewriting(of: table)
      }
    }
    // Large numbers keep their text and lone surrogates their units; ill-formed UTF-8, UTF-16, a
    // byte order mark and 500 levels are refused.
    #expect(accepted.allSatisfy { $0.hasPrefix("i_number") || $0.contains("surrogate") })
    #expect(accepted.count >= 14)
  }

  @Test func `Texts that other readers change are read as written`() throws {
    for file in ExternalCorpora.files(in: "hostile/jsontestsuite/test_transform") {
      let bytes = [UInt8](try Data(contentsOf: file))
      let name = file.lastPathComponent
      do {
        let table = try JSONTable(bytes)
        #expect(!name.contains("same_key"), "\(name)")
        try expectStableRewriting(of: table)
      } catch let error as InputError {
        let expected: InputError.Code =
          name.contains("same_key") ? .jsonDuplicateKey : .jsonEncoding
        #expect(error.code == expected, "\(name)")
      }
    }
  }
}

/// Checks that writing a table in both styles and reading it again does not change it.
func expectStableRewriting(
  of table: JSONTable, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var compact = JSONWriter()
  compact.copy(table.root)
  let once = compact.finish()
  let again = try JSONTable(once)
  var second = JSONWriter()
  second.copy(again.root)
  #expect(second.finish() == once, sourceLocation: sourceLocation)
  var pretty = JSONWriter(style: .pretty)
  pretty.copy(again.root)
  let prettyBytes = pretty.finish()
  var third = JSONWriter()
  third.copy(try JSONTable(prettyBytes).root)
  #expect(third.finish() == once, sourceLocation: sourceLocation)
}

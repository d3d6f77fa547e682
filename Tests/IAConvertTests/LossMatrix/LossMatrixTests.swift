import Foundation
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IAConvert

@Suite struct LossMatrixTests {
  @Test func `The matrix in the repository equals the generated one`() throws {
    let file = ExternalCorpora.packageRoot.appending(path: "Specs/loss-matrix.md")
    let page = LossMatrix().markdown
    if ProcessInfo.processInfo.environment["IA_ACCEPT"] == "1" {
      try page.write(to: file, atomically: true, encoding: .utf8)
    }
    let found = try String(contentsOf: file, encoding: .utf8)
    #expect(found == page, "Specs/loss-matrix.md is stale; IA_ACCEPT=1 writes it anew")
  }

  @Test func `Each loss is reported`() {
    let matrix = LossMatrix()
    for probe in matrix.probes {
      for format in matrix.formats {
        let fate = matrix.fate(of: probe, in: format, keepsHiddenData: true)
        #expect(
          fate != .unreported, "\(format.descriptor.id.rawValue): \(probe.section): \(probe.name)")
      }
    }
  }

  @Test func `Each attribute and each kind of block has a probe`() {
    let names = Set(LossProbe.all().map(\.name))
    for field in InlineField.all { #expect(names.contains(field.name), "\(field.name)") }
    for field in ParagraphField.all { #expect(names.contains(field.name), "\(field.name)") }
    for name in Block.Kind.allNames { #expect(names.contains(name), "\(name)") }
    for kind in Attachment.Kind.allCases { #expect(names.contains(kind.rawValue)) }
  }
}

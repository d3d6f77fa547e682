import IACorpus
import IAFormats
import IALayout
import IARangeTree
import IAText
import Inputs

/// A pair of workloads that differ in the size of their input, and the most that the instructions may grow.
///
/// Instructions are the same on a busy machine, unlike times: a limit can be near to what is expected.
struct Growth {
  /// The name, of which the workloads have `growth-NAME-1` and `growth-NAME-2`.
  var name: String
  /// The sizes of the inputs.
  var sizes: (small: Int, large: Int)
  /// The largest ratio of the instructions.
  var limit: Double
  /// Makes an input of a size and returns the work.
  var prepare: (_ size: Int) throws -> () throws -> [String: Int]

  /// The pair as workloads of their own, which have baselines as others do.
  var workloads: [Workload] {
    [(1, sizes.small), (2, sizes.large)].map { number, size in
      // What a heap had left decides the allocations of growing arrays.
      Workload("growth-\(name)-\(number)", hasStableAllocations: false) { try prepare(size) }
    }
  }

  /// Returns the ratio of the instructions found, or `nil` if one of the workloads was not run.
  func ratio(_ instructions: [String: Int]) -> Double? {
    guard let small = instructions["growth-\(name)-1"], small > 0,
      let large = instructions["growth-\(name)-2"]
    else { return nil }
    return Double(large) / Double(small)
  }

  /// All pairs: readers and layout at twice the size, and edits of a tree ten times as large.
  static var all: [Growth] {
    readers + [
      Growth(name: "layout", sizes: (60_000, 120_000), limit: 2.1) { count in
        let typesetter = try LayoutWorkload.typesetter()
        let text = IAString(
          String(repeating: "The water is cold again and we leave early. ", count: count / 44))
        return {
          let manager = LayoutWorkload.manager(typesetter)
          manager.setString(text)
          manager.ensureLayout()
          return LayoutWorkload.counts(typesetter)
        }
      },
      Growth(name: "tree-edits", sizes: (100_000, 1_000_000), limit: 1.5) { count in
        var dice = SeededGenerator(seed: 3)
        let units = [UInt16](repeating: 0x61, count: count)
        let levels = units.indices.map { UInt8($0 / 7 % 100) }
        let runs = [RangeTree.Run(count: count, attribute: 0)]
        let tree = RangeTree(units: units.span, intensities: levels.span, runs: runs.span)
        let offsets = (0..<2000).map { _ in dice.below(count) }
        return {
          var edited = tree
          let typed: [UInt16] = [0x62]
          for offset in offsets {
            edited.replace(
              offset..<offset, with: typed.span, intensity: UInt8(offset % 100), attribute: 0)
          }
          return ["units": edited.count]
        }
      },
    ]
  }

  private static var readers: [Growth] {
    FormatList.readers.compactMap { reader in
      let id = reader.descriptor.id.rawValue
      guard id != "rtf" else {
        return Growth(name: "rtf-read", sizes: (1 << 18, 1 << 19), limit: 2.1) { count in
          let bytes = VariedRTF.bytes(atLeast: count)
          return { ["units": try FormatList.document(in: bytes, by: reader).string.utf16Count] }
        }
      }
      guard
        let writer = FormatList.writers.first(where: { $0.descriptor.id == reader.descriptor.id })
      else { return nil }
      return Growth(name: "\(id)-read", sizes: (1, 2), limit: 2.1) { count in
        var string = IAString()
        for message in CorpusDocument.messages(count: 200, seed: 13) {
          string += message.string + IAString("\n")
        }
        // The larger input has the smaller one twice: other messages would have other attributes.
        if count == 2 { string += string }
        let bytes = try FormatList.bytes(of: IADocument(string), by: writer)
        return { ["units": try FormatList.document(in: bytes, by: reader).string.utf16Count] }
      }
    }
  }
}

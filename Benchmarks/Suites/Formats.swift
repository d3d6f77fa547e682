import Harness
import IACorpus
import IAFiles
import IAFormats
import IAText
import Inputs

/// Writes every document of the corpus with every writer and profile, and reads what came out with
/// the reader of the same format, beside a copy of the bytes.
func measureFormats(_ runner: inout Runner) throws {
  let documents = try CorpusDocument.all.map { try $0.make() }
  for writer in FormatList.writers {
    let id = writer.descriptor.id
    let reader = FormatList.readers.first { $0.descriptor.id == id }
    let profiles = writer.descriptor.profiles.map { Optional($0.name) }
    for profile in profiles.isEmpty ? [nil] : profiles {
      let name = ([id.rawValue] + (profile.map { [$0] } ?? [])).joined(separator: " ")
      guard runner.wants("formats", name) else { continue }
      let files = try documents.map { try FormatList.bytes(of: $0, by: writer, profile: profile) }
      let target = UnsafeMutableBufferPointer<UInt8>.allocate(
        capacity: files.map(\.count).max() ?? 0)
      target.initialize(repeating: 0)
      defer { target.deallocate() }
      var kernels = [
        Kernel("write") { _, watch in
          var count = 0
          for document in opaque(documents) {
            count += try watch.time {
              try FormatList.bytes(of: document, by: writer, profile: profile)
            }.count
          }
          return count
        }
      ]
      if let reader {
        kernels.append(
          Kernel("read") { _, watch in
            var count = 0
            for file in opaque(files) {
              let result = try watch.time {
                try reader.read(BytesSource(file), options: ReadOptions())
              }
              _ = opaque(result.document)
              count += file.count
            }
            return count
          })
      }
      kernels.append(
        Kernel("copy", .limit) { _, watch in
          var count = 0
          for file in opaque(files) {
            file.withUnsafeBufferPointer { source in
              watch.time { _ = target.update(fromContentsOf: source) }
            }
            _ = opaque(target[0])
            count += file.count
          }
          return count
        })
      try runner.run(
        Comparison("formats", name, operation: "byte", rounds: 5, kernels: kernels))
    }
  }
}

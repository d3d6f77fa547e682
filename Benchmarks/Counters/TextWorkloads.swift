import IACorpus
import IAFormats
import IAText
import Inputs

extension Workload {
  /// The model: building strings, splicing them, finding stretches that are shown alike.
  static var textWorkloads: [Workload] {
    [
      Workload("text-build") {
        let report = try CorpusDocument.named("long-report")?.string ?? IAString()
        let pieces = report.attributeRuns(in: report.utf16Range).map { run in
          (
            report.units(in: run.utf16Range), report.intensities(in: run.utf16Range),
            run.attributes
          )
        }
        return {
          var builder = IAStringBuilder()
          for (units, intensities, attributes) in pieces {
            let start = builder.utf16Count
            builder.append(units: units, attributes: builder.intern(attributes))
            builder.setIntensities(intensities, at: start)
            if units.last == 0x0A { builder.endParagraph() }
          }
          let string = builder.finish()
          return ["units": string.utf16Count, "paragraphs": string.paragraphs.count]
        }
      },
      Workload("text-splice") {
        let report = try CorpusDocument.named("long-report") ?? IADocument()
        let messages = CorpusDocument.messages(count: 200, seed: 13)
        return {
          var string = report.string
          for (step, message) in messages.enumerated() {
            string.insert(message.string, at: step * 300)
            string.remove(step * 200..<step * 200 + 40)
          }
          let whole = string.utf16Range
          return [
            "units": string.utf16Count, "paragraphs": string.paragraphs.count,
            "runs": string.attributeRuns(in: whole).count,
          ]
        }
      },
    ]
      + Smoothing.allCases.map { smoothing in
        Workload("smoothing-\(smoothing.rawValue.lowercased())") {
          let documents = try ["long-report", "chat-ru", "chat-th", "chat-ar"].map {
            try CorpusDocument.named($0) ?? IADocument()
          }
          return {
            var runs = 0
            for document in documents {
              runs += try document.string.smoothedRuns(smoothing).count
            }
            return ["runs": runs]
          }
        }
      }
  }

  /// Each format: writing some documents of the corpus, and reading what was written.
  static var formatWorkloads: [Workload] {
    FormatList.writers.map { writer in
      Workload("\(writer.descriptor.id.rawValue)-write") {
        let documents = try formatDocuments.map { try CorpusDocument.named($0) ?? IADocument() }
        return {
          var bytes = 0
          for document in documents {
            bytes += try FormatList.bytes(of: document, by: writer).count
          }
          return ["bytes": bytes]
        }
      }
    }
      + FormatList.readers.compactMap { reader in
        guard
          let writer = FormatList.writers.first(where: { $0.descriptor.id == reader.descriptor.id })
        else { return nil }
        return Workload("\(reader.descriptor.id.rawValue)-read") {
          let files = try formatDocuments.map {
            try FormatList.bytes(of: try CorpusDocument.named($0) ?? IADocument(), by: writer)
          }
          return {
            var units = 0
            for file in files {
              units += try FormatList.document(in: file, by: reader).string.utf16Count
            }
            return ["units": units]
          }
        }
      }
  }

  private static let formatDocuments = [
    "long-report", "every-attribute", "every-block", "chat-stickers", "mixed-scripts",
  ]
}

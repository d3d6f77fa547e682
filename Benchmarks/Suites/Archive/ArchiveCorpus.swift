import Foundation
import IAArchive
import IACorpus
import IAFormats
import IAText
import Inputs

/// Real messages with the mixture of intensities, and names and ids.
struct ArchiveCorpus {
  /// A message.
  struct Message {
    var document: IADocument
    var name: String
    var id: UInt64

    /// The original's dictionary with name and id, on a line.
    var json: [UInt8] {
      get throws {
        guard let writer = FormatList.writers.first(where: { $0.descriptor.id.rawValue == "json" })
        else { return [] }
        let bytes = try FormatList.bytes(of: document, by: writer, profile: "legacy")
        return Array("{\"id\":\(id),\"name\":\"\(name)\",".utf8) + bytes.dropFirst() + [0x0A]
      }
    }
  }

  let count: Int
  private let texts: [String]

  init(count: Int) throws {
    self.count = count
    texts = try Messages.mixed(count: count)
  }

  func id(_ index: Int) -> UInt64 { UInt64(index + 1) }

  func name(_ index: Int) -> String { "chat/\(index / 1000)/message-\(index)" }

  /// A message by its number; the same every time.
  func message(_ index: Int) throws -> Message {
    let units = Array(texts[index % texts.count].utf16)
    var mixture = IntensityMixture(seed: UInt64(index) &* 77 &+ 3)
    let string = IAString(units: units, intensities: mixture.intensities(for: units))
    return Message(document: IADocument(string), name: name(index), id: id(index))
  }

  func forEach(_ body: (Message) throws -> Void) throws {
    for index in 0..<count { try body(message(index)) }
  }
}

/// A file without a name that an archive is written to.
final class TemporaryArchive {
  let storage: DescriptorStorage
  private let descriptor: Int32

  init() throws {
    var path = Array((NSTemporaryDirectory() + "/ia-archive-XXXXXX").utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Tool.Missing(description: "no temporary file") }
    unlink(path)
    storage = DescriptorStorage(descriptor)
  }

  deinit { close(descriptor) }
}

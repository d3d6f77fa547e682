import Foundation
import IABytes
import IAFiles
import IAForeignArchives
import IATestSupport
import Testing

/// The archives of libarchive's tests: each is read or refused in at most 5 seconds.
@Suite(.enabled(if: ExternalCorpora.has("hostile/libarchive-uu")))
struct CorpusArchiveTests {
  @Test func `Every archive is read or refused in time`() throws {
    var outcomes: [String: Int] = [:]
    for url in ExternalCorpora.files(in: "hostile/libarchive-uu") {
      var outcome = ""
      let seconds = ThreadClock.seconds(runs: 1) { outcome = ArchiveWalk.outcome(path: url.path) }
      outcomes[outcome, default: 0] += 1
      #expect(!outcome.hasPrefix("?"), "\(url.lastPathComponent): \(outcome)")
      #expect(seconds < 5, "\(url.lastPathComponent) took \(seconds) s")
      if ProcessInfo.processInfo.environment["IA_VERBOSE"] == "1" {
        print(url.lastPathComponent, outcome, seconds)
      }
    }
    #expect(outcomes["read", default: 0] >= 20)
  }
}

/// Reads whole archives.
enum ArchiveWalk {
  /// Returns the code of the error that ended reading, `read` without an error, `file …` for a file
  /// error, or `? …` for an error that readers must not throw.
  static func outcome(path: String) -> String {
    do {
      var reader = try ForeignArchiveReader(path: path)
      while try reader.next() != nil {
        do throws(InputError) { _ = try reader.contents() } catch {
          if error.limit != nil { throw error }
        }
      }
      return "read"
    } catch let error as InputError {
      return error.code.rawValue
    } catch let error as FileError {
      return "file \(error)"
    } catch {
      return "? \(error)"
    }
  }

  /// Returns the contents of the files of an archive by path, and the reasons for skipped ones.
  static func files(
    in bytes: [UInt8], limits: Limits = .standard, budget: ArchiveBudget = .standard,
    collisions: ForeignArchiveReader.CollisionRule = .refuse
  ) throws -> (files: [String: [UInt8]], skipped: [String: String]) {
    var reader = try ForeignArchiveReader(
      bytes, limits: limits, budget: budget, collisions: collisions)
    var files: [String: [UInt8]] = [:]
    while let entry = try reader.next() { files[entry.path.text] = try reader.contents() }
    var skipped: [String: String] = [:]
    for item in reader.skipped.items + reader.skipped.renamed {
      skipped[item.path] = item.renamed?.text ?? item.reason.code.rawValue
    }
    for remark in reader.skipped.remarks { skipped[""] = remark.code.rawValue }
    return (files, skipped)
  }
}

internal import IAFiles
package import IASyntax

/// The record of the files beside a document that its conversion requested.
package struct SideFileRecord: Hashable, Sendable {
  /// The names relative to the folder of the document, in the order of the requests.
  package var names: [String]
  /// The hash of the names with the hashes of the files.
  package var digest: SHA256Digest
  /// The first 16 hexadecimal digits of the hash of the names, sizes and times of the files; `nil` if a time is
  /// unknown.
  package var stamps: String?

  package init(names: [String], digest: SHA256Digest, stamps: String?) {
    self.names = names
    self.digest = digest
    self.stamps = stamps
  }

  /// Returns the paths of the files beside a document at a path.
  func paths(beside input: String) -> [String] {
    let start = FilePaths.parts(of: String(FilePaths.folderPrefix(of: input)))
    return names.map { name in
      var (folders, rest) = (start, name)
      while let next = FilePaths.rest(of: rest, after: "../") {
        if folders.popLast() == nil { break }
        rest = String(next)
      }
      return (FilePaths.isAbsolute(input) ? "/" : "") + (folders + [rest]).joined(separator: "/")
    }
  }
}

/// The record of a document in the journal of a batch.
package struct JournalEntry: Hashable, Sendable {
  /// The result of a conversion, as it is recorded.
  package enum Status: String, Hashable, Sendable {
    /// The document was converted.
    case converted = "ok"
    /// The document was refused for its content, which another attempt would refuse again.
    case refused
  }

  /// A file that was written.
  package struct Output: Hashable, Sendable {
    /// The path relative to the target.
    package var path: String
    /// The size in bytes.
    package var byteCount: Int
    /// The time of the last change in nanoseconds since 1970; 0 if unknown.
    package var nanoseconds: Int
    /// The hash of the content.
    package var digest: SHA256Digest

    package init(path: String, byteCount: Int, nanoseconds: Int, digest: SHA256Digest) {
      self.path = path
      self.byteCount = byteCount
      self.nanoseconds = nanoseconds
      self.digest = digest
    }
  }

  /// The path of the outputs relative to the target, without suffix: the key of the entry.
  package var name: String
  /// The path of the input.
  package var input: String
  /// The size of the input in bytes.
  package var inputByteCount: Int
  /// The time of the input's last change in nanoseconds since 1970; 0 if unknown.
  package var inputNanoseconds: Int
  /// The hash of the input.
  package var inputDigest: SHA256Digest
  /// The files beside the input that the conversion requested; `nil` if it requested none.
  package var beside: SideFileRecord?
  /// The result of the conversion.
  package var status: Status
  /// The code of the failure of a document that was refused.
  package var code: String?
  /// The files that were written, the output of the first format first.
  package var outputs: [Output]

  package init(
    name: String, input: String, inputByteCount: Int, inputNanoseconds: Int,
    inputDigest: SHA256Digest, beside: SideFileRecord? = nil, status: Status, code: String? = nil,
    outputs: [Output]
  ) {
    self.name = name
    self.input = input
    self.inputByteCount = inputByteCount
    self.inputNanoseconds = inputNanoseconds
    self.inputDigest = inputDigest
    self.beside = beside
    self.status = status
    self.code = code
    self.outputs = outputs
  }
}

/// The start of a run in a journal: the program and its options for the entries that follow.
package struct JournalRun: Hashable, Sendable {
  /// The program with its version.
  package var program: String
  /// The hash of the options that determine the outputs.
  package var options: String

  package init(program: String, options: String) {
    self.program = program
    self.options = options
  }

  /// The value of `MetadataStatement.conversion` for a document that the run has made.
  var statement: String { program + " " + options }
}

/// A line of a journal.
package enum JournalLine: Hashable, Sendable {
  /// The start of a run.
  case run(JournalRun)
  /// The record of a document.
  case document(JournalEntry)
}

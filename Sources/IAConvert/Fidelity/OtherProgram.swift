internal import CWorkers
internal import IAFiles

/// An independent program that shows documents, for comparisons that do not depend on code of this project.
public enum OtherProgram: String, Hashable, Sendable, CaseIterable {
  /// LibreOffice Writer, which opens RTF, HTML and text.
  case libreoffice
  /// Chromium, which opens HTML and text, without a network.
  case chromium

  /// The name for messages.
  var name: String { self == .libreoffice ? "LibreOffice" : "Chromium" }

  /// The names under which the program is installed, in order.
  private var commands: [String] {
    switch self {
    case .libreoffice: ["soffice", "libreoffice"]
    case .chromium: ["chromium", "chromium-browser", "google-chrome"]
    }
  }

  /// The suffixes of the files that the program opens.
  private var suffixes: [String] {
    self == .libreoffice ? ["rtf", "html", "htm", "txt"] : ["html", "htm", "txt"]
  }

  /// The maximum time for one document in milliseconds.
  private static let milliseconds: Int32 = 120_000

  /// Prints a document to PDF, and returns the words of its pages.
  ///
  /// - Parameter isStopped: Called repeatedly while programs run; if it returns `true`, the programs are killed.
  /// - Throws: `Failure` with `program.format`, `program.missing`, `program.timeout`,
  ///   `program.failed` or `program.stopped`; `FileError`.
  func words(
    of path: String, limits: Limits, isStopped: () -> Bool
  ) throws -> [PrintedWord] {
    let suffix = path.split(separator: ".").last?.lowercased() ?? ""
    guard suffixes.contains(suffix) else {
      throw Failure(
        .usage, path: path, code: "program.format",
        "\(name) is asked to open files with the suffixes \(suffixes.joined(separator: ", "))")
    }
    let file = try ScratchFolder.resolved(path)
    let folder = try ScratchFolder(in: SystemNumbers.environment("TMPDIR") ?? "/tmp")
    let pdf = try print(file, to: folder.path, path, isStopped)
    try run(
      ["pdftohtml"], ["-xml", "-i", "-q", "-stdout", pdf], in: folder.path, output: "pages.xml",
      path, isStopped)
    let pages = try FileSource(path: folder.path + "/pages.xml").bytes(limits: limits)
    return PrintedWord.words(in: pages)
  }

  /// Prints a file to PDF, and returns the path of the PDF.
  private func print(
    _ file: String, to folder: String, _ path: String, _ isStopped: () -> Bool
  ) throws(Failure) -> String {
    switch self {
    case .libreoffice:
      try run(
        commands,
        [
          "-env:UserInstallation=file://\(folder)/profile", "--headless", "--norestore",
          "--convert-to", "pdf", "--outdir", folder, file,
        ], in: folder, output: "log", path, isStopped)
      return folder + "/" + FileNames.stem(of: file) + ".pdf"
    case .chromium:
      let pdf = folder + "/page.pdf"
      try run(
        commands,
        // Chromium does not start with its sandbox as the superuser.
        (SystemNumbers.isSuperuser ? ["--no-sandbox"] : [])
          + [
            "--headless", "--disable-gpu", "--disable-extensions",
            "--user-data-dir=\(folder)/profile", "--proxy-server=127.0.0.1:9",
            "--host-resolver-rules=MAP * ~NOTFOUND", "--no-pdf-header-footer",
            "--print-to-pdf=\(pdf)", "file://" + Self.encoded(file),
          ], in: folder, output: "log", path, isStopped)
      return pdf
    }
  }

  /// Returns a path with percent encoding of each byte that is not an ASCII letter, a digit, a period or a slash.
  private static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var address: [UInt8] = []
    for byte in PathBytes.bytes(of: path) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: ".")...UInt8(ascii: "9"):
        address.append(byte)
      default:
        address += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: address, as: UTF8.self)
  }

  /// Waits for the end of a program, and returns its status.
  private func wait(
    for process: Int32, _ command: String, _ path: String, _ isStopped: () -> Bool
  ) throws(Failure) -> Int32 {
    let end = ContinuousClock.now + .milliseconds(Int(Self.milliseconds))
    var status: Int32 = 0
    while unsafe ia_program_wait(process, &status) == 0 {
      let isLate = ContinuousClock.now >= end
      guard isLate || isStopped() else { continue }
      ia_program_kill(process)
      throw isLate
        ? Failure(
          .badInput, path: path, code: "program.timeout",
          "\(command) took more than \(Self.milliseconds / 1000) s")
        : Failure(.terminated, path: path, code: "program.stopped", "\(command) was stopped")
    }
    return status
  }

  /// Runs the first of some programs that is installed.
  ///
  /// The folder also receives the temporary files of the program, so that they are removed even if the program is
  /// killed.
  private func run(
    _ commands: [String], _ arguments: [String], in folder: String, output: String,
    _ path: String, _ isStopped: () -> Bool
  ) throws(Failure) {
    for command in commands {
      let process = unsafe WorkerStart.withPointers(
        to: ["env", "TMPDIR=\(folder)", command] + arguments
      ) { words in
        unsafe "\(folder)/\(output)".withCString { unsafe ia_program_start(words, $0) }
      }
      let status = try process < 0 ? process : wait(for: process, command, path, isStopped)
      if status == 0 { return }
      if SystemNumbers.isMissing(-status) || status == 127 { continue }
      throw Failure(
        .badInput, path: path, code: "program.failed",
        status < 0 ? FileError.message(for: -status) : "\(command) ended with \(status)")
    }
    throw Failure(
      .software, path: path, code: "program.missing",
      "\(commands.joined(separator: " or ")) is not installed")
  }
}

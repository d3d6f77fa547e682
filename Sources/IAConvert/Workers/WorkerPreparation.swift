internal import CWorkers
internal import IABytes
internal import IAFiles
internal import IAUnicode

/// The work of a template process: it loads the resources of workers, and creates workers by copying itself.
package enum WorkerPreparation {
  /// The number of the descriptor that is the control socket of a template.
  package static let controlDescriptor = Int(IA_WORKER_SOCKET)

  /// Fills the tables and caches that conversions fill on first use, by converting sample texts.
  ///
  /// The texts are constants of the program. A template never reads a document.
  package static func prepare(_ conversions: [Conversion]) {
    Charset.loadAllConverters()
    for conversion in conversions {
      for (name, text) in samples {
        var sink = BytesSink()
        // A conversion may refuse a text, for example because of its options; the error is ignored.
        _ = try? conversion.run(from: BytesSource(Array(text.utf8), name: name), to: &sink)
      }
    }
  }

  /// Handles the broker's requests until it closes the control socket.
  ///
  /// - Returns: `true` in each copy, which must then run as a worker; `false` in the template when the broker has
  ///   closed the socket.
  /// - Throws: `Failure` with `worker.start` if the process cannot be copied.
  package static func becomesWorker() throws(Failure) -> Bool {
    let result = ia_template_serve(Int32(controlDescriptor))
    guard result >= 0 else { throw WorkerStart.failure("no template", result) }
    return result == 1
  }

  // MARK: Check

  /// Sends text to the process that has requested this copy.
  ///
  /// - Throws: `Failure` with `worker.start`.
  package static func report(_ text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    let result = unsafe ia_worker_write(Int32(controlDescriptor), bytes, bytes.count)
    guard result == 0 else { throw WorkerStart.failure("no report", result) }
  }

  /// Starts a template and a copy of it, and returns the text that the copy reports, and its exit status.
  ///
  /// - Throws: `Failure` with `worker.start`.
  package static func copyReport(
    program: String, arguments: [String]
  ) throws(Failure) -> (text: String, status: Int) {
    guard let template = WorkerTemplate(program: program, arguments: arguments) else {
      throw Failure(.software, code: "worker.start", "no template")
    }
    defer { template.stop() }
    let pair = try WorkerStart.socketPair()
    defer { ia_worker_close(pair.ours) }
    let id = template.copy(socket: pair.theirs, memory: -1)
    ia_worker_close(pair.theirs)
    guard id > 0 else { throw WorkerStart.failure("no copy", id) }
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      let got = unsafe ia_worker_receive(pair.ours, &chunk, chunk.count, nil, 1)
      guard got > 0 else { break }
      text += chunk.prefix(got)
    }
    var end = ia_worker_end()
    _ = unsafe ia_worker_wait(id, 1, &end)
    return (String(decoding: text, as: UTF8.self), end.signal == 0 ? Int(end.status) : 128)
  }

  // MARK: Texts

  private static let samples = [
    (
      "a.rtf",
      #"""
      {\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fswiss Helvetica;}}{\colortbl;\red255\green0\blue0;}
      {\stylesheet{\s0 Normal;}}\pard\qc\f0\fs28 Title\par\pard\li360 {\b bold} {\i italic}
      {\ul under}\cf1 red\cf0  \u233\'e9 \'80\par}
      """#
    ),
    (
      "a.html",
      """
      <!DOCTYPE html><title>t</title><style>p { color: red }</style><h1>Title</h1>
      <p style="font-size: 12pt">A <b>bold</b>, <i>italic</i>, <a href="https://example.org/">link</a> &amp; caf\u{E9}.</p>
      <ul><li>one<li>two</ul><table><tr><td>cell</table>
      """
    ),
    (
      "a.md",
      """
      # Title

      A **bold**, *italic*, [link](https://example.org/) and `code`.

      - one
      - two

      """
    ),
    ("a.txt", "Plain text, caf\u{E9} \u{1F600}.\n"),
    (
      "a.json",
      #"""
      {"format":"ia-json","version":1,"text":"Some text","styles":[{"italic":true},{"fontSize":14}],
       "intensities":[4,40,5,60],"runs":[[0,4,1],[5,9,0]]}
      """#
    ),
  ]
}

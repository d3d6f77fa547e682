import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A batch that watches its sources, and the socket that reports its state.
@Suite(.serialized) struct BatchWatchTests {
  private let shell: Shell
  private var folder: URL { shell.folder }

  init() throws {
    shell = try Shell()
    try FileManager.default.createDirectory(
      at: shell.folder.appending(path: "in"), withIntermediateDirectories: true)
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func start(_ options: [String] = []) throws -> SpawnedProgram {
    try SpawnedProgram(
      ["batch", folder.path + "/in", "-o", folder.path + "/out", "-t", "text", "-q", "--watch"]
        + options)
  }

  private func content(_ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Waits up to 15 seconds for the content of a file, and returns whether it appeared.
  private func waits(for text: String?, in name: String) -> Bool {
    for _ in 0..<1500 {
      if content(name) == text { return true }
      usleep(10_000)
    }
    return false
  }

  /// Returns the answer of a status socket, or `nil` if there is no answer.
  private func answer(_ path: String) -> [String: Any]? {
    guard let client = connect(to: path) else { return nil }
    defer { close(client) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var found: [UInt8] = []
    while true {
      let count = read(client, &bytes, bytes.count)
      guard count > 0 else { break }
      found += bytes[..<count]
    }
    return try? JSONSerialization.jsonObject(with: Data(found)) as? [String: Any]
  }

  private func connect(to path: String) -> Int32? {
    #if canImport(Glibc)
      let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let client = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      for (index, byte) in path.utf8.enumerated() { buffer[index] = byte }
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #if canImport(Darwin)
          Darwin.connect(client, $0, size)
        #elseif canImport(Musl)
          Musl.connect(client, $0, size)
        #else
          Glibc.connect(client, $0, size)
        #endif
      }
    }
    if result == 0 { return client }
    close(client)
    return nil
  }

  @Test(arguments: [[], ["--poll", "0.2"]])
  func `Files are converted as they appear, change and move in`(options: [String]) throws {
    try write("one", "in/a.txt")
    let program = try start(options)
    #expect(waits(for: "one", in: "out/a.txt"))
    try FileManager.default.createDirectory(
      at: folder.appending(path: "in/new/inner"), withIntermediateDirectories: true)
    try write("two", "in/new/inner/b.txt")
    try write("three", "c.txt")
    rename(folder.path + "/c.txt", folder.path + "/in/c.txt")
    #expect(waits(for: "two", in: "out/new/inner/b.txt"))
    #expect(waits(for: "three", in: "out/c.txt"))
    try write("changed", "in/a.txt")
    #expect(waits(for: "changed", in: "out/a.txt"))
    kill(program.id, SIGTERM)
    #expect(program.waitForEnd() == 143 << 8)
    // The rounds must have written the same files as one run.
    let again = try shell.run("iaconv batch in -o out -t text")
    let message = String(decoding: again.errors, as: UTF8.self)
    #expect(message.contains("3 unchanged"), "\(message)")
  }

  @Test(arguments: [[], ["--poll", "0.2"]])
  func `Outputs of removed files are deleted on request`(options: [String]) throws {
    for name in ["a", "b", "c"] { try write(name, "in/\(name).txt") }
    let program = try start(["--prune"] + options)
    for name in ["a", "b", "c"] { #expect(waits(for: name, in: "out/\(name).txt")) }
    try write("mine", "out/c.txt")
    for name in ["b", "c"] {
      try FileManager.default.removeItem(at: folder.appending(path: "in/\(name).txt"))
    }
    #expect(waits(for: nil, in: "out/b.txt"))
    try write("four", "in/d.txt")
    #expect(waits(for: "four", in: "out/d.txt"))
    #expect(content("out/a.txt") == "a")
    #expect(content("out/c.txt") == "mine")
    kill(program.id, SIGTERM)
    #expect(program.waitForEnd() == 143 << 8)
  }

  #if canImport(Glibc)
    @Test func `A file that is still open is not converted`() throws {
      let program = try start()
      for _ in 0..<500 where !FileManager.default.fileExists(atPath: folder.path + "/out") {
        usleep(10_000)
      }
      usleep(500_000)
      let file = open(folder.path + "/in/slow.txt", O_WRONLY | O_CREAT, 0o644)
      #expect(file >= 0)
      #expect(Glibc.write(file, "first ", 6) == 6)
      usleep(3_000_000)
      #expect(content("out/slow.txt") == nil)
      #expect(Glibc.write(file, "second", 6) == 6)
      close(file)
      #expect(waits(for: "first second", in: "out/slow.txt"))
      kill(program.id, SIGINT)
      #expect(program.waitForEnd() == 130 << 8)
    }
  #endif

  #if canImport(Glibc)
    /// Waits until the watch is idle, and returns the number of documents of its last round.
    private func planned(_ path: String) -> Int? {
      for _ in 0..<1500 {
        if let state = answer(path), state["state"] as? String == "waiting" {
          return state["documents"] as? Int
        }
        usleep(10_000)
      }
      return nil
    }

    @Test func `A round plans only changed documents`() throws {
      for number in 0..<8 { try write("text \(number)", "in/\(number).txt") }
      let path = folder.path + "/status"
      let program = try start(["--status-socket", path])
      #expect(waits(for: "text 7", in: "out/7.txt"))
      usleep(1_500_000)
      try write("new", "in/new.txt")
      #expect(waits(for: "new", in: "out/new.txt"))
      #expect(planned(path) == 1)
      // A folder with files that is moved into the source.
      try FileManager.default.createDirectory(
        at: folder.appending(path: "outside/inner"), withIntermediateDirectories: true)
      try write("a", "outside/a.txt")
      try write("b", "outside/inner/b.txt")
      usleep(1_100_000)
      rename(folder.path + "/outside", folder.path + "/in/moved")
      #expect(waits(for: "b", in: "out/moved/inner/b.txt"))
      #expect(content("out/moved/a.txt") == "a")
      #expect(planned(path) == 2)
      // A later file in the new folder is also reported.
      try write("c", "in/moved/inner/c.txt")
      #expect(waits(for: "c", in: "out/moved/inner/c.txt"))
      #expect(planned(path) == 1)
      // The output name belongs to another document, so all documents are planned.
      try write("<p>page</p>", "in/new.html")
      #expect(waits(for: "page\n", in: "out/new-2.txt"))
      #expect(content("out/new.txt") == "new")
      #expect(planned(path) == 13)
      kill(program.id, SIGTERM)
      #expect(program.waitForEnd() == 143 << 8)
    }

    @Test func `After an overflow of the queue all files are planned`() throws {
      try write("one", "in/a.txt")
      try write("two", "in/b.txt")
      let path = folder.path + "/status"
      let program = try start(["--status-socket", path])
      #expect(waits(for: "two", in: "out/b.txt"))
      usleep(1_500_000)
      #expect(planned(path) == 2)
      kill(program.id, SIGSTOP)
      let setting = try String(
        contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
      let limit = Int(setting.filter(\.isNumber)) ?? 16_384
      // The kernel merges equal consecutive events, so the files alternate.
      for _ in 0..<limit / 2 + 1000 {
        chmod(folder.path + "/in/a.txt", 0o644)
        chmod(folder.path + "/in/b.txt", 0o644)
      }
      try write("three", "in/c.txt")
      usleep(1_100_000)
      kill(program.id, SIGCONT)
      #expect(waits(for: "three", in: "out/c.txt"))
      #expect(planned(path) == 3)
      // The folder is still watched.
      try write("four", "in/d.txt")
      #expect(waits(for: "four", in: "out/d.txt"))
      #expect(planned(path) == 1)
      kill(program.id, SIGTERM)
      #expect(program.waitForEnd() == 143 << 8)
    }
  #endif

  @Test func `The status socket answers its user, and is removed when the process ends`() throws {
    try write("one", "in/a.txt")
    let path = folder.path + "/status"
    let program = try start(["--status-socket", path])
    #expect(waits(for: "one", in: "out/a.txt"))
    usleep(500_000)
    let state = try #require(answer(path))
    #expect(state["v"] as? Int == 1)
    #expect(state["pid"] as? Int == Int(program.id))
    #expect(state["state"] as? String == "waiting")
    #expect((state["counts"] as? [String: Int])?["converted"] == 1)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // Clients that neither read nor disconnect.
    var idle: [Int32] = []
    for _ in 0..<40 {
      if let client = connect(to: path) { idle.append(client) }
      usleep(20_000)
    }
    #expect(idle.count == 40)
    try write("two", "in/b.txt")
    #expect(waits(for: "two", in: "out/b.txt"))
    #expect(answer(path) != nil)
    for client in idle { close(client) }
    // Another process does not replace the socket.
    let other = try shell.run("iaconv batch in -o other -t text --status-socket status")
    #expect(other.status == 75)
    kill(program.id, SIGTERM)
    #expect(program.waitForEnd() == 143 << 8)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `A stale socket is replaced, and another file is kept`() throws {
    try write("one", "in/a.txt")
    let path = folder.path + "/status"
    let program = try start(["--status-socket", path])
    #expect(waits(for: "one", in: "out/a.txt"))
    kill(program.id, SIGKILL)
    _ = program.waitForEnd()
    #expect(FileManager.default.fileExists(atPath: path))
    let next = try shell.run("iaconv batch in -o out -t text -q --status-socket status")
    #expect(next.status == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    try write("mine", "status")
    let refused = try shell.run("iaconv batch in -o out -t text -q --status-socket status")
    #expect(refused.status == 73)
    #expect(content("status") == "mine")
  }
}

internal import CWorkers
internal import IAFiles

/// A Unix domain socket that sends the state of a batch to each client.
///
/// Only the user of this process can connect. `serve` never blocks: a client that does not read loses the data.
package final class StatusSocket {
  private let path: String
  private let socket: ia_status_socket

  /// The maximum number of clients that one call of `serve` answers.
  private static let maxClients = 16

  /// Creates the socket; one that a killed process has left is replaced.
  ///
  /// - Throws: `Failure` with `file.locked` if another process listens on it, `file.exists` if the path is that of
  ///   another file, `file.create` if the socket cannot be created.
  package init(path: String) throws(Failure) {
    self.path = path
    var socket = ia_status_socket()
    let fault = unsafe ia_status_listen(Self.characters(path), &socket)
    guard fault == 0 else {
      if SystemNumbers.isTaken(-fault) {
        throw Failure(
          .locked, path: path, code: "file.locked",
          "another process answers there; choose another path for --status-socket")
      }
      let reason: FileError.Reason =
        SystemNumbers.isExisting(-fault) ? .exists : .system(-fault)
      throw Failure(FileError(.create, reason, path: path), path: path)
    }
    self.socket = socket
  }

  deinit {
    var socket = socket
    unsafe ia_status_close(&socket, Self.characters(path))
  }

  /// Sends the state to the waiting clients.
  ///
  /// - Parameter state: Returns the bytes to send; called at most once.
  package func serve(_ state: () -> [UInt8]) {
    var answer: [UInt8]?
    var socket = socket
    for _ in 0..<Self.maxClients {
      let client = unsafe ia_status_accept(&socket)
      guard client >= 0 else { return }
      let bytes = answer ?? state()
      answer = bytes
      unsafe ia_status_answer(client, bytes, bytes.count)
    }
  }

  private static func characters(_ path: String) -> [CChar] {
    PathBytes.bytes(of: path).map { CChar(bitPattern: $0) } + [0]
  }
}

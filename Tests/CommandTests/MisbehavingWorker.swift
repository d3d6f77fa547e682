import Foundation

/// A program that speaks the worker protocol wrongly, in a way that its last argument names.
enum MisbehavingWorker {
  static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Writes the program into a folder and returns its path.
  static func install(in folder: URL) throws -> String {
    let path = folder.appending(path: "misbehaving-worker")
    let program = "#!\(python ?? "/usr/bin/env python3")\n" + source
    try Data(program.utf8).write(to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path.path)
    return path.path
  }

  private static let source = #"""
    import mmap, os, signal, socket, struct, sys, time

    mode = sys.argv[-1]
    link = socket.socket(fileno=3)
    OFFSET = 4096

    def exact(count):
        data = b""
        while len(data) < count:
            piece = link.recv(count - len(data))
            if not piece:
                sys.exit(0)
            data += piece
        return data

    def receive():
        count, kind, number = struct.unpack("<IB3xQ", exact(16))
        return kind, number, exact(count)

    def send(kind, number=0, payload=b"", count=None):
        link.sendall(struct.pack("<IB3xQ", len(payload) if count is None else count, kind, number) + payload)

    def text(word):
        word = word.encode()
        return struct.pack("<I", len(word)) + word

    def result(body=b"<p>", target="html", files=(), seen=3):
        outcome = text("markdown") + text(target) + struct.pack("<Q", seen) + b"\0" + struct.pack("<II", 0, 0)
        sides = struct.pack("<I", len(files))
        for name, content in files:
            sides += text(name) + struct.pack("<Q", len(content)) + content
        return struct.pack("<QQQ", 1, 1, 0) + b"\0\1" + outcome + sides + struct.pack("<Q", len(body)) + body

    def introduce(window=4, version=1, size=1 << 20):
        send(0x81, 0, b"IAWORKER" + struct.pack("<HHIIQQQB", version, window, 63, 7, size, 1 << 20, 0, 1) + text("html"))

    receive()
    if mode == "no-introduction":
        sys.exit(1)
    if mode == "late-introduction":
        send(0x82, 1, result())
    if mode == "other-version":
        introduce(version=2)
    if mode == "usage":
        sys.exit(64)
    introduce()
    while True:
        kind, number, payload = receive()
        if kind != 2:
            continue
        good = b"good" in payload
        if mode == "wrong-id":
            send(0x82, number + 1000, result())
        elif mode == "wrong-length":
            send(0x82, number, b"", count=0xFFFFFFFF)
        elif mode == "too-short":
            send(0x82, number, result()[:-1])
        elif mode == "too-long":
            send(0x82, number, result() + b"\0")
        elif mode == "too-much":
            while True:
                send(0x82, number, b"x" * 65536, count=300 << 20)
        elif mode == "twice":
            send(0x82, number, result())
            send(0x82, number, result())
        elif mode == "other-format":
            send(0x82, number, result(target="rtf"))
        elif mode == "escaping-name":
            send(0x82, number, result(files=[("../../etc/cron.d/a", b"x")]))
        elif mode == "absolute-name":
            send(0x82, number, result(files=[("/etc/cron.d/a", b"x")]))
        elif mode == "unknown-kind":
            send(0x90, number)
        elif mode == "clients-kind":
            send(0x02, number)
        elif mode == "again-introduction":
            introduce()
        elif mode == "nothing":
            time.sleep(60)
        elif mode == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        elif mode == "burn":
            while True:
                pass
        elif mode == "exit":
            os._exit(3)
        elif mode == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif mode == "close":
            link.close()
            time.sleep(60)
        elif mode == "half":
            link.sendall(struct.pack("<IB3xQ", 100, 0x82, number) + b"abc")
            os._exit(0)
        elif mode == "side-file-escape":
            send(0x84, number, b"../secret")
            receive()
        elif mode == "side-file-flood":
            while True:
                send(0x84, number, b"a.png")
        elif mode == "shared-too-large":
            send(0x83, number, struct.pack("<Q", 1 << 40))
        elif mode == "shared-over-stated":
            send(0x83, number, struct.pack("<Q", (1 << 20) + 1))
        elif mode == "change-memory":
            memory = mmap.mmap(4, 1 << 20)
            content = result(b"<p>" * 1000)
            memory[OFFSET:OFFSET + len(content)] = content
            send(0x83, number, struct.pack("<Q", len(content)))
            end = time.time() + 0.5
            while time.time() < end:
                memory[OFFSET:OFFSET + len(content)] = os.urandom(len(content))
                memory[0:8] = os.urandom(8)
                memory[OFFSET:OFFSET + len(content)] = content
        elif mode == "shrink-memory":
            try:
                os.ftruncate(4, 0)
                body = b"shrunk"
            except OSError:
                body = b"refused"
            send(0x82, number, result(body))
        elif mode == "crash-once":
            marker = sys.argv[-2]
            if good or os.path.exists(marker):
                send(0x82, number, result(b"good"))
            else:
                open(marker, "w").close()
                os.abort()
        elif mode == "crash-bad":
            if good:
                send(0x82, number, result(b"good"))
            else:
                os.abort()
        elif mode == "grow":
            send(0x82, number, struct.pack("<QQQ", 1, 1, 1 << 40) + result(b"good")[24:])
        else:
            send(0x82, number, result(b"good"))
    """#
}

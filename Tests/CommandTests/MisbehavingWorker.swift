import Foundation

/// Programs that violate the worker protocol in the way that their last argument names.
enum MisbehavingWorker {
  static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Writes a program into a folder and returns its path.
  ///
  /// - Parameters:
  ///   - unpacks: Whether the program unpacks archives; otherwise it converts documents.
  ///   - stdio: Whether the program uses standard input and output, which are a socket, as the
  ///     worker of a client does.
  static func install(
    in folder: URL, unpacks: Bool = false, stdio: Bool = false
  ) throws -> String {
    let path = folder.appending(path: unpacks ? "misbehaving-unpacker" : "misbehaving-worker")
    let program =
      "#!\(python ?? "/usr/bin/env python3")\n"
      + (stdio ? frames.replacing("fileno=3", with: "fileno=0") : frames)
      + (unpacks ? unpacking : converting)
    let source = path.appendingPathExtension("py")
    try Data(program.utf8).write(to: source)
    // A separate process copies the file: another test may be starting a process that inherits all
    // open files, and a program that is open for writing cannot be executed.
    let copy = try Process.run(URL(filePath: "/bin/cp"), arguments: [source.path, path.path])
    copy.waitUntilExit()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path.path)
    return path.path
  }

  /// The code that all programs share.
  private static let frames = #"""
    import mmap, os, select, signal, socket, struct, sys, time

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

    def introduce(window=4, version=1, size=1 << 20, target="html"):
        send(0x81, 0, b"IAWORKER" + struct.pack("<HHIIQQQB", version, window, 63, 7, size, 1 << 20, 0, 1) + text(target))

    """#

  private static let converting = #"""
    if "--template" in sys.argv:
        if mode != "template-none":
            link.sendall(b"IATMPL2\0" if mode == "template-version" else b"IATMPL1\0")
        if mode == "template-half":
            link.sendall(b"IAP")
        answers = {
            "template-refuses": struct.pack("<i", -11), "template-zero": struct.pack("<i", 0),
            "template-init": struct.pack("<i", 1), "template-broker": struct.pack("<i", os.getppid()),
            "template-absent": struct.pack("<i", 0x3FFFFFFF),
        }
        while mode not in ("template-none", "template-half") and exact(8):
            if mode == "template-dies":
                break
            link.sendall((b"IAPX" if mode == "template-word" else b"IAPD") + answers.get(mode, struct.pack("<i", os.getpid())))
        sys.exit(0)
    if mode.startswith("template"):
        mode = "good"
    receive()
    if mode == "no-introduction":
        sys.exit(1)
    if mode == "late-introduction":
        send(0x82, 1, result())
    if mode == "other-version":
        introduce(version=2)
    if mode == "usage":
        sys.exit(64)
    damage = {
        "introduction-magic": (0, b"X"), "introduction-window": (10, b"\0\0"), "introduction-features": (15, b"\1"),
        "introduction-landlock": (16, b"\xff\xff"), "introduction-formats": (44, b"\0"),
        "introduction-many": (44, b"\x11"), "introduction-text": (49, b"\xff"),
    }
    if mode in damage:
        payload = bytearray(b"IAWORKER" + struct.pack("<HHIIQQQB", 1, 4, 63, 7, 0, 1 << 20, 0, 1) + text("html"))
        offset, value = damage[mode]
        payload[offset:offset + len(value)] = value
        send(0x81, 0, bytes(payload))
    elif mode == "introduction-long":
        send(0x81, 0, b"x" * 5000)
    elif mode == "introduction-id":
        send(0x81, 3, b"")
    elif mode.startswith("group"):
        introduce(window=16)
        memory = mmap.mmap(4, 4096)
    else:
        introduce()
    begun, held = 0, []
    while True:
        if held and not select.select([link], [], [], 0)[0]:
            for id in held:
                send(0x82, id, result(b"good"))
            held = []
        kind, number, payload = receive()
        if kind != 2:
            continue
        bodies = {
            "end": b"\2", "outputs": b"\0\2", "status": b"\1\7", "flag": b"\1\x41\2",
            "code": b"\1\x41\0" + text("Not A Code"), "empty-code": b"\1\x41\0" + text(""),
            "text": b"\1\x41\0" + text("a.b") + struct.pack("<I", 1) + b"\xff",
            "long-text": b"\1\x41\0" + text("a.b") + text("x" * 5000),
            "note": b"\0\1" + text("markdown") + text("html") + struct.pack("<QBIB", 1, 0, 1, 9),
            "many-files": b"\0\1" + text("markdown") + text("html") + struct.pack("<QBIII", 1, 0, 0, 0, 70000),
        }
        good = b"good" in payload
        if mode == "wrong-id":
            send(0x82, number + 1000, result())
        elif mode == "wrong-length":
            send(0x82, number, b"", count=0xFFFFFFFF)
        elif mode in bodies:
            send(0x82, number, struct.pack("<QQQ", 1, 1, 0) + bodies[mode])
        elif mode == "times":
            send(0x82, number, struct.pack("<QQQ", 1 << 63, 1, 0) + result()[24:])
        elif mode == "reserved":
            link.sendall(struct.pack("<IB3sQ", len(result()), 0x82, b"\0\1\0", number) + result())
        elif mode == "fault":
            send(0x85, 0, text("worker.frame") + text("kind 9"))
        elif mode == "same-side-file":
            send(0x82, number, result(files=[("a.png", b"x"), ("a.png", b"y")]))
        elif mode == "side-file-other":
            send(0x84, number + 1, b"a.png")
        elif mode == "side-file-text":
            send(0x84, number, b"\xff")
        elif mode == "side-file-long":
            send(0x84, number, b"a" * 1025)
        elif mode == "shared-nothing":
            send(0x83, number, struct.pack("<Q", 0))
        elif mode == "member":
            send(0x86, number, text("a.txt") + struct.pack("<Q", 1))
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
        elif mode == "trickle":
            for byte in struct.pack("<IB3xQ", 65536, 0x82, number) + b"x" * 65536:
                link.sendall(bytes([byte]))
                time.sleep(0.02)
        elif mode == "burn":
            while True:
                pass
        elif mode == "exit":
            os._exit(3)
        elif mode == "eat-memory":
            if not good:
                pieces = [bytearray(b"x") * (8 << 20) for _ in range(40)]
            send(0x82, number, result(b"good"))
        elif mode == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif mode == "close":
            link.close()
            os.close(1)
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
        elif mode.startswith("group"):
            begun += 1
            memory[8:12] = struct.pack("<I", begun)
            if good:
                held.append(number)
            elif mode == "group-crash":
                os.abort()
            else:
                end = time.time() + 60
                while time.time() < end:
                    begun += mode == "group-lie"
                    memory[8:12] = struct.pack("<I", begun & 0xFFFFFFFF)
                    time.sleep(0.05)
        elif mode == "good":
            send(0x82, number, result(b"good"))
        elif mode == "grow":
            send(0x82, number, struct.pack("<QQQ", 1, 1, 1 << 40) + result(b"good")[24:])
        else:
            send(0x82, number, result(b"good"))
    """#

  /// Each archive has the member `first.txt`; an archive whose name contains "good" has no other
  /// members.
  private static let unpacking = #"""
    def member(path, size, body=None):
        send(0x86, number, text(path) + struct.pack("<Q", size))
        if body is not None:
            send(0x87, number, body)

    def end():
        send(0x89, number, struct.pack("<QB", 0, 0))

    receive()
    if mode == "no-introduction":
        sys.exit(1)
    if mode == "usage":
        sys.exit(64)
    if mode == "late" and not os.path.exists(sys.argv[-2]):
        open(sys.argv[-2], "w").close()
        os.abort()
    if mode == "fault":
        send(0x85, 0, text("file.open") + text("a scheme"))
    introduce(target="html" if mode == "converts" else "members")
    while True:
        kind, number, payload = receive()
        member("first.txt", 5, b"first")
        if b"good" in payload:
            end()
        elif mode == "wrong-id":
            number += 1
            end()
        elif mode == "result":
            send(0x82, number, result())
        elif mode == "escape":
            member("../../a.txt", 1, b"x")
        elif mode == "absolute":
            member("/tmp/a.txt", 1, b"x")
        elif mode == "nul":
            member("a\0.txt", 1, b"x")
        elif mode == "larger":
            member("a.txt", 1, b"xyz")
        elif mode == "huge":
            member("a.txt", 1 << 40)
        elif mode == "flood":
            member("a.txt", 1 << 20)
            while True:
                send(0x87, number, b"x" * 65536)
        elif mode == "unfinished":
            member("a.txt", 5, b"x")
            end()
        elif mode == "exit":
            os._exit(3)
        elif mode == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif mode == "close":
            link.close()
            time.sleep(60)
        elif mode == "half":
            link.sendall(struct.pack("<IB3xQ", 100, 0x86, number) + b"abc")
            os._exit(0)
        elif mode == "nothing":
            time.sleep(60)
        elif mode == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        elif mode == "trickle":
            for byte in struct.pack("<IB3xQ", 65536, 0x87, number) + b"x" * 65536:
                link.sendall(bytes([byte]))
                time.sleep(0.02)
        else:
            end()
    """#
}

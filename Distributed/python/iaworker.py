"""Converts documents in a confined worker process: a client of `iaconv worker --stdio`.

    with Worker(["-t", "html"]) as worker:
        result = worker.convert("letter.md", b"Some *text*")
        print(result.outputs[0].content)

No dependencies; Python 3.9 or later. The protocol is described in Specs/worker-protocol.md. A worker is not trusted:
every field that it sends is checked. A `Worker` belongs to one thread.
"""
import collections
import os
import selectors
import struct
import subprocess
import time

MAGIC, VERSION, HEADER = b"IAWORKER", 1, struct.Struct("<IB3sQ")
GREETING, JOB, SIDE_FILE, INTRODUCTION, RESULT, SIDE_FILE_REQUEST, FAULT = 1, 2, 3, 0x81, 0x82, 0x84, 0x85
FEATURES = ["no-new-privileges", "not-dumpable", "parent-death", "rlimits", "landlock", "seccomp"]
EFFECTS = ["approximated", "dropped", "hidden", "neutralised", "repaired", "restored"]

Output = collections.namedtuple("Output", "format content side_files input_format losses")
Result = collections.namedtuple("Result", "outputs status code detail offset limit wall_ns cpu_ns")
Introduction = collections.namedtuple("Introduction", "version window features landlock input_bytes formats")


class WorkerError(Exception):
    """The worker ended, broke the protocol or took too long; `code` is one of iaconv's codes."""

    def __init__(self, code, detail):
        super().__init__("%s: %s" % (code, detail))
        self.code = code


class _Reader:
    """The fields of a payload; raises `WorkerError` for a value out of its range."""

    def __init__(self, payload):
        self.payload, self.position = payload, 0

    def take(self, count):
        end = self.position + count
        if count < 0 or end > len(self.payload):
            raise WorkerError("worker.answer", "a payload is too short")
        taken, self.position = self.payload[self.position:end], end
        return taken

    def number(self, width, maximum=(1 << 63) - 1):
        value = int.from_bytes(self.take(width), "little")
        if value > maximum:
            raise WorkerError("worker.answer", "%d is more than %d" % (value, maximum))
        return value

    def text(self, maximum):
        try:
            return self.take(self.number(4, maximum)).decode("utf-8")
        except UnicodeDecodeError:
            raise WorkerError("worker.answer", "text that is not UTF-8") from None

    def end(self):
        if self.position != len(self.payload):
            raise WorkerError("worker.answer", "a payload is too long")

    def outcome(self):
        """The formats and the counts of losses by kind."""
        source, target, _ = self.text(256), self.text(256), self.number(8)
        if self.number(1, 1):
            self.take(32)
        for _ in range(self.number(4, 65536)):
            self.number(1, len(EFFECTS) - 1), self.text(256), self.text(4096)
            flags = self.number(1, 3)
            self.take((16 if flags & 1 else 0) + (8 if flags & 2 else 0))
        counts = {}
        for _ in range(self.number(4, 65536)):
            kind = EFFECTS[self.number(1, len(EFFECTS) - 1)] + " " + self.text(256)
            counts[kind] = self.number(8)
        return source, target, counts

    def output(self, requested):
        source, target, counts = self.outcome()
        if target != requested:
            raise WorkerError("worker.answer", "an output of %r" % target)
        files = {}
        for _ in range(self.number(4, 65536)):
            name = self.text(1024)
            if name in files or any(part in ("", ".", "..") or "\\" in part for part in name.split("/")):
                raise WorkerError("worker.answer", "the name of a side file")
            files[name] = self.take(self.number(8))
        return Output(target, self.take(self.number(8)), files, source, counts)


class Worker:
    """A worker process for one conversion.

    arguments   the options of the conversion, as `iaconv worker` takes them: ["-t", "html,text", "--scheme", "HueGYR"]
    program     the program
    timeout     the seconds that a document may take; the worker is killed after that
    max_result  the largest result in bytes
    """

    def __init__(self, arguments, program="iaconv", timeout=60, max_result=512 << 20, require_sandbox=False):
        command = [program, "worker", "--stdio"] + list(arguments) + ["--require-sandbox"] * require_sandbox
        self.timeout, self.max_result, self._received, self._sending, self._id = timeout, max_result, bytearray(), b"", 0
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            raise WorkerError("worker.start", str(error)) from None
        self._selector = selectors.DefaultSelector()
        for stream, events in ((self._process.stdout, selectors.EVENT_READ), (self._process.stdin, selectors.EVENT_WRITE)):
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, events)
        self._send(GREETING, 0, MAGIC + struct.pack("<HHI", VERSION, VERSION, 0))
        self.introduction = self._introduce(_Reader(self._receive({INTRODUCTION}, time.monotonic() + timeout)[2]))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the worker."""
        for stream in (self._process.stdin, self._process.stdout):
            stream.close()
        self._selector.close()
        self._process.kill()
        self._process.wait()

    def convert(self, name, content, side_file=None):
        """Converts a document. `side_file(name)` returns the bytes of a file beside it, or None.

        Returns a `Result`: `outputs` is empty if the document was refused. Raises `WorkerError` if the worker is of no
        use any more; start another one then.
        """
        self._id += 1
        name = name.rsplit("/", 1)[-1].encode("utf-8", "replace")[:4096]
        head = struct.pack("<BI", 2 if side_file else 0, len(name)) + name
        self._send(JOB, self._id, head + content)
        deadline = time.monotonic() + self.timeout
        for _ in range(4097):
            kind, number, payload = self._receive({RESULT, SIDE_FILE_REQUEST}, deadline)
            if number != self._id:
                raise self._failed("worker.answer", "a result of another document")
            if kind == RESULT:
                return self._result(_Reader(payload))
            found = side_file(payload.decode("utf-8", "replace")) if side_file else None
            self._send(SIDE_FILE, number, b"\0" if found is None else b"\1" + found)
        raise self._failed("worker.answer", "too many requests for side files")

    def _introduce(self, reader):
        if reader.take(8) != MAGIC or reader.number(2) != VERSION:
            raise self._failed("worker.version", "another protocol or version")
        window, bits, landlock = reader.number(2, 64), reader.number(4, 63), reader.number(4, 1000)
        reader.number(8)
        size, _ = reader.number(8), reader.number(8)
        formats = [reader.text(64) for _ in range(reader.number(1, 16))]
        reader.end()
        names = [name for bit, name in enumerate(FEATURES) if bits >> bit & 1]
        return Introduction(VERSION, window, names, landlock, size, formats)

    def _result(self, reader):
        wall, cpu, _ = reader.number(8), reader.number(8), reader.number(8)
        if not reader.number(1, 1):
            count = reader.number(1)
            if count != len(self.introduction.formats):
                raise self._failed("worker.answer", "%d outputs" % count)
            outputs = [reader.output(requested) for requested in self.introduction.formats]
            reader.end()
            return Result(outputs, 0, None, "", None, None, wall, cpu)
        status, _, code, detail = reader.number(1), reader.number(1, 1), reader.text(64), reader.text(4096)
        offset = reader.number(8) if reader.number(1, 1) else None
        limit = (reader.text(256), reader.number(8), reader.number(8)) if reader.number(1, 1) else None
        if reader.number(1, 1):
            reader.outcome()
        reader.end()
        return Result([], status, code, detail, offset, limit, wall, cpu)

    def _failed(self, code, detail):
        self._process.kill()
        return WorkerError(code, detail)

    def _send(self, kind, number, payload):
        # Sent while results are awaited: a worker that writes a large result does not read meanwhile.
        self._sending += HEADER.pack(len(payload), kind, b"\0\0\0", number) + payload
        if self._process.stdin not in self._selector.get_map():
            self._selector.register(self._process.stdin, selectors.EVENT_WRITE)

    def _receive(self, kinds, deadline):
        while True:
            if len(self._received) >= HEADER.size:
                count, kind, reserved, number = HEADER.unpack_from(self._received)
                if kind not in kinds | {FAULT} or reserved != b"\0\0\0" or count > self.max_result:
                    raise self._failed("worker.answer", "kind %d with %d bytes" % (kind, count))
                if len(self._received) >= HEADER.size + count:
                    payload = bytes(self._received[HEADER.size:HEADER.size + count])
                    del self._received[:HEADER.size + count]
                    if kind == FAULT:
                        reader = _Reader(payload)
                        raise self._failed(reader.text(64), reader.text(4096))
                    return kind, number, payload
            self._turn(deadline)

    def _turn(self, deadline):
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            raise self._failed("worker.timeout", "no answer in %s s" % self.timeout)
        for key, events in self._selector.select(remaining):
            try:
                if events & selectors.EVENT_WRITE and self._sending:
                    self._sending = self._sending[os.write(key.fd, self._sending[:65536]):]
                elif events & selectors.EVENT_READ:
                    found = os.read(key.fd, 1 << 20)
                    if not found:
                        raise self._failed("worker.crashed", "the worker ended with status %s" % self._process.wait())
                    self._received += found
            except BlockingIOError:
                pass
            except BrokenPipeError:
                self._sending = b""
        if not self._sending and self._process.stdin in self._selector.get_map():
            self._selector.unregister(self._process.stdin)

"""Converts documents in a confined worker process: a client of `iaconv worker --stdio`.

    with Worker(["-t", "html"]) as worker:
        result = worker.convert("letter.md", b"Some *text*")
        print(result.outputs[0].content)
        for result in worker.convert_all([("a.md", b"One"), ("b.md", b"Two")]):
            print(result.outputs[0].content)

No dependencies; Python 3.9 or later. The protocol is described in Specs/worker-protocol.md. A worker is not trusted:
every field that it sends is checked. A `Worker` belongs to one thread.
"""
import collections
import os
import select
import struct
import subprocess
import time

MAGIC, VERSIONS, HEADER = b"IAWORKER", (1, 2), struct.Struct("<IB3sQ")
LENGTH, TIMES = struct.Struct("<I"), struct.Struct("<QQQ")
GREETING, JOB, SIDE_FILE, INTRODUCTION, RESULT, SIDE_FILE_REQUEST, FAULT = 1, 2, 3, 0x81, 0x82, 0x84, 0x85
ANSWERS = (RESULT, SIDE_FILE_REQUEST)
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
        self.payload, self.position, self.count = payload, 0, len(payload)

    def take(self, count):
        start = self.position
        end = start + count
        if end > self.count:
            raise WorkerError("worker.answer", "a payload is too short")
        self.position = end
        return self.payload[start:end]

    def byte(self, maximum=255):
        position = self.position
        if position == self.count:
            raise WorkerError("worker.answer", "a payload is too short")
        self.position = position + 1
        value = self.payload[position]
        if value > maximum:
            raise WorkerError("worker.answer", "%d is more than %d" % (value, maximum))
        return value

    def number(self, width, maximum=(1 << 63) - 1):
        value = int.from_bytes(self.take(width), "little")
        if value > maximum:
            raise WorkerError("worker.answer", "%d is more than %d" % (value, maximum))
        return value

    def text(self, maximum):
        try:
            return str(self.take(self.number(4, maximum)), "utf-8")
        except UnicodeDecodeError:
            raise WorkerError("worker.answer", "text that is not UTF-8") from None

    def end(self):
        if self.position != self.count:
            raise WorkerError("worker.answer", "a payload is too long")

    def outcome(self):
        """The formats and the counts of losses by kind."""
        source, target, _ = self.text(256), self.text(256), self.number(8)
        if self.byte(1):
            self.take(32)
        for _ in range(self.number(4, 65536)):
            self.byte(len(EFFECTS) - 1), self.text(256), self.text(4096)
            flags = self.byte(3)
            self.take((16 if flags & 1 else 0) + (8 if flags & 2 else 0))
        counts = {}
        for _ in range(self.number(4, 65536)):
            kind = EFFECTS[self.byte(len(EFFECTS) - 1)] + " " + self.text(256)
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
            files[name] = bytes(self.take(self.number(8)))
        return Output(target, bytes(self.take(self.number(8))), files, source, counts)


class Worker:
    """A worker process for one conversion.

    arguments   the options of the conversion, as `iaconv worker` takes them: ["-t", "html,text", "--scheme", "HueGYR"]
    program     the program
    timeout     the seconds that a document may take; the worker is killed after that
    max_result  the largest result in bytes
    """

    def __init__(self, arguments, program="iaconv", timeout=60, max_result=512 << 20, require_sandbox=False):
        command = [program, "worker", "--stdio"] + list(arguments) + ["--require-sandbox"] * require_sandbox
        self.timeout, self.max_result, self._id = timeout, max_result, 0
        # The bytes that were received and where the next frame begins in them; the bytes that are not sent yet.
        self._received, self._position, self._sending = b"", 0, []
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            raise WorkerError("worker.start", str(error)) from None
        self._input, self._output = self._process.stdout.fileno(), self._process.stdin.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._reading, self._both = select.poll(), select.poll()
        for poll in (self._reading, self._both):
            poll.register(self._input, select.POLLIN)
        self._both.register(self._output, select.POLLOUT)
        self._queue(GREETING, 0, MAGIC + struct.pack("<HHI", *VERSIONS, 0))
        self._send()
        self.introduction = self._introduce(_Reader(self._receive(INTRODUCTION, time.monotonic() + timeout)[2]))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the worker."""
        for stream in (self._process.stdin, self._process.stdout):
            stream.close()
        self._process.kill()
        self._process.wait()

    def convert(self, name, content, side_file=None):
        """Converts a document. `side_file(name)` returns the bytes of a file beside it, or None.

        Returns a `Result`: `outputs` is empty if the document was refused. Raises `WorkerError` if the worker is of no
        use any more; start another one then.
        """
        number = self._queue_job(name, content, 2 if side_file else 0)
        self._send()
        deadline = time.monotonic() + self.timeout
        for _ in range(4097):
            kind, found, payload = self._receive(ANSWERS, deadline)
            if found != number:
                raise self._failed("worker.answer", "a result of another document")
            if kind == RESULT:
                return self._result(_Reader(payload))
            content = side_file(str(payload, "utf-8", "replace")) if side_file else None
            self._queue(SIDE_FILE, number, b"\0" if content is None else b"\1" + content)
            self._send()
        raise self._failed("worker.answer", "too many requests for side files")

    def convert_all(self, documents):
        """Converts documents, pairs of a name and bytes, and yields their results in the same order.

        The next documents are sent while one is converted, which takes a third of the time of `convert` for small
        ones. Side files are not sent. Take all results before the worker is used otherwise.

        If a `WorkerError` is raised, it concerns one of the documents without a result: the first one in version 1 of
        the protocol, any of them in version 2, in which a worker holds results back. Convert them one by one then.
        """
        documents, numbers = iter(documents), collections.deque()
        while True:
            # Large documents do not wait in memory.
            while len(numbers) < self.introduction.window and sum(map(len, self._sending)) < 1 << 16:
                document = next(documents, None)
                if document is None:
                    break
                numbers.append(self._queue_job(document[0], document[1], 0))
            if not numbers:
                return
            self._send()
            deadline = time.monotonic() + self.timeout
            # All results that have arrived, before the next documents are sent together.
            while True:
                _, found, payload = self._receive(RESULT, deadline)
                if found != numbers.popleft():
                    raise self._failed("worker.answer", "a result of another document")
                yield self._result(_Reader(payload))
                if not numbers or not self._has_frame():
                    break

    def _queue_job(self, name, content, flags):
        self._id += 1
        name = name.rsplit("/", 1)[-1].encode("utf-8", "replace")[:4096]
        self._queue(JOB, self._id, struct.pack("<BI", flags, len(name)) + name, content)
        return self._id

    def _introduce(self, reader):
        magic, version = reader.take(8), reader.number(2)
        if magic != MAGIC or version not in VERSIONS:
            raise self._failed("worker.version", "another protocol or version")
        window, bits, landlock = reader.number(2, 64), reader.number(4, 63), reader.number(4, 1000)
        reader.number(8)
        size, _ = reader.number(8), reader.number(8)
        formats = [reader.text(64) for _ in range(reader.number(1, 16))]
        reader.end()
        names = [name for bit, name in enumerate(FEATURES) if bits >> bit & 1]
        return Introduction(version, window, names, landlock, size, formats)

    def _result(self, reader):
        wall, cpu, memory = TIMES.unpack(reader.take(TIMES.size))
        if max(wall, cpu, memory) >> 63:
            raise WorkerError("worker.answer", "a number of more than 63 bits")
        if not reader.byte(1):
            count = reader.byte()
            if count != len(self.introduction.formats):
                raise self._failed("worker.answer", "%d outputs" % count)
            outputs = [reader.output(requested) for requested in self.introduction.formats]
            reader.end()
            return Result(outputs, 0, None, "", None, None, wall, cpu)
        status, _, code, detail = reader.byte(), reader.byte(1), reader.text(64), reader.text(4096)
        offset = reader.number(8) if reader.byte(1) else None
        limit = (reader.text(256), reader.number(8), reader.number(8)) if reader.byte(1) else None
        if reader.byte(1):
            reader.outcome()
        reader.end()
        return Result([], status, code, detail, offset, limit, wall, cpu)

    def _failed(self, code, detail):
        self._process.kill()
        return WorkerError(code, detail)

    def _queue(self, kind, number, *payload):
        self._sending.append(HEADER.pack(sum(map(len, payload)), kind, b"\0\0\0", number))
        self._sending.extend(payload)

    def _send(self):
        """Sends as much as the worker takes at once; the rest is sent while results are awaited."""
        sending = self._sending
        try:
            while sending:
                count = os.writev(self._output, sending[:64])
                done = 0
                while done < len(sending) and count >= len(sending[done]):
                    count -= len(sending[done])
                    done += 1
                del sending[:done]
                if count:
                    sending[0] = memoryview(sending[0])[count:]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            sending.clear()

    def _has_frame(self):
        """Whether a whole frame has arrived."""
        count = len(self._received) - self._position
        return count >= HEADER.size and count >= HEADER.size + LENGTH.unpack_from(self._received, self._position)[0]

    def _receive(self, kinds, deadline):
        """Waits for a frame of one of the kinds; its payload can be read until the next call."""
        while len(self._received) - self._position < HEADER.size:
            self._received, self._position = self._received[self._position:] + self._read(deadline), 0
        count, kind, reserved, number = HEADER.unpack_from(self._received, self._position)
        is_expected = kind in kinds if isinstance(kinds, tuple) else kind == kinds
        if not is_expected and kind != FAULT or reserved != b"\0\0\0" or count > self.max_result:
            raise self._failed("worker.answer", "kind %d with %d bytes" % (kind, count))
        start = self._position + HEADER.size
        if len(self._received) < start + count:
            # The pieces are joined once.
            pieces, missing = [memoryview(self._received)[start:]], start + count - len(self._received)
            while missing > 0:
                pieces.append(self._read(deadline))
                missing -= len(pieces[-1])
            self._received, start = b"".join(pieces), 0
        self._position = start + count
        payload = memoryview(self._received)[start:self._position]
        if kind == FAULT:
            reader = _Reader(payload)
            raise self._failed(reader.text(64), reader.text(4096))
        return kind, number, payload

    def _read(self, deadline):
        """Returns the next bytes of the worker; sends what is left to send while it waits."""
        while True:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise self._failed("worker.timeout", "no answer in %s s" % self.timeout)
            for descriptor, _ in (self._both if self._sending else self._reading).poll(remaining * 1000):
                if descriptor == self._output:
                    self._send()
                    continue
                found = os.read(self._input, 1 << 18)
                if not found:
                    raise self._failed("worker.crashed", "the worker ended with status %s" % self._process.wait())
                return found

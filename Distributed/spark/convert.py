#!/usr/bin/env python3
"""Converts the files of a folder with confined workers on a Spark cluster.

    convert.py --master 'local[2]' --program iaconv --source IN --target OUT --report REPORT [--task-bytes N] [-- OPTIONS]

OPTIONS are those of `iaconv worker`, for example -t html --scheme HueGYR. IN is a folder that the driver and all executors see under
one path, or a URL that Hadoop can read (hdfs://, s3a://, file:///). OUT is such a folder. It gets the folders of IN; each output is
IN's path with the suffix of the format appended. The report is a Parquet folder with a row for each document.

Files are packed into tasks of about N bytes, the largest first. A task converts its files with one worker process. An output is
written under a temporary name, synchronised (--durability none: not) and renamed, so that a task that is repeated or runs twice (retry, speculation, lost executor) writes the
same bytes under the same name, and no reader sees half a file. The report is written when all tasks have ended: one row for each document.
"""
import argparse
import collections
import hashlib
import os
import pathlib
import sys
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))

COLUMNS = [
    ("path", "string"), ("status", "string"), ("code", "string"), ("detail", "string"), ("offset", "long"),
    ("in_bytes", "long"), ("in_sha256", "string"), ("out_bytes", "long"), ("out_sha256", "string"), ("losses", "long"),
    ("ms", "double"), ("sandbox", "string"), ("task", "int"),
]
# The suffixes of the formats whose identifiers differ from them, as iaconv formats lists them.
SUFFIXES = {"text": "txt", "markdown": "md", "ansi": "ans"}
LOSSES = ("approximated ", "dropped ", "neutralised ", "repaired ")


def manifest(source, target):
    """The regular files below a folder with their sizes; links and the target are left out."""
    found = []
    for folder, names, files in os.walk(source):
        names[:] = sorted(name for name in names if os.path.abspath(os.path.join(folder, name)) != os.path.abspath(target))
        for name in sorted(files):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                found.append((os.path.relpath(path, source), os.path.getsize(path)))
    return found


def hadoop_files(spark, source):
    """The files below a URL with their contents, and the URL that their paths begin with; names that begin with . or _ are left out."""
    path = spark._jvm.org.apache.hadoop.fs.Path(source)
    root = path.getFileSystem(spark._jsc.hadoopConfiguration()).makeQualified(path).toString().rstrip("/") + "/"
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(source)
    return files, root


def packed(files, task_bytes, overhead=4096):
    """Task numbers for files: by falling size, the next task when one is full; each file costs a constant too."""
    rows, task, room = [], 0, task_bytes
    for path, size in sorted(files, key=lambda file: (-file[1], file[0])):
        cost = size + overhead
        if cost > room and room < task_bytes:
            task, room = task + 1, task_bytes
        room -= cost
        rows.append((task, path, size))
    return rows, task + 1 if rows else 0


def frame_of_tasks(spark, rows, tasks):
    """A frame of tasks and paths with a partition for each task, which Spark reads without a process of Python."""
    import pyarrow
    paths = [[] for _ in range(tasks)]
    for task, path, _ in rows:
        paths[task].append(path)
    # Names need not be UTF-8.
    schema = pyarrow.schema([("task", pyarrow.int32()), ("path", pyarrow.binary())])
    # A batch becomes a partition if it is not divided, and if the batches are not a local relation.
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(max(10000, *map(len, paths))))
    spark.conf.set("spark.sql.execution.arrow.localRelationThreshold", "0")
    return spark.createDataFrame(pyarrow.Table.from_batches([
        pyarrow.RecordBatch.from_arrays(
            [pyarrow.array([task] * len(found), pyarrow.int32()), pyarrow.array(map(os.fsencode, found), pyarrow.binary())],
            schema=schema)
        for task, found in enumerate(paths)]))


class Writer:
    """Writes outputs under temporary names and renames them."""

    def __init__(self, is_synchronised=True):
        self.is_synchronised, self.folders = is_synchronised, set()
        self.suffix, self.count = ".%s-%%d.tmp" % uuid.uuid4().hex, 0

    def write(self, path, content):
        """Gives a file its content in one step, if it does not have it."""
        if os.access(path, os.F_OK) and self.has(path, content):
            return
        folder = path[:path.rfind("/") + 1] or "."
        if folder not in self.folders:
            os.makedirs(folder, exist_ok=True)
            self.folders.add(folder)
        self.count += 1
        temporary = path + self.suffix % self.count
        try:
            file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
            try:
                rest = content
                while len(rest):
                    rest = memoryview(rest)[os.write(file, rest):]
                if self.is_synchronised:
                    os.fsync(file)
            finally:
                os.close(file)
            os.rename(temporary, path)
        except BaseException:
            if os.path.exists(temporary):
                os.unlink(temporary)
            raise

    @staticmethod
    def has(path, content):
        """Whether a file has a content."""
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            with open(file, "rb") as opened:
                return os.fstat(file).st_size == len(content) and opened.read() == content
        except OSError:
            return False


def read(path):
    """The content of a file, with fewer system calls than the class for files makes."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        size = os.fstat(file).st_size
        content = os.read(file, size + 1)
        while len(content) != size:
            # Larger than a system call reads, or changed meanwhile.
            piece = os.read(file, 1 << 24)
            if not piece:
                break
            content += piece
        return content
    finally:
        os.close(file)


def printable(path):
    """A path as text; bytes that are not UTF-8 become \\xNN."""
    return path if path.isascii() else os.fsencode(path).decode("utf-8", "backslashreplace")


class Document:
    """A document on its way through a worker."""

    __slots__ = ("task", "path", "content", "hash", "start", "attempts")

    def __init__(self, task, path, content):
        self.task, self.path, self.content, self.attempts = task, path, content, 0
        self.hash, self.start = hashlib.sha256(content).hexdigest(), time.monotonic()

    def row(self, status, code, detail, offset, sandbox, outputs=None, losses=0, ms=None):
        """The row of the report, in the order of the columns."""
        ms = (time.monotonic() - self.start) * 1000 if ms is None else ms
        count = None if outputs is None else sum(map(len, outputs))
        found = None if outputs is None else (
            hashlib.sha256(outputs[0] if len(outputs) == 1 else b"".join(outputs)).hexdigest())
        return (printable(self.path), status, code, detail, offset, len(self.content), self.hash, count, found, losses,
                ms, sandbox, self.task)


class Task:
    """The conversions of a task, with one worker that is replaced when it ends."""

    def __init__(self, settings):
        self.settings, self.worker, self.sandbox = settings, None, None
        self.source, self.target = settings["source"] + "/", settings["target"] + "/"
        self.writer = Writer(settings.get("durability", "each") == "each")

    def close(self):
        if self.worker:
            self.worker.close()
        self.worker = None

    def row(self, task, path, content=None):
        """Converts a document and returns its row as a dictionary."""
        return dict(zip((name for name, _ in COLUMNS), next(self.rows([(task, path, content)]))))

    def rows(self, documents):
        """Converts documents (task, path, and the content or None) and yields their rows.

        The worker has several documents at a time. If it ends, those without a result are converted one by one, each in a
        fresh worker. As in a batch, a document that crashes its worker gets no third attempt.
        """
        from iaworker import WorkerError
        waiting, suspects, again, unread = (collections.deque() for _ in range(4))
        documents = iter(documents)

        def jobs(is_single):
            document = suspects.popleft() if is_single else None
            while True:
                document = document or (again.popleft() if again else self.next_document(documents, unread))
                if document is None:
                    return
                waiting.append(document)
                yield document.path, document.content
                if is_single:
                    return
                document = None

        while True:
            is_single = bool(suspects)
            try:
                if is_single:
                    self.close()
                for result in self.ready_worker().convert_all(jobs(is_single)):
                    yield self.finished(waiting.popleft(), result)
                    while unread:
                        yield unread.popleft()
                yield from unread
                unread.clear()
                if not is_single:
                    return
            except WorkerError as error:
                status = {"worker.timeout": "timeout", "worker.limit": "limit"}.get(error.code, "crashed")
                can_repeat = status == "crashed" and error.code not in ("worker.start", "worker.sandbox")
                holds_results = self.worker is not None and self.worker.introduction.version > 1
                self.close()
                if not waiting and next(jobs(is_single), None) is None:
                    yield from unread
                    return
                count = len(waiting) if holds_results else 1
                for _ in range(count):
                    document = waiting.popleft()
                    document.attempts += 1 if can_repeat else 0
                    if count > 1 or can_repeat and document.attempts < 2:
                        suspects.append(document)
                    else:
                        yield document.row(status, error.code, str(error), None, self.sandbox)
                again.extendleft(reversed(waiting))
                waiting.clear()

    def next_document(self, documents, unread):
        """The next document that can be read, or None; rows of others are added to a queue."""
        for task, path, content in documents:
            try:
                if content is None:
                    content = read(self.source + path)
                return Document(task, path, content)
            except OSError as error:
                row = dict.fromkeys(name for name, _ in COLUMNS)
                row.update(path=printable(path), status="io", code="file.open", detail=str(error), losses=0, ms=0.0, task=task)
                unread.append(tuple(row.values()))
        return None

    def ready_worker(self):
        from iaworker import Worker
        if not self.worker:
            self.worker = Worker(
                self.settings["options"], self.settings["program"], self.settings["timeout"],
                require_sandbox=self.settings["require_sandbox"])
            self.sandbox = "+".join(self.worker.introduction.features)
        return self.worker

    def finished(self, document, result):
        """Writes the outputs of a document and returns its row."""
        ms = result.wall_ns / 1e6
        if result.code:
            status = "limit" if result.limit else "refused"
            return document.row(status, result.code, result.detail, result.offset, self.sandbox, ms=ms)
        base, losses = self.target + document.path, 0
        for output in result.outputs:
            self.writer.write(base + "." + SUFFIXES.get(output.format, output.format), output.content)
            if output.losses:
                losses += sum(count for kind, count in output.losses.items() if kind.startswith(LOSSES))
        contents = [output.content for output in result.outputs]
        return document.row("partial" if losses else "ok", None, None, None, self.sandbox, contents, losses, ms)


def converter(settings):
    """The function that Spark applies to the rows of a task."""
    def convert(batches):
        import pyarrow
        sys.path.insert(0, settings["client"])
        types = {"string": pyarrow.string(), "long": pyarrow.int64(), "double": pyarrow.float64(), "int": pyarrow.int32()}
        schema = pyarrow.schema([(name, types[kind]) for name, kind in COLUMNS])
        work = Task(settings)
        try:
            for batch in batches:
                columns = [batch.column(name).to_pylist() for name in ("task", "path", "content") if name in batch.schema.names]
                if len(columns) == 2:
                    columns[1] = list(map(os.fsdecode, columns[1]))
                    columns.append([None] * len(columns[0]))
                rows = zip(*work.rows(zip(*columns)))
                arrays = [pyarrow.array(values, types[kind]) for values, (_, kind) in zip(rows, COLUMNS)]
                if arrays:
                    yield pyarrow.RecordBatch.from_arrays(arrays, schema=schema)
        finally:
            work.close()
    return convert


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--master", default="local[2]")
    parser.add_argument("--program", default="iaconv")
    parser.add_argument("--source", required=True)
    parser.add_argument("--target", required=True)
    parser.add_argument("--report", required=True)
    parser.add_argument("--task-bytes", type=int, default=8 << 20)
    parser.add_argument(
        "--durability", choices=("each", "none"), default="each", help="whether each output is synchronised before it is renamed")
    parser.add_argument("--timeout", type=float, default=30)
    parser.add_argument("--require-sandbox", action="store_true")
    parser.add_argument("options", nargs="*", help="options of iaconv worker, after --")
    options = parser.parse_args()
    is_url = "://" in options.source
    settings = {
        "source": options.source if is_url else os.path.abspath(options.source), "target": os.path.abspath(options.target),
        "program": options.program,
        "options": options.options or ["-t", "html"], "timeout": options.timeout, "require_sandbox": options.require_sandbox,
        "durability": options.durability,
        "client": str(pathlib.Path(__file__).resolve().parent.parent / "python"),
    }
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession
    # The library of Snappy cannot be loaded on every Debian; zstd is part of the Java libraries of Spark.
    builder = (SparkSession.builder.master(options.master).appName("iaconv")
               .config("spark.sql.parquet.compression.codec", "zstd").config("spark.ui.enabled", "false")
               .config("spark.sql.shuffle.partitions", "1")
               # Contents of a URL pass to Python in batches.
               .config("spark.sql.execution.arrow.maxRecordsPerBatch", "64" if is_url else "10000"))
    if options.master.startswith("local["):
        # Java shares the processors with the workers and has little to do.
        builder = builder.config("spark.driver.extraJavaOptions", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
    spark = builder.getOrCreate()
    try:
        files, found = None, None
        if is_url:
            files, root = hadoop_files(spark, options.source)
            found = [(row.path[len(root):], row.length) for row in files.select("path", "length").toLocalIterator()]
        rows, tasks = packed(found if files else manifest(settings["source"], settings["target"]), options.task_bytes)
        if not rows:
            print("no files in " + settings["source"], file=sys.stderr)
            return 66
        if files:
            places = spark.createDataFrame([(root + path, task, path) for task, path, _ in rows], "url string, task int, path string")
            frame = files.selectExpr("path as url", "content").join(places, "url").repartition(tasks, "task").drop("url")
        else:
            frame = frame_of_tasks(spark, rows, tasks)
        report = frame.mapInArrow(converter(settings), ", ".join("%s %s" % column for column in COLUMNS))
        report.write.mode("overwrite").parquet(os.path.abspath(options.report))
        import pyarrow.parquet
        statuses = pyarrow.parquet.read_table(os.path.abspath(options.report), columns=["status"]).column(0)
        counts = {count["values"]: count["counts"] for count in statuses.value_counts().to_pylist()}
        print("%d documents: %s" % (sum(counts.values()), ", ".join("%d %s" % (n, s) for s, n in sorted(counts.items()))))
        if sum(counts.values()) != len(rows):
            return 70
        return 0 if set(counts) <= {"ok", "partial"} else 2
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main())

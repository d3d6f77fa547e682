#!/usr/bin/env python3
"""Converts the files of a folder with confined workers on a Spark cluster.

    convert.py --master 'local[2]' --program iaconv --source IN --target OUT --report REPORT [--task-bytes N] [-- OPTIONS]

OPTIONS are those of `iaconv worker`, for example -t html --scheme HueGYR. IN is a folder that the driver and all executors see under
one path, or a URL that Hadoop can read (hdfs://, s3a://, file:///). OUT is such a folder. It gets the folders of IN; each output is
IN's path with the suffix of the format appended. The report is a Parquet folder with a row for each document.

Files are packed into tasks of about N bytes, the largest first. A task converts its files with one worker process. An output is
written under a temporary name and renamed, so that a task that is repeated or runs twice (retry, speculation, lost executor) writes the
same bytes under the same name, and no reader sees half a file. The report is written when all tasks have ended: one row for each document.
"""
import argparse
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


def write_once(path, content):
    """Gives a file its content in one step, if it does not have it."""
    try:
        with open(path, "rb") as file:
            if file.read() == content:
                return
    except OSError:
        pass
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = "%s.%s.tmp" % (path, uuid.uuid4().hex)
    try:
        with open(temporary, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


class Task:
    """The conversions of a task, with one worker that is replaced when it ends."""

    def __init__(self, settings):
        self.settings, self.worker = settings, None

    def close(self):
        if self.worker:
            self.worker.close()
        self.worker = None

    def row(self, task, path, content=None):
        from iaworker import WorkerError
        start = time.monotonic()
        row = dict.fromkeys(name for name, _ in COLUMNS)
        row.update(path=path, task=task, losses=0)
        source = os.path.join(self.settings["source"], path)
        try:
            if content is None:
                with open(source, "rb") as file:
                    content = file.read()
        except OSError as error:
            row.update(status="io", code="file.open", detail=str(error), ms=0.0)
            return row
        row.update(in_bytes=len(content), in_sha256=hashlib.sha256(content).hexdigest())
        for attempt in range(2):
            try:
                self.convert(row, path, content)
                break
            except WorkerError as error:
                self.close()
                status = {"worker.timeout": "timeout", "worker.limit": "limit"}.get(error.code, "crashed")
                row.update(status=status, code=error.code, detail=str(error))
                # As in a batch: only a crash gets another attempt, in a fresh worker.
                if status != "crashed" or error.code in ("worker.start", "worker.sandbox"):
                    break
        row["ms"] = (time.monotonic() - start) * 1000
        return row

    def convert(self, row, path, content):
        from iaworker import Worker
        if not self.worker:
            self.worker = Worker(
                self.settings["options"], self.settings["program"], self.settings["timeout"],
                require_sandbox=self.settings["require_sandbox"])
        row["sandbox"] = "+".join(self.worker.introduction.features)
        result = self.worker.convert(path, content)
        if result.code:
            status = "limit" if result.limit else "refused"
            row.update(status=status, code=result.code, detail=result.detail, offset=result.offset)
            return
        outputs = [output.content for output in result.outputs]
        for output in result.outputs:
            write_once(os.path.join(self.settings["target"], path + "." + output.format), output.content)
        losses = sum(count for output in result.outputs for kind, count in output.losses.items() if kind.startswith(LOSSES))
        row.update(
            status="partial" if losses else "ok", code=None, detail=None, losses=losses, out_bytes=sum(map(len, outputs)),
            out_sha256=hashlib.sha256(b"".join(outputs)).hexdigest())


def converter(settings):
    """The function that Spark applies to the rows of a task."""
    def convert(batches):
        import pyarrow
        sys.path.insert(0, settings["client"])
        schema = pyarrow.schema([
            (name, {"string": pyarrow.string(), "long": pyarrow.int64(), "double": pyarrow.float64(),
                    "int": pyarrow.int32()}[kind]) for name, kind in COLUMNS])
        work = Task(settings)
        try:
            for batch in batches:
                names = [name for name in ("task", "path", "content") if name in batch.schema.names]
                rows = [work.row(*values) for values in zip(*(batch.column(name).to_pylist() for name in names))]
                yield pyarrow.RecordBatch.from_pylist(rows, schema=schema)
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
    parser.add_argument("--timeout", type=float, default=30)
    parser.add_argument("--require-sandbox", action="store_true")
    parser.add_argument("options", nargs="*", help="options of iaconv worker, after --")
    options = parser.parse_args()
    is_url = "://" in options.source
    settings = {
        "source": options.source if is_url else os.path.abspath(options.source), "target": os.path.abspath(options.target),
        "program": options.program,
        "options": options.options or ["-t", "html"], "timeout": options.timeout, "require_sandbox": options.require_sandbox,
        "client": str(pathlib.Path(__file__).resolve().parent.parent / "python"),
    }
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession
    # The library of Snappy cannot be loaded on every Debian; zstd is part of the Java libraries of Spark.
    spark = (SparkSession.builder.master(options.master).appName("iaconv")
             .config("spark.sql.parquet.compression.codec", "zstd").config("spark.ui.enabled", "false")
             .config("spark.sql.shuffle.partitions", "1")
             # Contents of a URL pass to Python in batches.
             .config("spark.sql.execution.arrow.maxRecordsPerBatch", "64" if is_url else "10000").getOrCreate())
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
            pairs = spark.sparkContext.parallelize([(task, (task, path, size)) for task, path, size in rows], 1)
            # A partition for each task: the numbers are the partitions.
            partitioned = pairs.partitionBy(tasks, lambda task: task).map(lambda pair: pair[1])
            frame = spark.createDataFrame(partitioned, "task int, path string, bytes long")
        report = frame.mapInArrow(converter(settings), ", ".join("%s %s" % column for column in COLUMNS))
        report.write.mode("overwrite").parquet(os.path.abspath(options.report))
        counts = spark.read.parquet(os.path.abspath(options.report)).groupBy("status").count().collect()
        counts = {row["status"]: row["count"] for row in counts}
        print("%d documents: %s" % (sum(counts.values()), ", ".join("%d %s" % (n, s) for s, n in sorted(counts.items()))))
        if sum(counts.values()) != len(rows):
            return 70
        return 0 if set(counts) <= {"ok", "partial"} else 2
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main())

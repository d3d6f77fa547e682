#!/usr/bin/env python3
"""Tests of the Spark job: test_convert.py [PROGRAM]. Skipped, with the reason, without pyspark and Java."""
import hashlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else "iaconv"
JOB = pathlib.Path(__file__).resolve().parent / "convert.py"
sys.path[:0] = [str(JOB.parent), str(JOB.parent.parent / "python")]

from convert import COLUMNS, Task, printable, read

try:
    import pyspark
    REASON = None if shutil.which("java") else "java is not installed"
except ImportError:
    REASON = "pyspark is not installed"


class Packing(unittest.TestCase):
    def test_files_are_packed_by_bytes_and_each_once(self):
        from convert import packed
        files = [("f%03d" % n, (n * 7919) % 5000) for n in range(300)]
        rows, tasks = packed(files, 50000)
        self.assertEqual(sorted(path for _, path, _ in rows), sorted(path for path, _ in files))
        self.assertEqual(sorted({task for task, _, _ in rows}), list(range(tasks)))
        for number in range(tasks):
            self.assertLessEqual(sum(size + 4096 for task, _, size in rows if task == number), 50000)

    def test_a_file_larger_than_a_task_has_its_own(self):
        from convert import packed
        rows, tasks = packed([("large", 1 << 20), ("small", 1)], 1000)
        self.assertEqual((len(rows), tasks), (2, 2))

    def test_outputs_have_the_suffixes_of_a_batch(self):
        import json
        from convert import SUFFIXES
        formats = json.loads(subprocess.run([PROGRAM, "formats", "--json"], check=True, stdout=subprocess.PIPE).stdout)
        expected = {found["id"]: found["suffixes"][0] for found in formats if found["writes"] and found["suffixes"]}
        self.assertEqual({id: suffix for id, suffix in expected.items() if id != suffix}, SUFFIXES)

    def test_no_files_are_no_tasks(self):
        from convert import packed
        self.assertEqual(packed([], 1000), ([], 0))

    def test_an_output_is_written_once(self):
        from convert import Writer
        writer = Writer()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a", "b.html")
            writer.write(path, b"one")
            first = os.stat(path)
            writer.write(path, b"one")
            self.assertEqual(os.stat(path).st_ino, first.st_ino)
            writer.write(path, b"two")
            self.assertEqual(pathlib.Path(path).read_bytes(), b"two")
            self.assertEqual(os.listdir(os.path.dirname(path)), ["b.html"])


WORKER = """#!%s
# Converts to upper case, holds back results in version 2, and breaks as a document demands.
import os, select, struct, sys, time

def exact(count):
    data = b""
    while len(data) < count:
        piece = os.read(0, count - len(data))
        if not piece:
            os._exit(0)
        data += piece
    return data

def text(word):
    return struct.pack("<I", len(word)) + word

def frame(kind, number, payload):
    return struct.pack("<IB3xQ", len(payload), kind, number) + payload

with open(%r, "a") as log:
    log.write("start\\n")
version, held = %d, []
exact(32)
os.write(1, frame(0x81, 0, b"IAWORKER" + struct.pack("<HHIIQQQB", version, 16 if version > 1 else 4, 63, 7, 0, 1 << 20, 0, 1)
                  + text(b"html")))
while True:
    count, kind, number = struct.unpack("<IB3xQ", exact(16))
    payload = exact(count)
    content = payload[5 + payload[1]:]
    if b"crash" in content:
        os._exit(9)
    if b"slow" in content:
        time.sleep(60)
    outcome = text(b"text") + text(b"html") + struct.pack("<QBII", len(content), 0, 0, 0)
    held.append(frame(0x82, number, struct.pack("<QQQBB", 0, 0, 0, 0, 1) + outcome + struct.pack("<IQ", 0, len(content))
                      + content.upper()))
    if version == 1 or len(held) == 8 or not select.select([0], [], [], 0)[0]:
        os.write(1, b"".join(held))
        held = []
"""


class Tasks(unittest.TestCase):
    """Tasks without Spark, with a worker that crashes and hangs."""

    def task(self, folder, version):
        program = os.path.join(folder, "worker")
        with open(program, "w") as file:
            file.write(WORKER % (sys.executable, os.path.join(folder, "starts"), version))
        os.chmod(program, 0o700)
        return Task({"source": folder, "target": os.path.join(folder, "out"), "program": program, "options": [], "timeout": 1,
                     "require_sandbox": False, "durability": "none"})

    def test_each_document_has_one_row_whatever_its_neighbours_do(self):
        for version in (1, 2):
            with self.subTest(version=version), tempfile.TemporaryDirectory() as folder:
                documents = [(3, "%d.txt" % number, b"text %d" % number) for number in range(40)]
                for number, words in ((0, b"crash"), (11, b"slow"), (12, b"crash"), (39, b"crash")):
                    documents[number] = (3, "%d.txt" % number, words)
                documents.insert(20, (3, "none.txt", None))
                task = self.task(folder, version)
                rows = {row[0]: dict(zip((name for name, _ in COLUMNS), row)) for row in task.rows(documents)}
                task.close()
                self.assertEqual(sorted(rows), sorted(path for _, path, _ in documents))
                expected = {"0.txt": "crashed", "11.txt": "timeout", "12.txt": "crashed", "39.txt": "crashed", "none.txt": "io"}
                self.assertEqual({path: row["status"] for path, row in rows.items() if row["status"] != "ok"}, expected)
                outputs = sorted(os.listdir(os.path.join(folder, "out")))
                self.assertEqual(outputs, sorted(path + ".html" for path in rows if path not in expected))
                for _, path, content in documents:
                    if path not in expected:
                        found = pathlib.Path(folder, "out", path + ".html").read_bytes()
                        self.assertEqual(found, content.upper())
                        self.assertEqual(rows[path]["out_sha256"], hashlib.sha256(found).hexdigest())
                        self.assertEqual(rows[path]["in_sha256"], hashlib.sha256(content).hexdigest())
                starts = len(pathlib.Path(folder, "starts").read_text().split())
                self.assertLess(starts, 12 if version == 1 else 60)

    def test_a_document_that_crashes_gets_one_more_attempt(self):
        for version in (1, 2):
            with self.subTest(version=version), tempfile.TemporaryDirectory() as folder:
                task = self.task(folder, version)
                self.assertEqual(task.row(0, "a.txt", b"crash")["status"], "crashed")
                self.assertEqual(task.row(0, "a.txt", b"good")["status"], "ok")
                self.assertEqual(len(pathlib.Path(folder, "starts").read_text().split()), 3)
                task.close()

    def test_a_program_that_does_not_start_is_stated_for_each_document(self):
        task = Task({"source": "/", "target": "/", "program": "/no/such/program", "options": [], "timeout": 1,
                     "require_sandbox": False})
        rows = list(task.rows([(0, "%d.txt" % number, b"a") for number in range(3)]))
        self.assertEqual([row[2] for row in rows], ["worker.start"] * 3)

    def test_a_name_that_is_not_utf_8_is_printable(self):
        self.assertEqual(printable("a/\u00e4.md"), "a/\u00e4.md")
        self.assertEqual(printable(os.fsdecode(b"a\xff.md")), "a\\xff.md")

    def test_a_file_is_read_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            for size in (0, 1, 70000, (1 << 24) + 3):
                path = os.path.join(folder, "a")
                content = os.urandom(1000) * (size // 1000) + b"x" * (size % 1000)
                pathlib.Path(path).write_bytes(content)
                self.assertEqual(read(path), content)


def executors(parent):
    """The processes of executors that descend from a process."""
    parents, found = {}, []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open("/proc/%s/stat" % entry) as file:
                    parents[int(entry)] = int(file.read().rpartition(")")[2].split()[1])
            except OSError:
                pass
    for one in parents:
        above = one
        while above in parents and above != parent:
            above = parents[above]
        try:
            words = pathlib.Path("/proc/%d/cmdline" % one).read_bytes()
        except OSError:
            continue
        if above == parent and b"CoarseGrainedExecutorBackend" in words:
            found.append(one)
    return found


@unittest.skipIf(REASON, REASON)
class Job(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.source = self.folder / "in"
        (self.source / "deeper").mkdir(parents=True)
        self.write(range(40))
        (self.source / "bad.json").write_text('{"a": [1,]}')

    def write(self, numbers):
        """Writes further documents."""
        self.count = numbers.stop
        for number in numbers:
            name = "%d with space.md" % number if number == 7 else "%d.md" % number
            (self.source / ("deeper" if number % 2 else ".") / name).write_text("Text *%d*\n" % number)

    def outputs(self, master, source=None, meanwhile=lambda job, target: None):
        """Runs the job and checks that its report accounts for each file; returns the outputs.

        `meanwhile` is called with the process of the job and the folder of the outputs.
        """
        import pyarrow.parquet
        place = tempfile.mkdtemp(dir=self.folder)
        target, report = pathlib.Path(place, "out"), pathlib.Path(place, "report")
        with open(pathlib.Path(place, "errors"), "w+") as errors, subprocess.Popen(
            [sys.executable, str(JOB), "--master", master, "--program", PROGRAM, "--source", source or str(self.source),
             "--target", str(target), "--report", str(report), "--task-bytes", "50000", "--", "-t", "html"],
            stdout=subprocess.PIPE, stderr=errors, text=True) as job:
            meanwhile(job, target)
            said, _ = job.communicate()
            errors.seek(0)
            self.assertEqual(job.returncode, 2, errors.read()[-2000:])
        self.assertIn("%d documents: %d ok, 1 refused" % (self.count + 1, self.count), said)
        rows = pyarrow.parquet.read_table(str(report)).to_pylist()
        self.assertEqual(len(rows), self.count + 1)
        self.assertEqual(len({row["path"] for row in rows}), self.count + 1)
        self.assertGreater(len({row["task"] for row in rows}), 2)
        self.assertEqual([row["code"][:5] for row in rows if row["status"] == "refused"], ["json."])
        files = {str(path.relative_to(target)): path.read_bytes() for path in target.rglob("*") if path.is_file()}
        for row in rows:
            if row["status"] == "ok":
                self.assertEqual(hashlib.sha256(files[row["path"] + ".html"]).hexdigest(), row["out_sha256"])
        self.assertEqual(len(files), self.count)
        return files

    def test_one_two_and_four_executors_and_processes_write_the_same_bytes(self):
        first = self.outputs("local[1]")
        for master in ("local[2]", "local[4]", "local-cluster[2,1,1024]"):
            with self.subTest(master=master):
                self.assertEqual(self.outputs(master), first)

    def test_a_killed_executor_changes_no_output(self):
        self.write(range(40, 640))
        whole = self.outputs("local[2]")
        killed = []

        def kill_one(job, target):
            # Some documents are converted, and most are not.
            while job.poll() is None and sum(1 for _ in target.rglob("*.html")) < 50:
                time.sleep(0.02)
            found = executors(job.pid)
            if job.poll() is None and found:
                os.kill(found[0], signal.SIGKILL)
                killed.extend(found[:1])
                self.assertLess(sum(1 for _ in target.rglob("*.html")), 600)

        self.assertEqual(self.outputs("local-cluster[2,1,1024]", meanwhile=kill_one), whole)
        self.assertEqual(len(killed), 1, "the job ended before an executor was killed")

    def test_a_url_of_hadoop_is_a_source(self):
        self.assertEqual(self.outputs("local[2]", self.source.as_uri()), self.outputs("local[2]"))


if __name__ == "__main__":
    unittest.main()

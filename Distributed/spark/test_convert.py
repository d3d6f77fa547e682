#!/usr/bin/env python3
"""Tests of the Spark job: test_convert.py [PROGRAM]. Skipped, with the reason, without pyspark and Java."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else "iaconv"
JOB = pathlib.Path(__file__).resolve().parent / "convert.py"
sys.path.insert(0, str(JOB.parent))

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

    def test_no_files_are_no_tasks(self):
        from convert import packed
        self.assertEqual(packed([], 1000), ([], 0))

    def test_an_output_is_written_once(self):
        from convert import write_once
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a", "b.html")
            write_once(path, b"one")
            first = os.stat(path)
            write_once(path, b"one")
            self.assertEqual(os.stat(path).st_ino, first.st_ino)
            write_once(path, b"two")
            self.assertEqual(pathlib.Path(path).read_bytes(), b"two")
            self.assertEqual(os.listdir(os.path.dirname(path)), ["b.html"])


@unittest.skipIf(REASON, REASON)
class Job(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.source = self.folder / "in"
        (self.source / "deeper").mkdir(parents=True)
        for number in range(40):
            name = "%d with space.md" % number if number == 7 else "%d.md" % number
            (self.source / ("deeper" if number % 2 else ".") / name).write_text("Text *%d*\n" % number)
        (self.source / "bad.json").write_text('{"a": [1,]}')

    def outputs(self, master, source=None):
        """Runs the job and checks that its report accounts for each file; returns the outputs."""
        import pyarrow.parquet
        place = tempfile.mkdtemp(dir=self.folder)
        target, report = pathlib.Path(place, "out"), pathlib.Path(place, "report")
        run = subprocess.run(
            [sys.executable, str(JOB), "--master", master, "--program", PROGRAM, "--source", source or str(self.source),
             "--target", str(target), "--report", str(report), "--task-bytes", "50000", "--", "-t", "html"],
            capture_output=True, text=True)
        self.assertEqual(run.returncode, 2, run.stderr[-2000:])
        self.assertIn("41 documents: 40 ok, 1 refused", run.stdout)
        rows = pyarrow.parquet.read_table(str(report)).to_pylist()
        self.assertEqual(len({row["path"] for row in rows}), 41)
        self.assertGreater(len({row["task"] for row in rows}), 2)
        self.assertEqual([row["code"][:5] for row in rows if row["status"] == "refused"], ["json."])
        files = {str(path.relative_to(target)): path.read_bytes() for path in target.rglob("*") if path.is_file()}
        for row in rows:
            if row["status"] == "ok":
                self.assertEqual(hashlib.sha256(files[row["path"] + ".html"]).hexdigest(), row["out_sha256"])
        self.assertEqual(len(files), 40)
        return files

    def test_one_two_and_four_executors_and_processes_write_the_same_bytes(self):
        first = self.outputs("local[1]")
        for master in ("local[2]", "local[4]", "local-cluster[2,1,1024]"):
            with self.subTest(master=master):
                self.assertEqual(self.outputs(master), first)

    def test_a_url_of_hadoop_is_a_source(self):
        self.assertEqual(self.outputs("local[2]", self.source.as_uri()), self.outputs("local[2]"))


if __name__ == "__main__":
    unittest.main()

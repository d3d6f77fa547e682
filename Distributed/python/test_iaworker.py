#!/usr/bin/env python3
"""Tests of iaworker.py: test_iaworker.py [PROGRAM], with iaconv from the path by default."""
import os
import pathlib
import stat
import struct
import subprocess
import sys
import tempfile
import textwrap
import unittest

from iaworker import HEADER, MAGIC, Worker, WorkerError

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else "iaconv"
HERE = pathlib.Path(__file__).resolve().parent


class Conversions(unittest.TestCase):
    def test_documents_are_converted_as_by_the_command(self):
        text = b"Some *text* with **marks**\n"
        expected = subprocess.run([PROGRAM, "-f", "markdown", "-t", "html", "-q"], input=text, capture_output=True, check=True)
        with Worker(["-t", "html"], PROGRAM) as worker:
            for _ in range(3):
                result = worker.convert("folder/a.md", text)
                self.assertEqual(result.outputs[0].content, expected.stdout)
                self.assertEqual(result.outputs[0].input_format, "markdown")

    def test_several_formats_come_from_one_reading(self):
        with Worker(["-t", "html,text"], PROGRAM) as worker:
            self.assertEqual(worker.introduction.formats, ["html", "text"])
            result = worker.convert("a.md", b"# Title\n")
            self.assertEqual([output.format for output in result.outputs], ["html", "text"])
            self.assertIn("approximated structure", result.outputs[1].losses)

    def test_a_refused_document_is_a_result_and_the_next_one_is_converted(self):
        with Worker(["-t", "text"], PROGRAM) as worker:
            refused = worker.convert("a.json", b'{"a": [1,]}')
            self.assertEqual((refused.status, refused.outputs), (65, []))
            self.assertTrue(refused.code.startswith("json."))
            self.assertIsNotNone(refused.offset)
            self.assertEqual(worker.convert("a.md", b"b").outputs[0].content, b"b\n")

    def test_side_files_are_requested_from_the_client(self):
        picture = bytes.fromhex(
            "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8ffff3f0005fe02fe"
            "a7d605340000000049454e44ae426082")
        asked = []

        def side_file(name):
            asked.append(name)
            return picture if name == "a.png" else None

        page = b'<p><img src="a.png"> <img src="b.png"></p>'
        with Worker(["-t", "json"], PROGRAM) as worker:
            with_files = worker.convert("a.html", page, side_file).outputs[0].content
            without = worker.convert("a.html", page).outputs[0].content
        self.assertEqual(sorted(set(asked)), ["a.png", "b.png"])
        self.assertNotEqual(with_files, without)

    def test_documents_are_converted_ahead_in_their_order(self):
        documents = [("a.md", b"*%d*\n" % number + b"A line.\n" * (number % 7 * 5000)) for number in range(60)]
        documents[7] = ("a.json", b'{"a": [1,]}')
        with Worker(["-t", "html"], PROGRAM) as worker:
            together = list(worker.convert_all(iter(documents)))
            self.assertEqual(list(worker.convert_all([])), [])
            for (name, content), result in zip(documents, together):
                self.assertEqual(worker.convert(name, content).outputs, result.outputs)
        self.assertEqual(len(together), 60)
        self.assertTrue(together[7].code.startswith("json."))

    def test_large_documents_and_results_pass(self):
        text = b"A line of *text* that is repeated.\n\n" * 6000
        with Worker(["-t", "html"], PROGRAM) as worker:
            self.assertGreater(len(worker.convert("a.md", text).outputs[0].content), len(text))

    def test_the_sandbox_is_stated(self):
        with Worker(["-t", "html"], PROGRAM) as worker:
            self.assertIn("rlimits", worker.introduction.features)

    def test_the_example_converts_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            source, target = pathlib.Path(folder, "in"), pathlib.Path(folder, "out")
            source.mkdir()
            (source / "a.md").write_text("*a*")
            (source / "b.json").write_text('{"a": [1,]}')
            environment = dict(os.environ, PATH=os.path.dirname(os.path.abspath(PROGRAM)) + ":" + os.environ["PATH"])
            found = subprocess.run([sys.executable, str(HERE / "convert_folder.py"), str(source), str(target)],
                                   capture_output=True, text=True, env=environment)
            self.assertEqual(found.returncode, 2, found.stderr)
            self.assertEqual([path.name for path in target.iterdir()], ["a.md.html"])
            self.assertIn("b.json: json.", found.stderr)


def frame(kind, number=0, payload=b""):
    return HEADER.pack(len(payload), kind, b"\0\0\0", number) + payload


def introduction(window=4, bits=63, formats=(b"html",)):
    names = b"".join(struct.pack("<I", len(name)) + name for name in formats)
    return MAGIC + struct.pack("<HHIIQQQB", 1, window, bits, 7, 0, 1 << 20, 0, len(formats)) + names


class Misbehaviour(unittest.TestCase):
    """A worker is not trusted: each wrong answer is an error with a code."""

    def worker(self, *answers, then=""):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = pathlib.Path(folder.name, "worker")
        program.write_text(textwrap.dedent("""\
            #!%s
            import os, sys, time
            os.read(0, 4096)
            os.write(1, %r)
            os.read(0, 4096)
            os.write(1, %r)
            %s
            """) % (sys.executable, frame(0x81, 0, introduction()), b"".join(answers), then))
        program.chmod(stat.S_IRWXU)
        return Worker([], str(program), timeout=2)

    def check(self, code, *answers, then="time.sleep(9)"):
        worker = self.worker(*answers, then=then)
        self.addCleanup(worker.close)
        with self.assertRaises(WorkerError) as context:
            worker.convert("a.md", b"a")
        self.assertEqual(context.exception.code, code)

    def test_wrong_answers(self):
        times = struct.pack("<QQQ", 0, 0, 0)
        for answer in (
            frame(0x82, 2, times),
            frame(0x82, 1, times),
            frame(0x82, 1, times + b"\2"),
            frame(0x82, 1, times + b"\0\2"),
            frame(0x81, 0, introduction()),
            frame(0x77, 1),
            HEADER.pack(0xFFFFFFFF, 0x82, b"\0\0\0", 1),
            HEADER.pack(0, 0x82, b"\0\1\0", 1),
            frame(0x84, 9, b"a.png"),
        ):
            with self.subTest(answer=answer[:24]):
                self.check("worker.answer", answer)

    def test_no_answer(self):
        self.check("worker.timeout")

    def test_half_an_answer(self):
        self.check("worker.crashed", frame(0x82, 1, bytes(90))[:40], then="sys.exit(1)")

    def test_a_crash(self):
        self.check("worker.crashed", then="os.abort()")

    def test_a_fault(self):
        payload = b"".join(struct.pack("<I", len(word)) + word for word in (b"worker.frame", b"kind 9"))
        self.check("worker.frame", frame(0x85, 0, payload))

    def test_no_program(self):
        with self.assertRaises(WorkerError) as context:
            Worker(["-t", "html"], "/no/such/program")
        self.assertEqual(context.exception.code, "worker.start")


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Tests of the recipes: test_recipes.py [PROGRAM]. A recipe whose system is not installed is skipped, with the reason."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else "iaconv"
HERE = pathlib.Path(__file__).resolve().parent


class Recipes(unittest.TestCase):
    def check(self, name, module):
        if importlib.util.find_spec(module) is None:
            self.skipTest("%s is not installed" % module)
        with tempfile.TemporaryDirectory() as folder:
            source, target = pathlib.Path(folder, "in"), pathlib.Path(folder, "out")
            (source / "deeper").mkdir(parents=True)
            for number in range(12):
                (source / ("deeper" if number % 2 else ".") / ("%d.md" % number)).write_text("Text *%d*\n" % number)
            (source / "bad.json").write_text('{"a": [1,]}')
            run = subprocess.run([sys.executable, str(HERE / name), str(source), str(target), PROGRAM],
                                 capture_output=True, text=True, timeout=300)
            self.assertEqual(run.returncode, 0, run.stderr[-2000:])
            lines = pathlib.Path(folder, "out-report.txt").read_text().splitlines()
            self.assertEqual(len(lines), 13)
            self.assertEqual([line.split()[2][:5] for line in lines if line.startswith("refused bad.json")], ["json."])
            self.assertEqual(sum(line.startswith("ok ") for line in lines), 12)
            expected = subprocess.run([PROGRAM, "-f", "markdown", "-t", "html", "-q"], input=b"Text *3*\n", capture_output=True)
            self.assertEqual((target / "deeper" / "3.md.html").read_bytes(), expected.stdout)
            self.assertEqual(len([path for path in target.rglob("*") if path.is_file()]), 12)

    def test_beam(self):
        self.check("with_beam.py", "apache_beam")

    def test_ray(self):
        self.check("with_ray.py", "ray")

    def test_the_recipes_are_short(self):
        for name in ("with_beam.py", "with_ray.py"):
            lines = [line for line in (HERE / name).read_text().splitlines() if line.strip()]
            self.assertLessEqual(len(lines), 40, name)


if __name__ == "__main__":
    unittest.main()

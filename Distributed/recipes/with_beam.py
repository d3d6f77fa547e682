#!/usr/bin/env python3
"""Converts the files of a folder to HTML with Apache Beam: with_beam.py IN OUT [PROGRAM [OPTION OF BEAM ...]]

Each instance of the function has one confined worker. Outputs are written once under a temporary name and renamed, so that a bundle
that runs twice writes the same bytes. On a cluster, IN and OUT are folders that all machines see, and the modules are installed there.
"""
import os
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent.parent / name) for name in ("spark", "python")]

import apache_beam as beam
from convert import Task, manifest


class Convert(beam.DoFn):
    def __init__(self, settings):
        self.settings = settings

    def setup(self):
        self.task = Task(self.settings)

    def process(self, path):
        row = self.task.row(0, path)
        yield "%s %s %s" % (row["status"], row["path"], row["code"] or row["out_sha256"])

    def teardown(self):
        self.task.close()


def main(source, target, program="iaconv", *options):
    settings = {"source": os.path.abspath(source), "target": os.path.abspath(target), "program": program,
                "options": ["-t", "html"], "timeout": 30, "require_sandbox": False}
    with beam.Pipeline(argv=list(options)) as pipeline:
        lines = (pipeline | beam.Create([path for path, _ in manifest(source, target)]) | beam.Reshuffle()
                 | beam.ParDo(Convert(settings)))
        lines | beam.io.WriteToText(target + "-report", num_shards=1, shard_name_template="", file_name_suffix=".txt")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 2 else __doc__)

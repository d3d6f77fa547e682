#!/usr/bin/env python3
"""Converts the files of a folder to HTML in a confined worker: convert_folder.py IN OUT

A document that ends its worker is reported, and the next one gets a new worker.
"""
import pathlib
import sys

from iaworker import Worker, WorkerError


def main(source, target):
    source, target = pathlib.Path(source), pathlib.Path(target)
    target.mkdir(parents=True, exist_ok=True)
    worker, failed = None, 0
    for path in sorted(path for path in source.iterdir() if path.is_file()):
        try:
            worker = worker or Worker(["-t", "html"])
            result = worker.convert(path.name, path.read_bytes())
        except WorkerError as error:
            worker, failed = None, failed + 1
            print("%s: %s" % (path.name, error), file=sys.stderr)
            continue
        if result.code:
            failed += 1
            print("%s: %s: %s" % (path.name, result.code, result.detail), file=sys.stderr)
        else:
            (target / (path.name + ".html")).write_bytes(result.outputs[0].content)
    if worker:
        worker.close()
    return 2 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))

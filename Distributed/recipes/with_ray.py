#!/usr/bin/env python3
"""Converts the files of a folder to HTML with Ray: with_ray.py IN OUT [PROGRAM [ACTORS]]

Each actor has one confined worker. Outputs are written once under a temporary name and renamed, so that a call that Ray repeats after
a lost machine writes the same bytes. On a cluster, IN and OUT are folders that all machines see, and the modules are installed there.
"""
import os
import pathlib
import sys

MODULES = [str(pathlib.Path(__file__).resolve().parent.parent / name) for name in ("spark", "python")]
sys.path[:0] = MODULES

import ray
from ray.util import ActorPool
from convert import Task, manifest


@ray.remote(num_cpus=1, max_restarts=3, max_task_retries=3)
class Converter:
    def __init__(self, settings):
        self.task = Task(settings)

    def convert(self, path):
        return self.task.row(0, path)


def main(source, target, program="iaconv", actors="2"):
    settings = {"source": os.path.abspath(source), "target": os.path.abspath(target), "program": program,
                "options": ["-t", "html"], "timeout": 30, "require_sandbox": False}
    ray.init(num_cpus=int(actors), include_dashboard=False,
             runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(MODULES)}})
    pool = ActorPool([Converter.remote(settings) for _ in range(int(actors))])
    paths = [path for path, _ in manifest(source, target)]
    with open(target + "-report.txt", "w") as report:
        for row in pool.map_unordered(lambda actor, path: actor.convert.remote(path), paths):
            print(row["status"], row["path"], row["code"] or row["out_sha256"], file=report)
    ray.shutdown()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 2 else __doc__)

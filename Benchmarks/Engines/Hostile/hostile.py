#!/usr/bin/env python3
"""Engines that break the protocol, one for each fault: hostile.py FAULT (Scripts/engines test)."""
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
FAULT = sys.argv[1]
# Places where no picture begins; the ring of a view of 780 × 1688 pixels has at most 1688 + 1024 rows.
OFFSETS = {
    "offset-negative": "-4", "offset-outside": 4 * 780 * (1688 + 1024), "offset-huge": 1 << 64, "offset-odd": 4 * 780 + 2,
    "offset-word": "none", "offset-empty": "", "offset-stale": 4 * 780,
}


def endlessly(data):
    while True:
        sys.stdout.buffer.write(data)


class Hostile:
    """The template's answers with one of them changed."""

    def __init__(self, engine):
        self.engine = engine
        self.count = 0

    def answer(self, name, words):
        self.count += 1
        start = time.process_time_ns()
        text = getattr(self.engine, name)(*words)
        cpu = time.process_time_ns() - start
        if FAULT == "hangs" and name == "layout":
            time.sleep(1000)
        if FAULT == "spins" and name == "layout":
            while True:
                pass
        if FAULT == "exits" and name == "layout":
            sys.exit(3)
        if FAULT == "closes" and name == "layout":
            os.close(1)
            time.sleep(1000)
        if FAULT == "fast":
            cpu //= 4
        if FAULT == "slow":
            cpu = cpu * 2 + 1_000_000
        if FAULT == "child" and name == "layout":
            # The work of another process, which the engine does not count.
            subprocess.run([sys.executable, "-c", "sum(range(4000000))"], stdin=subprocess.DEVNULL)
        if FAULT == "no-time":
            return f"ok {text}"
        if FAULT == "not-a-number" and name == "layout":
            return "ok cpu=1 height=nan"
        if FAULT == "garbage" and name == "layout":
            return "\x00\xff\x1b[2J"
        if FAULT == "long-line" and name == "layout":
            endlessly(b"x" * 65536)
        if FAULT == "flood" and name == "layout":
            endlessly(b"ok cpu=1 height=1\n" * 4096)
        if FAULT == "disk" and name == "layout":
            with open(os.path.join(os.environ.get("TMPDIR", "/tmp"), f"hostile-{os.getpid()}"), "wb") as file:
                os.unlink(file.name)
                while True:
                    file.write(bytes(1 << 20))
        if FAULT == "many-lines" and name == "report":
            return "ok lines=999999999"
        if FAULT == "no-gaps" and name == "report":
            return "\n".join(["ok " + text.split("\n")[0], *text.split("\n")[2:], "0 0 1"])
        if FAULT == "protocol" and name == "hello":
            return "ok " + text.replace("protocol=1", "protocol=2")
        if FAULT == "truncates" and name == "hello":
            self.picture = words[1]
        if FAULT == "truncates" and name == "draw":
            os.truncate(self.picture, 0)
        if FAULT.startswith("offset-") and name == "draw":
            return f"ok cpu={cpu} offset={OFFSETS[FAULT]}"
        if FAULT == "chatty" and name == "load":
            print("loading", flush=True)
        return f"ok cpu={cpu} {text}".rstrip()


def template():
    # The template's class without its loop.
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "template.py")
    with open(path, encoding="utf-8") as file:
        source = file.read().split("\nengine = Engine()")[0]
    scope = {}
    exec(compile(source, path, "exec"), scope)  # noqa: S102
    return scope["Engine"]()


def main():
    if FAULT == "silent":
        time.sleep(1000)
    if FAULT == "at-once":
        sys.exit("this engine has no display")
    engine = template()
    if FAULT == "draws-nothing":
        engine.draw = lambda: ""
    if FAULT == "draws-white":
        engine.draw = lambda: engine.picture.__setitem__(slice(None), b"\xff" * len(engine.picture)) or ""
    if FAULT == "no-scroll":
        engine.scroll = lambda y: ""
    if FAULT == "same-lines":
        layout = engine.layout
        engine.layout = lambda width: layout("300")
    hostile = Hostile(engine)
    import urllib.parse
    for request in sys.stdin:
        name, *words = map(urllib.parse.unquote, request.rstrip("\n").split(" "))
        try:
            answer = hostile.answer(name, words)
        except Exception as error:  # noqa: BLE001
            answer = f"error {error!r}" if FAULT != "accepts-all" else "ok"
        print(answer, flush=True)
    if FAULT == "stays":
        time.sleep(1000)


main()

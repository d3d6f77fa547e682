#!/usr/bin/env python3
"""An engine to begin with (Specs/engine-protocol.md): letters half as wide as the font is high, words drawn as bars."""
import mmap, os, re, sys, time, urllib.parse

class Engine:
    def hello(self, version, picture, width, height, scale):
        self.width, self.height, self.scale, self.y = int(width), int(height), float(scale), 0.0
        self.picture = mmap.mmap(os.open(picture, os.O_RDWR), 4 * self.width * self.height)
        return "protocol=1 name=template version=1 lines=1 draws=1"

    def load(self, text, runs, font, family, size):
        self.size, self.column = int(size), 300.0
        self.paragraphs = open(text, "rb").read().split(b"\n")[:-1]
        fields = [] if runs == "-" else open(runs).readline().split()
        self.colour = int(fields[4]).to_bytes(4, "little") if fields else bytes(4)
        return f"paragraphs={len(self.paragraphs)}"

    def layout(self, width):
        self.column, self.lines = float(width), []
        room = max(int(self.column / (self.size / 2)), 1)
        for number, paragraph in enumerate(self.paragraphs):
            start = end = used = 0
            for part in re.findall(r"[^ ]+ *| +", paragraph.decode()):
                for piece in [part[i:i + room] for i in range(0, len(part), room)]:
                    if used and used + len(piece.rstrip()) > room:
                        self.lines.append((number, start, end))
                        start, used = end, 0
                    end, used = end + len(piece.encode()), used + len(piece)
            self.lines.append((number, start, end))
        return f"height={len(self.lines) * self.size * 1.25}"

    def edit(self, paragraph, byte, count, text=""):
        old, byte = self.paragraphs[int(paragraph)], int(byte)
        self.paragraphs[int(paragraph)] = old[:byte] + text.encode() + old[byte + int(count):]
        return self.layout(self.column)

    def scroll(self, y):
        self.y = float(y)
        return ""

    def draw(self):
        tall = self.size * 1.25 * self.scale
        for row in range(self.height):
            (line, place), pixels = divmod(row + round(self.y * self.scale), tall), b""
            if line < len(self.lines) and 0.3 * tall < place < 0.7 * tall:
                (number, start, end), wide = self.lines[int(line)], int(self.size / 2 * self.scale)
                text = self.paragraphs[number][start:end].decode()
                pixels = b"".join((b"\xff" * 4 if c == " " else self.colour) * wide for c in text)
            self.picture[4 * self.width * row:4 * self.width * (row + 1)] = pixels.ljust(4 * self.width, b"\xff")[:4 * self.width]
        return ""

    def report(self):
        return "\n".join([f"lines={len(self.lines)}", *("%d %d %d" % line for line in self.lines)])

engine = Engine()
for request in sys.stdin:
    start, (name, *words) = time.process_time_ns(), map(urllib.parse.unquote, request.rstrip("\n").split(" "))
    try: answer = getattr(engine, name)(*words)
    except Exception as error: print("error", repr(error), flush=True)
    else: print(f"ok cpu={time.process_time_ns() - start} {answer}".rstrip(), flush=True)

#!/usr/bin/env python3
"""Chromium as an engine of Specs/engine-protocol.md.

Starts `chromium --headless --no-sandbox --remote-debugging-pipe`. A paragraph is a <p>, a run a <span> with a colour. A
request ends when the processes of the browser no longer work, so that painting the visible part is part of a layout.
A picture is Page.captureScreenshot, which Chromium compresses as PNG and libpng decompresses here: both are part of the
times of frames. Chromium has no interface to uncompressed pixels.
"""
import base64
import ctypes
import ctypes.util
import json
import mmap
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

FLAGS = ["--headless", "--no-sandbox", "--remote-debugging-pipe", "--no-first-run", "--disable-extensions",
         "--disable-background-networking", "--disable-component-update", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
         "--font-render-hinting=none", "--disable-background-timer-throttling", "--window-size=390,844"]

PAGE = """
const encoder = new TextEncoder();
document.body.style.margin = 0;
function load(paragraphs, family, size) {
  document.body.innerHTML = '';
  const box = document.createElement('div');
  box.style.cssText = `font:${size}px "${family}";white-space:pre-wrap;overflow-wrap:break-word;width:300px`;
  for (const [text, runs] of paragraphs) {
    const p = document.createElement('p');
    // An empty paragraph is as high as a line.
    p.style.cssText = `margin:0;min-height:1lh`;
    let place = 0;
    for (const [start, count, colour] of runs) {
      if (start > place) p.append(text.slice(place, start));
      const span = document.createElement('span');
      span.style.color = '#' + colour.toString(16).padStart(6, '0');
      span.textContent = text.slice(start, start + count);
      p.append(span);
      place = start + count;
    }
    if (place < text.length) p.append(text.slice(place));
    box.append(p);
  }
  window.box = box;
  return paragraphs.length;
}
function layout(width) {
  if (!box.isConnected) document.body.append(box);
  box.style.width = width + 'px';
  return box.getBoundingClientRect().height;
}
function edit(number, start, count, text) {
  const p = box.children[number];
  if (!p.firstChild) p.append('');
  let node = document.createTreeWalker(p, NodeFilter.SHOW_TEXT), at = node.nextNode();
  while (start > at.length && node.nextNode()) { start -= at.length; at = node.currentNode; }
  at.replaceData(start, count, text);
  return box.getBoundingClientRect().height;
}
function report() {
  const lines = [], range = document.createRange();
  for (let number = 0; number < box.children.length; number++) {
    const nodes = [], walker = document.createTreeWalker(box.children[number], NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode.length) nodes.push(walker.currentNode);
    const text = nodes.map(node => node.data).join('');
    const ends = []; nodes.reduce((sum, node) => (ends.push(sum + node.length), sum + node.length), 0);
    const top = place => {
      let low = 0, high = ends.length - 1;
      while (low < high) { const middle = (low + high) >> 1; if (ends[middle] > place) high = middle; else low = middle + 1; }
      const offset = place - (ends[low] - nodes[low].length);
      const wide = offset + 1 < nodes[low].length && (nodes[low].data.charCodeAt(offset) & 0xFC00) == 0xD800 ? 2 : 1;
      range.setStart(nodes[low], offset); range.setEnd(nodes[low], offset + wide);
      return Math.round(range.getBoundingClientRect().top);
    };
    let start = 0, byte = 0;
    do {
      let end = text.length;
      if (start < end) {
        const line = top(start);
        let low = start, high = Math.min(start + 64, end);
        while (high < end && top(high) <= line) { low = high; high = Math.min(high + 64, end); }
        while (low + 1 < high) { const middle = (low + high) >> 1; if (top(middle) <= line) low = middle; else high = middle; }
        end = high;
        if (end < text.length && (text.charCodeAt(end) & 0xFC00) == 0xDC00) end--;
      }
      const count = encoder.encode(text.slice(start, end)).length;
      lines.push(`${number} ${byte} ${byte + count}`);
      byte += count;
      start = end;
    } while (start < text.length);
  }
  return lines.join('\\n');
}
"""


class Browser:
    def __init__(self):
        program = shutil.which("chromium") or sys.exit("chromium is not installed")
        self.folder = tempfile.TemporaryDirectory()
        command_read, self.commands = os.pipe()
        self.answers, answer_write = os.pipe()
        self.process = subprocess.Popen(
            # Chromium reads requests from descriptor 3 and writes answers to 4.
            ["sh", "-c", f'exec "$@" 3<&{command_read} 4>&{answer_write}', "sh", program, *FLAGS,
             f"--user-data-dir={self.folder.name}", "about:blank"],
            pass_fds=(command_read, answer_write), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(command_read)
        os.close(answer_write)
        self.number, self.buffer, self.session = 0, b"", None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(one["targetId"] for one in targets if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        self.version = self.call("Browser.getVersion", isGlobal=True)["product"].split("/")[-1]
        self.evaluate(PAGE)
        self.processes = self.tree()

    def call(self, method, isGlobal=False, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session and not isGlobal:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        while True:
            while b"\0" not in self.buffer:
                part = os.read(self.answers, 1 << 16)
                if not part:
                    raise EOFError("chromium closed its pipe")
                self.buffer += part
            text, self.buffer = self.buffer.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(answer["error"]["message"])
                return answer["result"]

    def show(self, width, height, scale):
        """Sets the size of the view in points."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def screenshot(self):
        """The visible part as PNG, compressed fast."""
        data = self.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"]
        return base64.b64decode(data)

    def evaluate(self, text):
        result = self.call("Runtime.evaluate", expression=text, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"].get("description", "an exception"))
        return result["result"].get("value")

    def tree(self):
        parents = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat") as file:
                    parents[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
        found = {os.getpid()}
        while True:
            more = {pid for pid, parent in parents.items() if parent in found} - found
            if not more:
                return sorted(found)
            found |= more

    def cpu(self):
        total = 0
        for pid in self.processes:
            try:
                # The number of the CPU clock of a process (clock_getcpuclockid).
                total += time.clock_gettime_ns((~pid << 3) | 2)
            except OSError:
                continue
        return total

    def settle(self):
        # Chromium starts processes when it needs them.
        self.processes = self.tree()
        last = self.cpu()
        for _ in range(100):
            time.sleep(0.004)
            now = self.cpu()
            if now - last < 100_000:
                return now
            last = now
        return last

    def end(self):
        try:
            self.call("Browser.close", isGlobal=True)
            self.process.wait(3)
        except (OSError, EOFError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


class PNGImage(ctypes.Structure):
    """png_image of libpng 1.6."""
    _fields_ = [("opaque", ctypes.c_void_p), ("version", ctypes.c_uint32), ("width", ctypes.c_uint32),
                ("height", ctypes.c_uint32), ("format", ctypes.c_uint32), ("flags", ctypes.c_uint32),
                ("entries", ctypes.c_uint32), ("problem", ctypes.c_uint32), ("message", ctypes.c_char * 64)]

    # PNG_FORMAT_BGRA: colour, alpha, blue first.
    BGRA = 0x13

    def read(self, library, data, width, height, target):
        """Decompresses a picture of the expected size into a buffer."""
        self.version = 1
        if not library.png_image_begin_read_from_memory(ctypes.byref(self), data, ctypes.c_size_t(len(data))):
            raise RuntimeError(self.message.decode())
        if (self.width, self.height) != (width, height):
            library.png_image_free(ctypes.byref(self))
            raise RuntimeError(f"a screenshot of {self.width} x {self.height} pixels")
        self.format = PNGImage.BGRA
        if not library.png_image_finish_read(ctypes.byref(self), None, target, ctypes.c_int32(0), None):
            raise RuntimeError(self.message.decode())


class Engine:
    def __init__(self):
        self.browser = Browser()
        self.texts = []
        name = ctypes.util.find_library("png16")
        self.png = ctypes.CDLL(name) if name else None

    def hello(self, version, picture, width, height, scale):
        self.width, self.height = int(width), int(height)
        if self.png:
            self.browser.show(round(self.width / float(scale)), round(self.height / float(scale)), float(scale))
            file = os.open(picture, os.O_RDWR)
            self.picture = mmap.mmap(file, 4 * self.width * self.height)
            self.target = (ctypes.c_ubyte * len(self.picture)).from_buffer(self.picture)
        return f"protocol=1 name=chromium version={self.browser.version} lines=1 draws={int(self.png is not None)}"

    def load(self, path, runs, font, family, size):
        with open(path, encoding="utf-8", newline="\n") as file:
            self.texts = file.read().split("\n")[:-1]
        found = [[] for _ in self.texts]
        if runs != "-":
            starts, unit, number = [], 0, 0
            for text in self.texts:
                starts.append(unit)
                unit += len(text.encode("utf-16-le")) // 2 + 1
            with open(runs) as file:
                for line in file:
                    _, _, first, count, colour, *_ = map(int, line.split())
                    while number + 1 < len(starts) and first >= starts[number + 1]:
                        number += 1
                    found[number].append((first - starts[number], count, colour))
        data = json.dumps([list(pair) for pair in zip(self.texts, found)])
        self.browser.evaluate(f"load({data}, {json.dumps(family)}, {int(size)})")
        return f"paragraphs={len(self.texts)}"

    def layout(self, width):
        return f"height={self.browser.evaluate(f'layout({float(width)})')}"

    def edit(self, paragraph, byte, count, text=""):
        old, byte, count = self.texts[int(paragraph)].encode(), int(byte), int(count)

        def units(data):
            return len(data.decode().encode("utf-16-le")) // 2

        start, length = units(old[:byte]), units(old[byte:byte + count])
        self.texts[int(paragraph)] = (old[:byte] + text.encode() + old[byte + count:]).decode()
        height = self.browser.evaluate(f"edit({int(paragraph)}, {start}, {length}, {json.dumps(text)})")
        return f"height={height}"

    def scroll(self, y):
        self.browser.evaluate(f"scrollTo(0, {float(y)})")
        return ""

    def draw(self):
        PNGImage().read(self.png, self.browser.screenshot(), self.width, self.height, self.target)
        return ""

    def report(self):
        lines = self.browser.evaluate("report()")
        return f"lines={lines.count(chr(10)) + 1}\n{lines}"


def main():
    engine = Engine()
    for request in sys.stdin:
        name, *words = map(urllib.parse.unquote, request.rstrip("\n").split(" "))
        start = engine.browser.cpu()
        try:
            if name not in ("hello", "load", "layout", "edit", "scroll", "draw", "report"):
                raise ValueError("unknown request")
            text = getattr(engine, name)(*words)
            answer = f"ok cpu={engine.browser.settle() - start} {text}".rstrip()
        except (ValueError, RuntimeError, OSError, IndexError) as error:
            answer = "error " + " ".join(str(error).split())
        print(answer, flush=True)
    engine.browser.end()


main()

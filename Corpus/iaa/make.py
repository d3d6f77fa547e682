"""Writes the archives of this folder from Specs/archive-format.md, with nothing of the suite's but its
second reader.

    python3 make.py        the archives, and those in bad/ that break one rule each

Texts are by zlib, columns as they are, so bytes may differ with another version of zlib.
"""

import hashlib
import os
import struct
import sys
import zlib

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "../../Specs/reference"))
from iaa import crc32c, tree  # noqa: E402

MEDIA = b"application/vnd.intensity.archive+zip"


def varint(value):
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def deflate(data):
    coder = zlib.compressobj(9, zlib.DEFLATED, -15)
    return coder.compress(data) + coder.flush()


def line(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n").encode() + b"\n"


def column(number, content):
    return bytes([number, 0]) + varint(len(content)) + content


def columns(documents):
    """Every unit of a document has the one intensity of the document, or each its own in runs."""
    layouts, firsts, lengths, rests = b"", b"", b"", b""
    for document in documents:
        value = document["intensity"]
        rest = b""
        if isinstance(value, list):
            layouts += b"\3"
            for count, level in value:
                rest += varint(count) + bytes([level])
        elif value == 40:
            layouts += b"\0"
        else:
            layouts += b"\4"
            firsts += bytes([value])
        lengths += varint(len(rest))
        rests += rest
    return (b"\1" + varint(len(documents)) + column(2, layouts) + column(3, firsts)
            + column(4, lengths) + column(5, rests))


def segment(documents):
    named = any(document["name"] for document in documents)
    content = bytes([1 if named else 0])
    last = 0
    for document in documents:
        content += varint(document["id"] - last)
        last = document["id"]
    if named:
        shared, lengths, rests, before = b"", b"", b"", b""
        for document in documents:
            name = document["name"].encode()
            common = len(os.path.commonprefix([before, name]))
            shared += varint(common)
            lengths += varint(len(name) - common)
            rests += name[common:]
            before = name
        content += shared + lengths + rests
    return varint(len(content)) + deflate(content)


class Archive:
    def __init__(self):
        self.bytes = b""
        self.entries = b""
        self.count = 0
        self.documents = 0
        self.block = 0
        self.generation = 0
        self.leaves = []
        self.accounts = []
        self.lines = []
        self.add("mimetype", MEDIA)
        self.add("README.txt", b"An archive of the corpus; see Specs/archive-format.md.\n")

    def add(self, name, content, listed=True):
        deflated = name.startswith("text/")
        stored = deflate(content) if deflated else content
        common = struct.pack("<HHHHIIIH", 0, 8 if deflated else 0, 0, 0x21, zlib.crc32(content),
                             len(stored), len(content), len(name))
        header = b"PK\3\4" + struct.pack("<H", 20) + common + b"\0\0" + name.encode()
        self.entries += (b"PK\1\2" + struct.pack("<HH", 0x032D, 20) + common
                         + struct.pack("<HHHHII", 0, 0, 0, 0, 0o100644 << 16, len(self.bytes))
                         + name.encode())
        self.bytes += header + stored
        self.count += 1
        if listed:
            self.lines.append((name, content, header + stored))
        return len(stored)

    def write(self, blocks, names):
        """A generation of blocks; `names` says how names are found: 0, 1 or 2."""
        if self.generation:
            self.lines = []
        self.generation += 1
        first = self.documents
        rows, segments, marks, bounds = b"", b"", b"", b""
        for documents in blocks:
            self.block += 1
            text = b"".join(line(document["text"]) for document in documents)
            stored = self.add(f"text/{self.block:06}.txt", text)
            packed, body = segment(documents), columns(documents)
            head = struct.pack(
                "<8sHHIQIIIIIII", b"\x8aIAB\r\n\x1a\n", 1, 0, self.block, self.documents,
                len(documents), 0, stored, len(text), crc32c(text), len(packed), len(body)) + packed
            self.add(f"data/{self.block:06}.iab", head + struct.pack("<I", crc32c(head)) + body
                     + struct.pack("<I", crc32c(body)))
            ids = [document["id"] for document in documents]
            rows += struct.pack("<IIIQQ", self.block, len(documents), len(packed), ids[0], ids[-1])
            segments += packed
            named = sorted(d["name"].encode() for d in documents if d["name"])
            for name in (named[0], named[-1]) if named else (b"", b""):
                bounds += varint(len(name)) + name
            for document in documents:
                marks += struct.pack("<H", zlib.crc32(document["name"].encode()) & 0xFFFF)
            self.documents += len(documents)
        index = (struct.pack("<8sHHQQI", b"\x8dIAX\r\n\x1a\n", 1, 0, first,
                             self.documents - first, len(blocks))
                 + rows + segments + bytes([names]) + (b"", marks, bounds)[names])
        folder = f"META-INF/{self.generation:04}/"
        self.add(folder + "index.iax", index + struct.pack("<I", crc32c(index)))
        listed, digest = self.lines, lambda data: hashlib.sha256(data).hexdigest()
        manifest = [f"{digest(content)}  {name}\n".encode() for name, content, _ in listed]
        self.leaves += [hashlib.sha256(b"\0" + each).digest() for each in manifest]
        parts = [("manifest-sha256.txt", b"".join(manifest)),
                 ("stored-sha256.txt",
                  b"".join(f"{digest(whole)}  {name}\n".encode() for name, _, whole in listed))]
        for name, content in parts:
            self.add(folder + name, content, listed=False)
        for name, content in parts + [("index.iax", index + struct.pack("<I", crc32c(index)))]:
            self.accounts.append(f"{digest(content)}  {folder}{name}\n")
        root = tree(self.leaves).hex()
        record = (f"iaa-record 1\ngeneration {self.generation}\ndocuments {self.documents}\n"
                  f"merkle {root}\n" + "".join(self.accounts)).encode()
        self.add(folder + "record.txt", record, listed=False)
        comment = (f"iaa 1; generation {self.generation}; documents {self.documents}; "
                   f"merkle {root}; record {digest(record)}").encode()
        directory = self.entries
        self.bytes += directory + b"PK\5\6" + struct.pack(
            "<HHHHIIH", 0, 0, self.count, self.count, len(directory), len(self.bytes),
            len(comment)) + comment


def document(number, text, intensity=40, name=""):
    return {"id": number, "text": text, "intensity": intensity, "name": name}


def save(name, data):
    with open(os.path.join(FOLDER, name), "wb") as file:
        file.write(data)


def changed(data, place, new):
    return data[:place] + new + data[place + len(new):]


def main():
    os.makedirs(os.path.join(FOLDER, "bad"), exist_ok=True)
    plain = Archive()
    plain.write([[document(1, "Hi!", 72), document(2, "two\nlines \\ and a backslash"),
                  document(5, "loud and quiet", [(5, 90), (9, 10)])]], 0)
    save("plain.iaa", plain.bytes)

    named = Archive()
    named.write([[document(1, "First.", 40, "letters/1"), document(2, "Второе.", 55, "letters/2")],
                 [document(3, "Drittes.", 60, "letters/3"), document(9, "no name", 61)]], 2)
    named.write([[document(10, "Later: 再见 🎉", 30, "letters/10")]], 1)
    save("two-generations.iaa", named.bytes)

    good = plain.bytes
    block = good.index(b"\x8aIAB")
    size = struct.unpack_from("<II", good, block + 44)
    head = 52 + size[0]
    text = good.index(b"text/000001.txt")
    index = good.index(b"\x8dIAX")
    save("bad/archive.no-directory+end.iaa", good[:-400])
    save("bad/archive.header+method.iaa", changed(good, text - 22, b"\0"))
    save("bad/archive.checksum+text.iaa", changed(good, text + 20, bytes([good[text + 20] ^ 1])))
    save("bad/archive.checksum+columns.iaa",
         changed(good, block + head + 6, bytes([good[block + head + 6] ^ 1])))
    later = changed(good[block : block + head], 8, b"\2")
    save("bad/archive.version+block.iaa",
         changed(good, block, later + struct.pack("<I", crc32c(later))))
    reserved = changed(good[block : block + head], 10, b"\1")
    save("bad/archive.block+reserved.iaa",
         changed(good, block, reserved + struct.pack("<I", crc32c(reserved))))
    save("bad/archive.checksum+index.iaa",
         changed(good, index + 12, bytes([good[index + 12] ^ 1])))
    save("bad/archive.name+folder.iaa", good.replace(b"README.txt", b"../ADME.tx"))


main()

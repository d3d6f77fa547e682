"""Writes the archives of this folder from Specs/archive-format.md, with nothing of the suite's but its
second reader.

    python3 make.py        the archives, and those in bad/ that break one rule each

Texts are by zlib, columns as they are, so bytes may differ with another version of zlib.
"""

import hashlib
import itertools
import json
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
    """A line; bytes are a line as they are."""
    if isinstance(text, bytes):
        return text + b"\n"
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
            name = document["name"].encode("utf-8", "surrogateescape")
            common = len(os.path.commonprefix([before, name]))
            shared += varint(common)
            lengths += varint(len(name) - common)
            rests += name[common:]
            before = name
        content += shared + lengths + rests
    return varint(len(content)) + deflate(content)


SEPARATORS = [(0, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0xBF), (0x2000, 0x20FF), (0x3000, 0x303F),
              (0xD800, 0xDFFF), (0xFE00, 0xFE6F), (0xFEFF, 0xFEFF), (0xFF00, 0xFF0F), (0xFFF0, 0xFFFF)]
WIDE = [(0xE00, 0x109F), (0x1780, 0x17FF), (0x2E80, 0x2FFF), (0x3040, 0xA4FF), (0xF900, 0xFAFF),
        (0xFF66, 0xFF9F), (0x1AFF0, 0x1B16F), (0x20000, 0x3FFFF)]


def words(text):
    """The words of a text, of section 6.4."""
    def kind(character):
        if any(low <= ord(character) <= high for low, high in SEPARATORS):
            return "separator"
        return "wide" if any(low <= ord(character) <= high for low, high in WIDE) else "letter"

    found = []
    for name, run in itertools.groupby(text, kind):
        run = "".join(run)
        if name == "letter" or name == "wide" and len(run) == 1:
            found.append(run)
        elif name == "wide":
            found += [run[at : at + 2] for at in range(len(run) - 1)]
    return {"" if len(word.encode()) > 255 else word for word in found}


def word_lists(blocks):
    """The words of blocks, in order, each with its blocks and their bytes."""
    places = {}
    for at, documents in enumerate(blocks):
        for word in set().union(*(words(document["text"]) for document in documents)):
            places.setdefault(word.encode(), []).append(at)
    size = (len(blocks) + 7) // 8
    lists = []
    for word in sorted(places):
        found = places[word]
        deltas = b"".join(varint(at - before) for at, before in zip(found, [0] + found))
        bits = sum(1 << at for at in found).to_bytes(size, "little")
        lists.append((word, found, b"" if len(found) == len(blocks) else deltas if len(deltas) < size else bits))
    return lists


def text_checks(blocks):
    texts = [b"".join(line(document["text"]) for document in documents) for documents in blocks]
    return b"".join(struct.pack("<I", zlib.crc32(text)) for text in texts)


def word_index(first, blocks):
    """The index of words of blocks that follow each other, version 1."""
    lists = word_lists(blocks)
    listed = b"".join(word + b"\n" for word, _, _ in lists)
    sizes = b"".join(varint(len(part)) for _, _, part in lists)
    head = struct.pack("<8sHHIIIIIII", b"\x8fIAW\r\n\x1a\n", 1, 0, first, len(blocks), len(lists), len(listed),
                       len(deflate(listed)), len(sizes), len(deflate(sizes)))
    return (head + text_checks(blocks) + deflate(listed) + deflate(sizes) + b"".join(part for _, _, part in lists))


def sequences(words):
    """The numbers of the sequences of three bytes of words, after A-Z, U+0130 and U+212A were replaced."""
    found = set()
    for word in words:
        word = word.replace("\u0130".encode(), b"i").replace("\u212a".encode(), b"k").lower()
        found |= {word[at] | word[at + 1] << 8 | word[at + 2] << 16 for at in range(len(word) - 2)}
    return found


def word_filter(words, size):
    bits = 0
    for sequence in sequences(words) if size else ():
        bits |= 1 << ((sequence * 0x9E3779B1 & 0xFFFFFFFF) * size * 8 >> 32)
    return bits.to_bytes(size, "little")


def checked(data):
    return data + struct.pack("<I", crc32c(data))


def divided_index(first, blocks, part_size=64, alter=lambda parts: parts, **states):
    """The index of words, version 2, in small parts, or one that breaks a rule:

    alter     changes the list of parts: dictionaries of `lists` and of what is stated instead of their values
    states    what the fields state instead
    """
    parts = []
    for entry in word_lists(blocks):
        if not parts or sum(len(word) + 1 for word, _, _ in parts[-1]["lists"]) >= part_size:
            parts.append({"lists": []})
        parts[-1]["lists"].append(entry)
    entries, stored, count = b"", b"", 0
    parts = alter(parts)
    for part in parts:
        lists = part["lists"]
        listed = b"".join(word + b"\n" for word, _, _ in lists)
        content = (listed + b"".join(varint(len(data)) for _, _, data in lists)
                   + b"".join(data for _, _, data in lists))
        content = part.get("content", content)
        stream = part.get("stream", deflate(content))
        # One part of four has no filter.
        size = len(sequences(word for word, _, _ in lists)) if len(lists) % 4 else 0
        bits = part.get("filter", word_filter([word for word, _, _ in lists], size))
        word = part.get("first", lists[0][0] if lists else b"")
        entries += (varint(part.get("count", len(lists))) + varint(part.get("listed", len(listed)))
                    + varint(part.get("size", len(content))) + varint(part.get("stored", len(stream)))
                    + varint(len(word)) + word + varint(len(bits)) + bits)
        stored += part.get("checked", checked(stream))
        count += len(lists)
    entries += states.get("entries", b"")
    checks = states.get("checks", text_checks(blocks))
    head = struct.pack(
        "<8sHHIIIII", states.get("sync", b"\x8fIAW\r\n\x1a\n"), states.get("version", 2), states.get("reserved", 0),
        states.get("start", first), states.get("number", len(blocks)), states.get("words", count),
        states.get("parts", len(parts)), states.get("head", 32 + len(checks) + len(entries) + 4))
    return states.get("sealed", checked(head + checks + entries)) + stored + states.get("after", b"")


class Archive:
    """An archive, or one that breaks a rule:

    absent    members that are left out
    before    bytes before a member that belong to no member
    changes   functions that change the content of a member
    states    what the comment states instead: documents, merkle, record
    """

    def __init__(self, version=1, absent=(), before=None, changes=None, states=None):
        self.version, self.absent, self.states = version, absent, states or {}
        self.before, self.changes = before or {}, changes or {}
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
        if name in self.absent:
            return 0
        self.bytes += self.before.get(name, b"")
        content = self.changes.get(name, lambda content: content)(content)
        deflated = name.startswith("text/") or name.endswith("/metadata.txt")
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

    def write(self, blocks, names, attachments=(), between=(), metadata=None, superseding=b""):
        """A generation of blocks; `names` says how names are found: 0, 1 or 2.

        Attachments are pairs of a name and bytes; `between` are such pairs between text and data.
        `metadata` is the list of metadata; `superseding` are the changes of the index.
        """
        if self.generation:
            self.lines = []
        self.generation += 1
        first = self.documents
        rows, segments, marks, bounds = b"", b"", b"", b""
        for documents in blocks:
            self.block += 1
            text = b"".join(line(document["text"]) for document in documents)
            text = self.changes.pop(f"text/{self.block:06}.txt", lambda text: text)(text)
            stored = self.add(f"text/{self.block:06}.txt", text)
            for name, content in between:
                self.add(name, content)
            packed, body = segment(documents), columns(documents)
            head = struct.pack(
                "<8sHHIQIIIIIII", b"\x8aIAB\r\n\x1a\n", 1, 0, self.block, self.documents,
                len(documents), 0, stored, len(text), crc32c(text), len(packed), len(body)) + packed
            self.add(f"data/{self.block:06}.iab", head + struct.pack("<I", crc32c(head)) + body
                     + struct.pack("<I", crc32c(body)))
            ids = [document["id"] for document in documents]
            rows += struct.pack("<IIIQQ", self.block, len(documents), len(packed), ids[0], ids[-1])
            segments += packed
            named = sorted(d["name"].encode("utf-8", "surrogateescape") for d in documents if d["name"])
            for name in (named[0], named[-1]) if named else (b"", b""):
                bounds += varint(len(name)) + name
            for document in documents:
                marks += struct.pack("<H", zlib.crc32(document["name"].encode("utf-8", "surrogateescape")) & 0xFFFF)
            self.documents += len(documents)
        for name, content in attachments:
            self.add(name, content)
        if metadata is not None:
            self.add(f"META-INF/{self.generation:04}/metadata.txt", metadata)
        index = (struct.pack("<8sHHQQI", b"\x8dIAX\r\n\x1a\n", 2 if superseding else 1, 0, first,
                             self.documents - first, len(blocks))
                 + rows + segments + superseding + bytes([names]) + (b"", marks, bounds)[names])
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
        parts = [(name, self.changes.get(folder + name, lambda content: content)(content))
                 for name, content in parts]
        for name, content in parts + [("index.iax", index + struct.pack("<I", crc32c(index)))]:
            self.accounts.append(f"{digest(content)}  {folder}{name}\n")
        root = tree(self.leaves).hex()
        record = (f"iaa-record {self.version}\ngeneration {self.generation}\ndocuments {self.documents}\n"
                  f"merkle {root}\n" + "".join(self.accounts)).encode()
        self.add(folder + "record.txt", record, listed=False)
        states = {"documents": self.documents, "merkle": root, "record": digest(record),
                  "version": self.version} | self.states
        comment = ("iaa {version}; generation %d; documents {documents}; merkle {merkle}; "
                   "record {record}" % self.generation).format(**states).encode()
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


def sealed(data, start, size, place, new):
    """Changes bytes from `start` on, and corrects the CRC-32C after these `size` bytes."""
    part = changed(data[start : start + size], place, new)
    return changed(data, start, part + struct.pack("<I", crc32c(part)))


def with_index(blocks, index, name=None):
    """An archive with an index of words, in whose name is the hash of `name` or of the index."""
    made = Archive(version=2)
    made.write(blocks, 0, [(f"attachments/{hashlib.sha256(name or index).hexdigest()}.words", index)])
    return made.bytes


def broken_indexes():
    """Indexes of words, version 2, that break one rule each, by the name of their error and of the change."""
    blocks = [[document(1, "one storm and wind, Käse 再见")], [document(2, "wind and rain all night long")]]

    def parts(change):
        """Changes the second part."""
        def alter(parts):
            parts[1] |= change(parts[1]["lists"])
            return parts
        return alter

    def index(**changes):
        return divided_index(1, blocks, part_size=20, **changes)

    good = index()
    head = struct.unpack_from("<I", good, 28)[0]
    yield "archive.index+words-sync", index(sync=b"\x8fIAW\r\n\x1a\0")
    yield "archive.version+words", index(version=3)
    yield "archive.index+words-reserved", index(reserved=1)
    yield "archive.index+words-head", index(head=39)
    yield "archive.index+words-none", index(number=0)
    yield "archive.index+words-blocks", index(number=99_999)
    yield "archive.index+words-first-block", index(start=2)
    yield "archive.index+words-text", index(checks=text_checks(blocks)[:4] * 2)
    yield "archive.index+words-words", index(words=99)
    yield "archive.index+words-parts", index(parts=99_999)
    yield "archive.index+words-entries", index(entries=b"\0")
    yield "archive.index+words-after", index(after=b"?")
    yield "archive.index+words-empty-part", index(alter=lambda parts: parts + [{"lists": []}])
    yield "archive.index+words-order", index(alter=lambda parts: [parts[1], parts[0]] + parts[2:])
    yield "archive.index+words-count", index(alter=parts(lambda lists: {"count": 99}))
    yield "archive.index+words-listed", index(alter=parts(lambda lists: {"listed": 99}))
    yield "archive.index+words-size", index(alter=parts(lambda lists: {"size": 99}))
    yield "archive.index+words-filter-size", index(alter=parts(lambda lists: {"filter": bytes(65_537)}))
    yield "archive.index+words-filter", index(alter=parts(lambda lists: {"filter": bytes(9)}))
    yield "archive.index+words-first", index(alter=parts(lambda lists: {"first": lists[0][0] + b"a"}))
    yield "archive.index+words-descending", index(
        alter=parts(lambda lists: {"lists": [lists[0]] + lists[:0:-1]}))
    yield "archive.index+words-open", index(
        alter=parts(lambda lists: {"content": b"and" + b"x" * 40, "listed": 20}))
    yield "archive.index+words-sizes", index(
        alter=parts(lambda lists: {"lists": lists[:-1] + [(lists[-1][0], [0], b"\0\0")]}))
    yield "archive.index+words-block", index(
        alter=parts(lambda lists: {"lists": lists[:-1] + [(lists[-1][0], [0], b"\4")]}))
    yield "archive.index+words-stream", index(alter=parts(lambda lists: {"stream": b"\xff" * 20}))
    yield "archive.index+words-other", index(
        alter=parts(lambda lists: {"lists": lists[:-1] + [(lists[-1][0] + b"z", [0], lists[-1][2])]}))
    yield "archive.checksum+words-head", changed(good, 40, b"\1\2")
    yield "archive.checksum+words-part", changed(good, head + 2, b"\1\2")
    yield "archive.limit+words", index(alter=parts(lambda lists: {"size": 3_000_000_000}))
    yield "bytes.truncated+words-head", good[: head - 20]
    yield "bytes.truncated+words-part", good[:-5]


def broken():
    """Archives that break one rule each, by the name of their error and of the change."""
    one = [document(1, "Hi!", 72), document(2, "two\nlines \\ and a backslash")]

    def archive(blocks=(one,), names=0, attachments=(), between=(), **changes):
        made = Archive(**changes)
        made.write(blocks, names, attachments, between)
        return made.bytes

    def newer(**parts):
        made = Archive(version=2)
        made.write((one,), 0, **parts)
        return made.bytes

    def texts(*texts):
        return archive([[document(at + 1, text) for at, text in enumerate(texts)]])

    def named(*names):
        blocks = [[document(at + 1, "a", 40, name)] for at, name in enumerate(names)]
        return archive(blocks, 2)

    good = archive()
    index, text = good.index(b"\x8dIAX"), good.index(b"text/000001.txt")
    block = good.index(b"\x8aIAB")
    size = struct.unpack_from("<II", good, block + 44)
    head = 52 + size[0]
    directory = good.index(b"PK\1\2")
    entry = good.index(b"text/000001.txt", directory) - 46
    end = good.index(b"PK\5\6")
    index_size = good.index(b"PK\3\4", index) - index - 4
    folder = "META-INF/0001/"
    other = hashlib.sha256(b"other").hexdigest()

    def with_size(value):
        """The size of the text, in both headers."""
        new = struct.pack("<I", value)
        return sealed(changed(changed(good, text - 8, new), entry + 24, new), block, head, 36, new)

    yield "archive.header+entry", changed(good, entry + 38, b"\1")
    yield "archive.header+time", changed(changed(good, text - 20, b"\1"), entry + 12, b"\1")
    yield "archive.header+flags", changed(good, text - 24, b"\x08")
    yield "archive.header+signature", changed(good, entry, b"PK\1\3")
    yield "archive.header+comment", good.replace(b"iaa 1; gen", b"iaa 1;  ge")
    yield "archive.header+disk", changed(good, end + 4, b"\1")
    yield "bytes.truncated+count", changed(good, end + 8, struct.pack("<HH", 9, 9))
    yield "archive.header+generation", good.replace(b"; generation 1;", b"; generation 2;")
    yield "archive.version+3", archive(states={"version": 3})
    yield "archive.version+index", sealed(good, index, index_size, 8, b"\3")
    yield "archive.overlap+gap", archive(before={"data/000001.iab": b"?"})
    yield "archive.overlap+members", changed(good, entry + 42, b"\0\0\0\0")
    yield "archive.overlap+end", archive(before={folder + "record.txt": b"?"})
    twice = [("attachments/" + other, b"other")]
    yield "archive.duplicate+member", archive(attachments=twice + twice)
    yield "archive.missing-member+mimetype", archive(absent=["mimetype"])
    yield "archive.missing-member+record", archive(absent=[folder + "record.txt"])
    yield "archive.missing-member+index", archive(absent=[folder + "index.iax"])
    yield "archive.name+suffix", archive(attachments=[("attachments/" + other + ".JPG", b"other")])
    yield "archive.name+number", good.replace(b"text/000001.txt", b"text/1000001txt")
    yield "archive.name+dictionary", archive(attachments=[("dictionaries/01.zdict", b"a")])
    yield "archive.index+ids", archive([[document(4, "a")], [document(4, "b")]])
    yield "archive.index+documents", archive(states={"documents": 3})
    yield "archive.index+first", sealed(good, index, index_size, 12, b"\1")
    yield "archive.index+bounds", sealed(good, index, index_size, 48, b"\7")
    yield "archive.index+kind", sealed(good, index, index_size, index_size - 1, b"\3")
    yield "archive.index+reserved", sealed(good, index, index_size, 10, b"\1")
    yield "archive.index+sync", changed(good, index, b"\x8c")
    yield "archive.index+block", sealed(good, index, index_size, 32, b"\2")
    yield "archive.index+zero", named("a\0b")
    yield "archive.index+long", named("a" * 4097)
    yield "archive.index+utf8", named("n\udcff")
    yield "archive.block+number", sealed(good, block, head, 12, b"\2")
    yield "archive.block+ordinal", sealed(good, block, head, 16, b"\1")
    yield "archive.block+none", sealed(good, block, head, 24, b"\0")
    yield "archive.block+text", sealed(good, block, head, 36, b"\1")
    yield "archive.block+sync", changed(good, block, b"\x8b")
    other_segment = segment([document(1, ""), document(9, "")])
    assert len(other_segment) == size[0]
    yield "archive.block+segment", sealed(good, block, head, 52, other_segment)
    yield "archive.block+apart", archive(between=[("attachments/" + other, b"other")])
    yield "archive.block+tail", archive(changes={"data/000001.iab": lambda data: data + b"?"})
    yield "archive.block+short", archive(changes={"data/000001.iab": lambda data: data[:40]})
    yield "archive.checksum+head", changed(good, block + 24, b"\3")
    yield "archive.checksum+deflate", changed(good, text + 15, b"\xff\xff")
    yield "archive.checksum+bytes", sealed(good, block, head, 40, b"\0\0\0\0")
    yield "archive.attachment+hash", archive(attachments=[("attachments/" + other, b"another")])
    held = archive(attachments=[("attachments/" + other, b"other")])
    place = held.index(b"attachments/" + other.encode()) + 76
    yield "archive.checksum+attachment", changed(held, place, b"another"[:5])
    yield "archive.limit+size", with_size(3_000_000_000)
    yield "archive.limit+ratio", with_size(300_000_000)
    yield "archive.text+escape", texts(b"a\\t")
    yield "archive.text+capital", texts(b"\\u000A")
    yield "archive.text+end", texts(b"a\\")
    yield "archive.text+utf8", texts(b"good", b"b\xffd")
    yield "archive.text+lines", archive(changes={"text/000001.txt": lambda data: b"a\n" + data})
    yield "archive.text+feed", texts("good", b"one\ntwo")
    manifest = folder + "manifest-sha256.txt"
    yield "archive.record+manifest", archive(changes={manifest: lambda data: data.upper()})
    yield "archive.record+names", archive(changes={manifest: lambda data: data[data.index(b"\n") + 1 :]})
    yield "archive.record+merkle", archive(states={"merkle": other})
    yield "archive.record+record", archive(states={"record": other})
    record = folder + "record.txt"
    yield "archive.record+generation", archive(
        changes={record: lambda data: data.replace(b"generation 1", b"generation 2")})
    yield "archive.checksum+manifest", changed(good, good.index(b"  mimetype\n") - 1, b"-")
    heading = b"ordinal\telement\tvalue\n"
    lists = {
        "heading": b"ordinal\telement\n", "fields": b"-\ttitle\n", "element": b"-\ttitle!\ta\n",
        "escape": b"-\ttitle\t\\t\n", "descending": b"1\ttitle\ta\n0\ttitle\ta\n",
        "archive": b"0\ttitle\ta\n-\ttitle\ta\n", "zeros": b"00\ttitle\ta\n", "sign": b"-1\ttitle\ta\n",
        "document": b"2\ttitle\ta\n", "open": b"-\ttitle\ta"}
    for name, lines in lists.items():
        whole = lines if name == "heading" else heading + lines
        yield f"archive.record+metadata-{name}", newer(metadata=whole)
    date = b"\4date\1a"
    parts = {
        "nothing": b"\0\0", "properties": b"\x7f" + date + b"\0", "keys": b"\2" + date + b"\1a\1b\0",
        "twice": b"\2" + date + date + b"\0", "key": b"\1\4Date\1a\0", "no-key": b"\1\0\1a\0",
        "long-key": b"\1\x41" + b"a" * 65 + b"\1a\0", "zero": b"\1\1a\1\0\0", "utf8": b"\1\1a\1\xff\0",
        "count": b"\0\3\0\1\1", "ordinal": b"\0\1\2", "descending": b"\0\2\1\0", "varint": b"\0\1\x80\0",
        "end": b"\0\x7f"}
    for name, part in parts.items():
        yield f"archive.index+changes-{name}", newer(superseding=part)
    indexed = [[document(1, "one storm and wind, Käse 再见")], [document(2, "wind and rain all night long")]]
    for name, index in broken_indexes():
        yield name, with_index(indexed, index)
    index = divided_index(1, indexed)
    yield "archive.checksum+words-name", with_index(indexed, index, name=b"other")
    yield "archive.header+size", changed(good, entry + 20, b"\xff\xff\xff\xff")


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

    # 24 blocks, so that there are lists as well as bits.
    texts = ["The wind turned.", "wind and rain, rain", "Käse KÄSE don't", "再见 见面 さようなら 早", "a\\b\nc", "x" * 256]
    blocks = [[document(2 * at + 1, texts[at % len(texts)] + f" all n{at} m{at // 12}"), document(2 * at + 2, "tail")]
              for at in range(24)]
    places = {word.decode(): [1 + at for at in found] for word, found, _ in word_lists(blocks)}
    for name, index in ("words", word_index(1, blocks)), ("words-2", divided_index(1, blocks)):
        save(f"{name}.iaa", with_index(blocks, index))
        save(f"{name}.json", (json.dumps(places, ensure_ascii=False, indent=1) + "\n").encode())

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
    for name, data in broken():
        save(f"bad/{name}.iaa", data)


main()

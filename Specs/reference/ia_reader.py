#!/usr/bin/env python3
"""A second reader of `.ia` files, written from Specs/ia-format.md alone.

    ia_reader.py FILE...      prints the dump of each file, and its identity
    ia_reader.py --compact FILE...    the same of compact frames without a dictionary
    ia_reader.py --vocabulary VOCABULARY FILE...    and of those made with a vocabulary

Needs Python 3.9 and the module `zstandard`. It is slow and plain on purpose: it shows that the
specification is enough. An input that breaks a rule raises `Bad`.
"""

import binascii
import hashlib
import json
import sys
import unicodedata

import zstandard

MAGIC = b"\x89IAS\r\n\x1a\n"
PAGE = 65_536
DEFAULT_INTENSITY = 40


class Bad(Exception):
    """An input that is no document."""


def need(claim, message):
    if not claim:
        raise Bad(message)


# Section 3: notation


def crc32c(data, _table=[]):
    if not _table:
        for byte in range(256):
            for _ in range(8):
                byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
            _table.append(byte)
    state = 0xFFFFFFFF
    for byte in data:
        state = state >> 8 ^ _table[(state ^ byte) & 0xFF]
    return state ^ 0xFFFFFFFF


class Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0

    @property
    def done(self):
        return self.at == len(self.data)

    def take(self, count):
        need(self.at + count <= len(self.data), "truncated")
        self.at += count
        return self.data[self.at - count:self.at]

    def rest(self):
        return self.take(len(self.data) - self.at)

    def byte(self):
        return self.take(1)[0]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                need(byte or not shift, "a number that is too long")
                return value
            shift += 7


def units_of(data):
    """Section 6.1: generalised UTF-8 to UTF-16 units."""
    raw = data.decode("utf-8", "surrogatepass").encode("utf-16-le", "surrogatepass")
    return [raw[i] | raw[i + 1] << 8 for i in range(0, len(raw), 2)]


# Section 4: chunks


def chunks(data):
    need(data[:8] == MAGIC, "no magic")
    need(int.from_bytes(data[12:16], "little") == crc32c(data[:12]), "checksum of the header")
    need(data[8] == 1, "version")
    need(data[10:12] == b"\0\0", "flags")
    reader = Reader(data)
    reader.take(16)
    found = []
    while not found or found[-1][0] != b"IEND":
        start = reader.at
        name = reader.take(4)
        need(name.isalpha() and name.isascii(), "name of a chunk")
        length = int.from_bytes(reader.take(4), "little")
        if length == 0xFFFFFFFF:
            length = int.from_bytes(reader.take(8), "little")
        payload = reader.take(length)
        check = crc32c(data[start:reader.at])
        need(int.from_bytes(reader.take(4), "little") == check, "checksum of " + name.decode())
        found.append((name, payload))
    need(reader.done, "bytes after the end")
    return found


def content(reader):
    """Section 4.3: codec, length, content."""
    codec = reader.byte()
    if codec == 0:
        return reader.rest()
    need(codec == 1, f"codec {codec}")
    count = reader.varint()
    data = zstandard.ZstdDecompressor().decompress(reader.rest(), max_output_size=count)
    need(len(data) == count, "length of a compressed content")
    return data


# Section 6.3: intensities


def canonical(lengths):
    """The symbol of each code, by its length and its bits, the first of them highest."""
    codes, code = {}, 0
    for length in range(17):
        for symbol, own in lengths:
            if own == length:
                codes[length, code] = symbol
                code += 1
        code <<= 1
    return codes


class Bits:
    """Bits from the lowest of each byte up."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def bit(self):
        need(self.at < 8 * len(self.data), "the stream ends")
        self.at += 1
        return self.data[self.at - 1 >> 3] >> (self.at - 1 & 7) & 1

    def number(self, count):
        return sum(self.bit() << i for i in range(count))

    def symbol(self, codes):
        code = length = 0
        while (length, code) not in codes:
            need(length < 16, "code")
            code = code << 1 | self.bit()
            length += 1
        return codes[length, code]

    def end(self):
        need(8 * len(self.data) - self.at < 8, "bytes after the stream")
        while self.at < 8 * len(self.data):
            need(self.bit() == 0, "padding")


def huffman_tables(_tables=[]):
    if _tables:
        return _tables
    for digits in TABLES:
        codes = canonical([(symbol, int(digit, 16)) for symbol, digit in enumerate(digits)])
        _tables.append(codes)
    return _tables


def is_space(unit):
    return unit in (0x20, 0x0A)


def word_ends(units):
    ends = [i for i in range(1, len(units)) if is_space(units[i - 1]) and not is_space(units[i])]
    return ends + [len(units)]


def steps(bits, count, first, table):
    codes, values = huffman_tables()[table], [first]
    for _ in range(count):
        symbol = bits.symbol(codes)
        step = symbol // 2 if symbol % 2 == 0 else -((symbol + 1) // 2)
        values.append((values[-1] + step) % 101)
    return values


def intensities(layout, bits, units, first_bits=8):
    """Intensities from a stream of bits; a first value takes 8 of them, or 7 in section 7.2."""
    mode, parameter = layout & 3, layout >> 2
    need(layout < 32, "layout")
    if mode == 0:
        need(parameter <= 1, "layout")
        values = [bits.number(first_bits) if parameter else DEFAULT_INTENSITY] * len(units)
    elif mode == 3:
        need(parameter == 0, "layout")
        values = []
        while len(values) < len(units):
            count = shift = 0
            byte = 0x80
            while byte & 0x80:
                byte = bits.number(8)
                count |= (byte & 0x7F) << shift
                shift += 7
            need(0 < count <= len(units), "run")
            values += [bits.number(8)] * count
    elif mode == 2:
        values = steps(bits, len(units) - 1, bits.number(first_bits), parameter) if units else []
    else:
        ends, values = word_ends(units), []
        if units:
            first = bits.number(first_bits)
            for end, value in zip(ends, steps(bits, len(ends) - 1, first, parameter)):
                values += [value] * (end - len(values))
    need(len(values) == len(units) and all(v <= 100 for v in values), "intensities")
    return values


def whole_intensities(layout, data, units):
    bits = Bits(data)
    values = intensities(layout, bits, units)
    bits.end()
    return values


# Sections 6.2 and 6.4 to 6.8: the other columns


class Runs:
    """A table of texts that grows from page to page, and runs of its numbers."""

    def __init__(self):
        self.texts = ["{}"]
        self.values = []

    def read(self, data, count):
        reader = Reader(data)
        for _ in range(reader.varint()):
            self.texts.append(reader.take(reader.varint()).decode())
        total = 0
        while not reader.done:
            length, number = reader.varint(), reader.varint()
            need(length and number < len(self.texts), "run")
            self.values += [number] * length
            total += length
        need(total == count, "runs")

    def plain(self, count):
        self.values += [0] * count


class Document:
    def __init__(self):
        self.units, self.intensities = [], []
        self.options = self.metadata = "{}"
        self.inline, self.links, self.paragraphs = Runs(), Runs(), Runs()
        self.records, self.places, self.bookmarks = [], {}, []
        self.blobs = {}
        self.foreign = []

    def add_page(self, units, values, columns):
        start = len(self.units)
        self.units += units
        self.intensities += values
        for name, runs in ((b"INLN", self.inline), (b"LINK", self.links), (b"PARA", self.paragraphs)):
            if name in columns:
                runs.read(columns[name], len(units))
            else:
                runs.plain(len(units))
        if b"ATCH" in columns:
            reader = Reader(columns[b"ATCH"])
            for _ in range(reader.varint()):
                self.records.append(reader.take(reader.varint()).decode())
            at = start
            for _ in range(reader.varint()):
                at += reader.varint()
                need(self.units[at] == 0xFFFC, "attachment")
                self.places[at] = self.records[reader.varint()]
                at += 1
            need(reader.done, "attachments")
        if b"BOOK" in columns:
            reader, at = Reader(columns[b"BOOK"]), start
            for _ in range(reader.varint()):
                at += reader.varint()
                self.bookmarks.append((at, reader.take(reader.varint()).decode()))
            need(reader.done, "bookmarks")


PAGED = (b"INTS", b"INLN", b"LINK", b"PARA", b"ATCH", b"BOOK")
KNOWN = (b"HEAD", b"OPTS", b"META", b"oRIG", b"TEXT", b"BLOB", b"IEND") + PAGED


def read_file(data):
    """The document of a file and its identity."""
    document, identity = Document(), hashlib.sha256()
    page, total = None, None

    def end_page():
        if page is not None:
            units, columns = page
            values = columns.pop(b"INTS", [DEFAULT_INTENSITY] * len(units))
            document.add_page(units, values, columns)

    for name, payload in chunks(data):
        reader = Reader(payload)
        if name not in KNOWN:
            need(not name[2] & 0x20, "reserved name " + name.decode())
            need(name[0] & 0x20, "unknown critical chunk " + name.decode())
            if name[3] & 0x20:
                document.foreign.append((name, payload))
            continue
        if name == b"IEND":
            end_page()
            need(len(document.units) == total, "units")
            need(payload == identity.digest(), "identity")
            return document, payload.hex()
        if name == b"HEAD":
            total, body = reader.varint(), payload
        elif name == b"BLOB":
            body = reader.take(32)
            blob = content(reader)
            need(hashlib.sha256(blob).digest() == body, "hash of a blob")
            document.blobs[body.hex()] = blob
        elif name == b"INTS" and payload[:1] == b"\3":
            body = bytes(whole_intensities(payload[1], payload[2:], page[0]))
        else:
            body = content(reader)
        if name == b"TEXT":
            end_page()
            page = (units_of(body), {})
        elif name in PAGED:
            page[1][name] = list(body) if name == b"INTS" else body
        elif name == b"OPTS":
            document.options = body.decode()
        elif name == b"META":
            document.metadata = body.decode()
        if name != b"oRIG":
            identity.update(name + len(body).to_bytes(8, "little") + body)
    raise Bad("no end")


# Section 7: compact frames


class Vocabulary:
    """Section 7.3."""

    def __init__(self, data):
        need(data[:8] == b"\x89IAV\r\n\x1a\n", "no vocabulary")
        need(data[8] == 1, "version")
        self.number = data[9:13]
        body = content(Reader(data[13:]))
        need(crc32c(body).to_bytes(4, "little") == self.number, "checksum of the vocabulary")
        reader = Reader(body)
        count, class_count = reader.varint() + 2, reader.byte()
        need(count <= 65_002 and class_count >= 2, "counts")
        self.classes, lengths = reader.take(count), reader.take(count)
        need(max(self.classes) < class_count and max(lengths) <= 15, "classes and lengths")
        self.contexts = []
        for _ in range(class_count + 2):
            row = reader.take(class_count)
            need(sum(2.0 ** -n for n in row) == 1 and max(row) <= 10, "complete codes")
            self.contexts.append(canonical(list(enumerate(row))))
        self.members = []
        for number in range(class_count):
            own = [(t, lengths[t]) for t in range(count) if self.classes[t] == number]
            need(sum(2.0 ** -n for _, n in own) == 1, "complete codes")
            self.members.append(canonical(own))
        alphabet = reader.take(2 * reader.varint())
        self.strings = [None, None]
        heads, before = reader.take(count - 2), []
        for head in heads:
            shared, added = head & 15, (head >> 4) + 1
            need(shared <= len(before) and shared + added <= 16, "string")
            string = before[:shared]
            for _ in range(added):
                place = 2 * reader.varint()
                need(place < len(alphabet), "alphabet")
                string.append(alphabet[place] | alphabet[place + 1] << 8)
            need(string > before, "order")
            self.strings.append(string)
            before = string
        need(reader.done, "bytes after the vocabulary")

    def text(self, bits, start):
        units, context = [], len(self.members) + start
        while True:
            context = bits.symbol(self.contexts[context])
            token = bits.symbol(self.members[context])
            if token == 0:
                return units
            units += [bits.number(16)] if token == 1 else self.strings[token]


def read_compact(frame, vocabulary=None):
    """The document of a compact frame, without a dictionary or with a vocabulary."""
    need(len(frame) >= 3, "truncated")
    check, flags = int.from_bytes(frame[-2:], "little"), frame[0]
    codec, layout = flags & 3, flags >> 3
    number = vocabulary.number if codec == 2 and vocabulary else b""
    need(binascii.crc_hqx(frame[:-2] + number, 0xFFFF) == check, "checksum")
    if codec == 2:
        need(vocabulary, "a dictionary is needed")
        bits = Bits(frame[1:-2])
        units = vocabulary.text(bits, 0)
        values = intensities(layout, bits, units, 7)
        extras = vocabulary.text(bits, 1) if flags & 4 else []
        need(bool(extras) == bool(flags & 4) and all(u < 256 for u in extras), "other columns")
        bits.end()
        return compact_document(units, values, bytes(extras))
    reader = Reader(frame[1:-2])
    count = reader.varint() if codec else None
    length = reader.varint() if layout & 3 else layout >> 2
    data, body = reader.take(length), reader.rest()
    if codec == 1:
        size = len(body)
        if count < 256:
            head = b"\x20" + bytes([count])
        elif count < 65_792:
            head = b"\x60" + (count - 256).to_bytes(2, "little")
        else:
            head = b"\xA0" + count.to_bytes(4, "little")
        body = b"\x28\xB5\x2F\xFD" + head + (1 | 2 << 1 | size << 3).to_bytes(3, "little") + body
    elif codec == 3:
        body = b"\x28\xB5\x2F\xFD" + body
    if codec:
        body = zstandard.ZstdDecompressor().decompress(body, max_output_size=count)
        need(len(body) == count, "length of the body")
    extras = b""
    if flags & 4:
        reader = Reader(body)
        extras, body = reader.take(reader.varint()), reader.rest()
    return document_of(units_of(body), layout, data, extras)


def document_of(units, layout, data, extras):
    """A document of one page: its units, its intensities in a layout, its other columns."""
    return compact_document(units, whole_intensities(layout, data, units), extras)


def compact_document(units, values, extras):
    """A document of one page whose intensities are known."""
    document, columns = Document(), {}
    names = [None, b"INLN", b"LINK", b"PARA", b"ATCH", b"BOOK", b"OPTS", b"META", b"oRIG"]
    reader = Reader(extras)
    while not reader.done:
        number = reader.byte()
        part = reader.take(reader.varint())
        if number == 9:
            document.blobs[hashlib.sha256(part).hexdigest()] = part
        elif number == 10:
            document.foreign.append((part[:4], part[4:]))
        else:
            columns[names[number]] = part
    document.options = columns.pop(b"OPTS", b"{}").decode()
    document.metadata = columns.pop(b"META", b"{}").decode()
    columns.pop(b"oRIG", None)
    document.add_page(units, values, columns)
    return document


# Section 8: blocks


def block_columns(data, dictionary):
    """How many documents a block has, and its columns by their numbers."""
    reader = Reader(data)
    need(reader.byte() == 1, "version of a block")
    total, columns, last = reader.varint(), {}, 0
    while not reader.done:
        number, codec, count = reader.byte(), reader.byte(), reader.varint()
        need(last < number <= 8, "order of the columns")
        last = number
        if codec == 0:
            columns[number] = reader.take(count)
            continue
        need(codec == 1 or codec == 2 and dictionary, f"codec {codec}")
        known = {"dict_data": zstandard.ZstdCompressionDict(dictionary)} if codec == 2 else {}
        frame = reader.take(reader.varint())
        columns[number] = zstandard.ZstdDecompressor(**known).decompress(
            frame, max_output_size=count)
        need(len(columns[number]) == count, "length of a column")
    return total, columns


def read_block(data, texts=None, dictionary=None):
    """The documents of a block; `texts` are their units where the block has none."""
    total, columns = block_columns(data, dictionary)

    def numbers(number):
        reader = Reader(columns.get(number, b""))
        found = [reader.varint() for _ in range(total)]
        need(reader.done, "numbers of a column")
        return found

    if texts is None:
        text, start, texts = units_of(columns.get(8, b"")), 0, []
        for count in numbers(1):
            texts.append(text[start:start + count])
            start += count
        need(start == len(text), "units of a block")
    need(len(texts) == total and len(columns.get(2, b"")) == total, "documents of a block")
    firsts, rests, others = (Reader(columns.get(number, b"")) for number in (3, 5, 7))
    lengths = numbers(4)
    extents = numbers(6) if 7 in columns else [0] * total
    documents = []
    for units, layout, length, extent in zip(texts, columns.get(2, b""), lengths, extents):
        first = firsts.take(0 if layout in (0, 3) else 1)
        extras = others.take(extent)
        documents.append(document_of(units, layout, first + rests.take(length), extras))
    need(firsts.done and rests.done and others.done, "bytes left in a column")
    return documents


# The dump: the suite's own form for comparing documents


IGNORABLE = [
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
]


def is_visible(code):
    if code in (0xFFFC, 0xFFFD) or 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE:
        return False
    if any(low <= code <= high for low, high in IGNORABLE):
        return False
    return unicodedata.category(chr(code)) not in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs")


def shown(units):
    raw = b"".join(unit.to_bytes(2, "little") for unit in units)
    text = raw.decode("utf-16-le", "surrogatepass")
    output = []
    names = {0x22: '\\"', 0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t"}
    for index, char in enumerate(text):
        code = ord(char)
        is_mark = unicodedata.category(char)[0] == "M"
        if code in names:
            output.append(names[code])
        elif 0x20 <= code <= 0x7E or is_visible(code) and (index > 0 or not is_mark):
            output.append(char)
        else:
            output.append("\\u{%X}" % code)
    return "".join(output)


def shown_json(text):
    output = []
    for char in text:
        if ord(char) < 0x7F or is_visible(ord(char)):
            output.append(char)
        else:
            raw = char.encode("utf-16-be")
            output += ["\\u%02X%02X" % (raw[i], raw[i + 1]) for i in range(0, len(raw), 2)]
    return "".join(output)


def with_link(text, link):
    """A set of attributes with its link, which stands before the tags."""
    if link == "{}":
        return text
    member, place = '"link":' + link, text.rfind('"tags":{')
    if place < 0:
        return text[:-1] + ("," if text != "{}" else "") + member + "}"
    return text[:place] + member + "," + text[place:]


class Dump:
    def __init__(self, document, shared=None):
        self.document = document
        self.shared = shared or {}  # blobs that are kept apart, in an archive
        self.lines = ["ia-dump 1"]
        self.numbers = {}

    def attributes(self, kind, text):
        if text == "{}":
            return ""
        text = shown_json(text)
        if len(text.encode()) <= 100:
            return " " + text
        key = (kind, text)
        if key in self.numbers:
            return f" #{self.numbers[key]}"
        self.numbers[key] = len(self.numbers) + 1
        return f" #{self.numbers[key]} {text}"

    def bookmarks(self, at, pending):
        while pending and pending[0][0] <= at:
            name = pending.pop(0)[1]
            raw = name.encode("utf-16-le")
            units = [raw[i] | raw[i + 1] << 8 for i in range(0, len(raw), 2)]
            self.lines.append(f'  bookmark "{shown(units)}"')

    def text(self):
        document = self.document
        for name, text in (("options", document.options), ("metadata", document.metadata)):
            if text != "{}":
                self.lines.append(f"{name} {shown_json(text)}")
        sets = [
            with_link(document.inline.texts[a], document.links.texts[b])
            for a, b in zip(document.inline.values, document.links.values)
        ]
        pending = list(document.bookmarks)
        places = {place for place, _ in pending}
        units, at = document.units, 0
        while at < len(units):
            if at == 0 or units[at - 1] == 0x0A:
                number = document.paragraphs.values[at]
                text = document.paragraphs.texts[number]
                self.lines.append("paragraph" + self.attributes("paragraph", text))
            self.bookmarks(at, pending)
            level, end = document.intensities[at], at + 1
            if at in document.places:
                record = self.attributes("record", document.places[at])
                line = f"  {level} attachment{record}"
            else:
                while (
                    end < len(units) and document.intensities[end] == level
                    and sets[end] == sets[at] and units[end - 1] != 0x0A
                    and end not in document.places and end not in places
                ):
                    end += 1
                line = f'  {level} "{shown(units[at:end])}"'
            self.lines.append(line + self.attributes("inline", sets[at]))
            at = end
        self.bookmarks(len(units), pending)
        self.blobs()
        return "\n".join(self.lines) + "\n"

    def blobs(self):
        blobs, listed = {**self.shared, **self.document.blobs}, set()
        used = []
        for record in self.document.places.values():
            record = json.loads(record)
            used.append(record.get("content", {}).get("blob"))
            used.append(record.get("preview"))
        for digest in used + sorted(self.document.blobs):
            if digest in blobs and digest not in listed:
                listed.add(digest)
                self.lines.append(f"blob {digest} {len(blobs[digest])} bytes")


# Section 6.3: the lengths of the codes of the eight tables, a hexadecimal digit a symbol.
TABLES = [
    "177777777777777777777777777778888888888888888888888888888888"
    "88888888888888888888888888888888888888888",
    "132556688baccccccccccccccccccccccccccccccccccccccccccccccccc"
    "ccccccccccccccccccccccccccccccccccccccccc",
    "233434455666677878899aaaabbbbccccccccccccccccccccccccccccccc"
    "ccccccccccccccccccccccccccccccccccccccccc",
    "4444454555555555555666666667777888888999999aaaaaaaabbaabbbbb"
    "bbbbbbbbbbbbbbbbbcccccccccccccccccccccccc",
    "555555555555555556566666666666677777777778877888888888888888"
    "88888999999999999999999aa99aaaaaaaaaaaaaa",
    "3444444545555556666667777777788888898999999aaaaaaaabbbbbbccc"
    "ccccccccccccccccccccccccccccccccccccccccc",
    "555555555555555666666666666666666777777777777777787888888888"
    "8888888999999999999999999aaaaaaaaaaaaaaaa",
    "666666666666666666666666666666666667777777777777777777777777"
    "77777777777777777777777778888888888888888",
]


def main(arguments):
    read, paths = read_file, arguments
    if arguments[:1] == ["--compact"]:
        read, paths = lambda data: (read_compact(data), None), arguments[1:]
    elif arguments[:1] == ["--vocabulary"]:
        with open(arguments[1], "rb") as file:
            vocabulary = Vocabulary(file.read())
        read, paths = lambda data: (read_compact(data, vocabulary), None), arguments[2:]
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        try:
            document, identity = read(data)
        except (Bad, ValueError, KeyError, IndexError, TypeError, zstandard.ZstdError) as error:
            print(f"bad: {error}")
            continue
        sys.stdout.write(Dump(document).text())
        if identity:
            print(f"identity {identity}")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main(sys.argv[1:])

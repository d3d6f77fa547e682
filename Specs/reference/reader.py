"""Reads an .iaa archive with nothing but Python 3: specs/archive-format.md and specs/ia-format.md in
the archive describe what it reads, and the sections that comments name are theirs.

    python3 reader.py ARCHIVE                 ordinal, id and name of each document
    python3 reader.py ARCHIVE versions        the same with earlier versions and removed documents
    python3 reader.py ARCHIVE json DOCUMENT   a document as JSON, by ordinal or name: text, intensities, ...
    python3 reader.py ARCHIVE extract FOLDER  all documents as JSON, attachments and original files
    python3 reader.py ARCHIVE metadata        ordinal or -, element and value of each statement
    python3 reader.py ARCHIVE verify          every hash and check; exit status 3 if one is wrong

JSON: "intensities" is count, value, count, value, ...; "runs" is start, end, number in "styles";
"paragraphs" the same of "paragraphStyles"; offsets count UTF-16 units.
"""

import base64
import hashlib
import io
import json
import os
import re
import struct
import sys
import zipfile
import zlib


class Bad(Exception):
    """Bytes that break a rule of the format."""


def need(claim, message):
    if not claim:
        raise Bad(message)


def crc32c(data, table=[]):
    if not table:
        for byte in range(256):
            for _ in range(8):
                byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
            table.append(byte)
    state = 0xFFFFFFFF
    for byte in data:
        state = state >> 8 ^ table[(state ^ byte) & 255]
    return state ^ 0xFFFFFFFF


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        need(self.at + count <= len(self.data), "truncated")
        self.at += count
        return self.data[self.at - count : self.at]

    def byte(self):
        return self.take(1)[0]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def text(self):
        return self.take(self.varint()).decode()

    @property
    def done(self):
        return self.at == len(self.data)


# Zstandard, RFC 8878.


class Forward:
    """Bits from the front, the lowest of each byte first."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def peek(self, count):
        part = self.data[self.at >> 3 : (self.at >> 3) + 9]
        return int.from_bytes(part, "little") >> (self.at & 7) & (1 << count) - 1

    def take(self, count):
        value = self.peek(count)
        self.at += count
        need(self.at <= 8 * len(self.data), "bits")
        return value


class Backward:
    """Bits from the end; the highest bit that is set ends the stream."""

    def __init__(self, data):
        need(data and data[-1], "stream")
        self.data, self.at = data, 8 * len(data) - 9 + data[-1].bit_length()

    def take(self, count):
        self.at -= count
        if self.at < 0:  # before the front there are zeros
            return self.bits(0, count + self.at) << -self.at if count + self.at > 0 else 0
        return self.bits(self.at, count)

    def bits(self, at, count):
        part = self.data[at >> 3 : (at >> 3) + 9]
        return int.from_bytes(part, "little") >> (at & 7) & (1 << count) - 1


def fse_table(counts, accuracy):
    """Section 4.1.1: symbol, number of bits and base of each state."""
    size = 1 << accuracy
    symbols, high, at = [0] * size, size - 1, 0
    for symbol, count in enumerate(counts):
        if count == -1:
            symbols[high] = symbol
            high -= 1
    for symbol, count in enumerate(counts):
        for _ in range(max(count, 0)):
            symbols[at] = symbol
            at = at + (size >> 1) + (size >> 3) + 3 & size - 1
            while at > high:
                at = at + (size >> 1) + (size >> 3) + 3 & size - 1
    following, table = [max(count, 1) for count in counts], []
    for symbol in symbols:
        number = following[symbol]
        following[symbol] += 1
        bits = accuracy + 1 - number.bit_length()
        table.append((symbol, bits, (number << bits) - size))
    return table


def fse_counts(data, limit):
    """A table and how many bytes its description takes."""
    bits = Forward(data)
    accuracy = bits.take(4) + 5
    need(accuracy <= limit, "accuracy")
    left, counts = (1 << accuracy) + 1, []
    while left > 1:
        width = left.bit_length()
        small = (1 << width) - 1 - left
        value = bits.peek(width - 1)
        if value < small:
            bits.take(width - 1)
        else:
            value = bits.take(width)
            if value >= 1 << width - 1:
                value -= small
        count = value - 1
        left -= abs(count)
        counts.append(count)
        while count == 0:
            zeros = bits.take(2)
            counts += [0] * zeros
            if zeros < 3:
                break
    need(left == 1, "counts")
    return fse_table(counts, accuracy), (bits.at + 7) // 8


def huffman(data):
    """Section 4.2.1: the symbol and length of each code, and how many bytes the tree takes."""
    head = data[0]
    if head >= 128:
        count = head - 127
        used = 1 + (count + 1) // 2
        weights = [data[1 + i // 2] >> (0 if i & 1 else 4) & 15 for i in range(count)]
    else:
        used = 1 + head
        table, start = fse_counts(data[1:used], 6)
        bits, weights = Backward(data[1 + start : used]), []
        accuracy = len(table).bit_length() - 1
        states = [bits.take(accuracy), bits.take(accuracy)]
        turn = 0
        while True:
            symbol, count, base = table[states[turn]]
            weights.append(symbol)
            if bits.at < count:
                weights.append(table[states[1 - turn]][0])
                break
            states[turn] = base + bits.take(count)
            turn = 1 - turn
    total = sum(1 << weight - 1 for weight in weights if weight)
    longest = total.bit_length()
    rest = (1 << longest) - total
    need(rest & rest - 1 == 0, "weights")
    weights.append(rest.bit_length())
    codes = []
    for weight in range(1, longest + 1):
        for symbol, own in enumerate(weights):
            if own == weight:
                codes += [(symbol, longest + 1 - weight)] * (1 << weight - 1)
    return (codes, longest), used


def huffman_stream(data, tree, count):
    codes, longest = tree
    bits, found = Backward(data), bytearray()
    for _ in range(count):
        at = bits.at
        symbol, length = codes[bits.take(longest)]
        bits.at = at - length
        found.append(symbol)
    need(bits.at == 0, "literals")
    return found


def codes(start, *steps):
    """Base and number of further bits of each code."""
    table = []
    for count, bits in steps:
        for _ in range(count):
            table.append((start, bits))
            start += 1 << bits
    return table


LITERALS = codes(0, (16, 0), (4, 1), (2, 2), (2, 3), (1, 4), (1, 6), (1, 7), (1, 8), (1, 9),
                 (1, 10), (1, 11), (1, 12), (1, 13), (1, 14), (1, 15), (1, 16))
MATCHES = codes(3, (32, 0), (4, 1), (2, 2), (2, 3), (2, 4), (1, 5), (1, 7), (1, 8), (1, 9),
                (1, 10), (1, 11), (1, 12), (1, 13), (1, 14), (1, 15), (1, 16))
PLAIN = [
    fse_table([4, 3] + [2] * 11 + [1] * 3 + [2] * 9 + [3, 2] + [1] * 5 + [-1] * 4, 6),
    fse_table([1] * 6 + [2] * 3 + [1] * 15 + [-1] * 5, 5),
    fse_table([1, 4, 3] + [2] * 6 + [1] * 37 + [-1] * 7, 6)]
LIMITS = (9, 8, 9)


class Zstd:
    def __init__(self, dictionary=b""):
        self.tree, self.tables, self.offsets = None, [None] * 3, [1, 4, 8]
        self.out = bytearray(dictionary)
        if dictionary[:4] == b"\x37\xa4\x30\xec":
            at = 8
            self.tree, used = huffman(dictionary[at:])
            at += used
            for kind in (1, 2, 0):
                self.tables[kind], used = fse_counts(dictionary[at:], LIMITS[kind])
                at += used
            self.offsets = list(struct.unpack_from("<III", dictionary, at))
            self.out = bytearray(dictionary[at + 12 :])

    def decode(self, frame, size):
        start = len(self.out)
        reader = Reader(frame)
        need(reader.take(4) == b"\x28\xb5\x2f\xfd", "frame")
        head = reader.byte()
        single = head >> 5 & 1
        if not single:
            reader.byte()
        reader.take((0, 1, 2, 4)[head & 3])
        reader.take((single, 2, 4, 8)[head >> 6])
        last = 0
        while not last:
            head = int.from_bytes(reader.take(3), "little")
            last, kind, count = head & 1, head >> 1 & 3, head >> 3
            if kind == 0:
                self.out += reader.take(count)
            elif kind == 1:
                self.out += reader.take(1) * count
            else:
                need(kind == 2, "block")
                self.block(reader.take(count))
            need(len(self.out) - start <= size, "size")
        need(len(self.out) - start == size, "size")
        return bytes(self.out[start:])

    def block(self, data):
        kind, form = data[0] & 3, data[0] >> 2 & 3
        if kind < 2:
            used = (1, 2, 1, 3)[form]
            count = int.from_bytes(data[:used], "little") >> (4 if form & 1 else 3)
            literals = data[used : used + count] if kind == 0 else data[used : used + 1] * count
            used += count if kind == 0 else 1
        else:
            used, width = ((3, 10), (3, 10), (4, 14), (5, 18))[form]
            head = int.from_bytes(data[:used], "little") >> 4
            count, packed = head & (1 << width) - 1, head >> width
            part = data[used : used + packed]
            used += packed
            if kind == 2:
                self.tree, taken = huffman(part)
                part = part[taken:]
            if form == 0:
                literals = huffman_stream(part, self.tree, count)
            else:
                sizes = list(struct.unpack_from("<HHH", part))
                at, each, literals = 6, (count + 3) // 4, bytearray()
                for index in range(4):
                    length = sizes[index] if index < 3 else len(part) - at
                    want = each if index < 3 else count - 3 * each
                    literals += huffman_stream(part[at : at + length], self.tree, want)
                    at += length
        self.sequences(data[used:], literals)

    def sequences(self, data, literals):
        reader = Reader(data)
        count = reader.byte()
        if count == 255:
            count = int.from_bytes(reader.take(2), "little") + 0x7F00
        elif count >= 128:
            count = (count - 128 << 8) + reader.byte()
        at = 0
        if count:
            modes = reader.byte()
            for kind in range(3):
                mode = modes >> 6 - 2 * kind & 3
                if mode == 0:
                    self.tables[kind] = PLAIN[kind]
                elif mode == 1:
                    self.tables[kind] = [(reader.byte(), 0, 0)]
                elif mode == 2:
                    self.tables[kind], used = fse_counts(data[reader.at :], LIMITS[kind])
                    reader.take(used)
            bits = Backward(data[reader.at :])
            states = [bits.take(len(table).bit_length() - 1) for table in self.tables]
            for index in range(count):
                entries = [table[state] for table, state in zip(self.tables, states)]
                value = (1 << entries[1][0]) + bits.take(entries[1][0])
                base, more = MATCHES[entries[2][0]]
                match = base + bits.take(more)
                base, more = LITERALS[entries[0][0]]
                length = base + bits.take(more)
                if index + 1 < count:
                    for kind in (0, 2, 1):
                        _, more, base = entries[kind]
                        states[kind] = base + bits.take(more)
                self.out += literals[at : at + length]
                at += length
                self.copy(self.offset(value, length), match)
            need(bits.at == 0, "sequences")
        self.out += literals[at:]

    def offset(self, value, length):
        offsets = self.offsets
        if value > 3:
            self.offsets = [value - 3] + offsets[:2]
            return value - 3
        place = value - 1 + (length == 0)
        found = offsets[place] if place < 3 else offsets[0] - 1
        if place:
            self.offsets = [found] + [offsets[i] for i in range(3) if i != min(place, 2)]
        return found

    def copy(self, offset, count):
        start = len(self.out) - offset
        need(offset > 0 and start >= 0, "offset")
        if offset >= count:
            self.out += self.out[start : start + count]
        else:
            part = self.out[start:]
            self.out += (part * (count // offset + 1))[:count]


# ia-format.md, section 6: text, intensities and the other columns.


def units_of(line):
    """The UTF-16 units of a line of a text member (archive-format.md, section 4)."""
    found = []
    for part in re.findall(r"\\u[0-9a-f]{4}|\\.|[^\\]+", line.decode("utf-8")):
        if part[0] != "\\":
            raw = part.encode("utf-16-le")
            found += struct.unpack(f"<{len(raw) // 2}H", raw)
        elif part[1] == "u":
            found.append(int(part[2:], 16))
        else:
            found.append({"n": 10, "r": 13, "\\": 92}[part[1]])
    return found


class Bits:
    def __init__(self, data):
        self.data, self.at = data, 0

    def bit(self):
        need(self.at < 8 * len(self.data), "the stream ends")
        self.at += 1
        return self.data[self.at - 1 >> 3] >> (self.at - 1 & 7) & 1

    def number(self, count):
        return sum(self.bit() << i for i in range(count))

    def symbol(self, table):
        code = length = 0
        while (length, code) not in table:
            need(length < 16, "code")
            code = code << 1 | self.bit()
            length += 1
        return table[length, code]


# The lengths of the codes of the eight tables, a hexadecimal digit a symbol.
TABLES = """
17777777777777777777777777777888888888888888888888888888888888888888888888888888888888888888888888888
132556688bacccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc
233434455666677878899aaaabbbbcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc
4444454555555555555666666667777888888999999aaaaaaaabbaabbbbbbbbbbbbbbbbbbbbbbcccccccccccccccccccccccc
55555555555555555656666666666667777777777887788888888888888888888999999999999999999aa99aaaaaaaaaaaaaa
3444444545555556666667777777788888898999999aaaaaaaabbbbbbcccccccccccccccccccccccccccccccccccccccccccc
5555555555555556666666666666666667777777777777777878888888888888888999999999999999999aaaaaaaaaaaaaaaa
66666666666666666666666666666666666777777777777777777777777777777777777777777777777778888888888888888
"""


def code_tables(tables=[]):
    if not tables:
        for digits in TABLES.split():
            table, code = {}, 0
            for length in range(17):
                for symbol, digit in enumerate(digits):
                    if int(digit, 16) == length:
                        table[length, code] = symbol
                        code += 1
                code <<= 1
            tables.append(table)
    return tables


def steps(bits, count, number):
    table, values = code_tables()[number], [bits.number(8)]
    for _ in range(count):
        symbol = bits.symbol(table)
        values.append((values[-1] + (-(symbol + 1) // 2 if symbol & 1 else symbol // 2)) % 101)
    return values


def intensities(layout, data, units):
    bits, mode, number = Bits(data), layout & 3, layout >> 2
    count = len(units)
    if mode == 0:
        return [bits.number(8) if number else 40] * count
    if mode == 3:
        reader, values = Reader(data), []
        while len(values) < count:
            length = reader.varint()
            values += [reader.byte()] * length
        return values
    if not units:
        return []
    if mode == 2:
        return steps(bits, count - 1, number)
    ends = [i for i in range(1, count) if units[i - 1] in (32, 10) and units[i] not in (32, 10)]
    ends.append(count)
    values = []
    for end, value in zip(ends, steps(bits, len(ends) - 1, number)):
        values += [value] * (end - len(values))
    return values


COLUMNS = [None, "INLN", "LINK", "PARA", "ATCH", "BOOK", "OPTS", "META", "oRIG"]


def document(units, values, extras, blobs):
    """A document as JSON, from its units, intensities and other columns (section 7.1)."""
    columns, reader = {}, Reader(extras)
    while not reader.done:
        number = reader.byte()
        part = reader.take(reader.varint())
        if number == 9:
            blobs[hashlib.sha256(part).hexdigest()] = part
        elif number < 9:
            columns[COLUMNS[number]] = part
    found = {"format": "ia-json", "version": 1}
    for name, key in (("META", "metadata"), ("OPTS", "options")):
        value = json.loads(columns.get(name, b"{}"))
        if value:
            found[key] = value
    found["text"] = struct.pack(f"<{len(units)}H", *units).decode("utf-16-le", "surrogatepass")
    if any(value != 40 for value in values):
        found["intensities"] = [n for run in runs_of(values) for n in (run[1] - run[0], run[2])]

    def spans(name):
        texts, spread, reader = ["{}"], [], Reader(columns.get(name, b"\0"))
        for _ in range(reader.varint()):
            texts.append(reader.text())
        while not reader.done:
            length, number = reader.varint(), reader.varint()
            spread += [texts[number]] * length
        return spread or ["{}"] * len(units)

    pairs = list(zip(spans("INLN"), spans("LINK")))
    table(found, "styles", "runs", pairs, style)
    table(found, "paragraphStyles", "paragraphs", spans("PARA"), json.loads)
    used = set()
    if "ATCH" in columns:
        reader = Reader(columns["ATCH"])
        found["records"] = [json.loads(reader.text()) for _ in range(reader.varint())]
        at, found["attachments"] = 0, []
        for _ in range(reader.varint()):
            at += reader.varint()
            found["attachments"].append([at, reader.varint()])
            at += 1
        for record in found["records"]:
            used.update((record.get("content", {}).get("blob"), record.get("preview")))
    if "BOOK" in columns:
        reader, at, found["bookmarks"] = Reader(columns["BOOK"]), 0, []
        for _ in range(reader.varint()):
            at += reader.varint()
            found["bookmarks"].append([at, reader.text()])
    kept = {digest: blobs[digest] for digest in sorted(used & blobs.keys())}
    if kept:
        found["blobs"] = {digest: base64.b64encode(kept[digest]).decode() for digest in kept}
    return found


def runs_of(values):
    runs = []
    for at, value in enumerate(values):
        if runs and runs[-1][2] == value:
            runs[-1][1] = at + 1
        else:
            runs.append([at, at + 1, value])
    return runs


def style(pair):
    """The attributes with the link, which stands before the tags."""
    attributes, link = map(json.loads, pair)
    if link:
        tags = attributes.pop("tags", None)
        attributes["link"] = link
        if tags:
            attributes["tags"] = tags
    return attributes


def table(found, names, runs, values, decode):
    numbers, styles, spans = {}, [], []
    for start, end, value in runs_of(values):
        if value in ("{}", ("{}", "{}")):
            continue
        if value not in numbers:
            numbers[value] = len(styles)
            styles.append(decode(value))
        spans.append([start, end, numbers[value]])
    if spans:
        found[names], found[runs] = styles, spans


# archive-format.md.


def entries(segment, count):
    """Section 5: ids and names."""
    reader = Reader(segment)
    size = reader.varint()
    content = zlib.decompress(segment[reader.at :], -15)
    need(len(content) == size, "segment")
    reader, ids, names, last = Reader(content), [], [""] * count, 0
    has_names = reader.byte()
    for _ in range(count):
        last += reader.varint()
        ids.append(last)
    if has_names:
        shared = [reader.varint() for _ in range(count)]
        more = [reader.varint() for _ in range(count)]
        before = b""
        for index in range(count):
            before = before[: shared[index]] + reader.take(more[index])
            names[index] = before.decode("utf-8")
    return list(zip(ids, names))


class Block:
    """Section 5, and ia-format.md, section 8."""

    def __init__(self, archive, name):
        data = archive.read(name)
        (sync, version, _, _, self.first, self.count, dictionary, _, size, check, segment,
         columns) = struct.unpack_from("<8sHHIQIIIIIII", data)
        need(sync == b"\x8aIAB\r\n\x1a\n" and version == 1, name)
        end = 52 + segment
        need(struct.unpack_from("<I", data, end)[0] == crc32c(data[:end]), f"check of {name}")
        self.entries = entries(data[52:end], self.count)
        body = data[end + 4 : end + 4 + columns]
        need(struct.pack("<I", crc32c(body)) == data[end + 4 + columns :], f"columns of {name}")
        text = archive.read(name.replace("data", "text").replace("iab", "txt"))
        need((len(text), crc32c(text)) == (size, check), f"text of {name}")
        lines = text.split(b"\n")
        need(lines.pop() == b"" and len(lines) == self.count, f"lines of {name}")
        self.lines = lines
        known = archive.read(f"dictionaries/{dictionary}.zdict") if dictionary else b""
        self.columns = self.unpacked(Reader(body), known)

    def unpacked(self, reader, dictionary):
        need(reader.byte() == 1 and reader.varint() == self.count, "columns")
        columns = {}
        while not reader.done:
            number, codec, size = reader.byte(), reader.byte(), reader.varint()
            if codec == 0:
                columns[number] = reader.take(size)
            else:
                frame = reader.take(reader.varint())
                columns[number] = Zstd(dictionary if codec == 2 else b"").decode(frame, size)
        return columns

    def documents(self, blobs):
        firsts, rests, others = (Reader(self.columns.get(n, b"")) for n in (3, 5, 7))
        lengths, extents = (Reader(self.columns.get(n, bytes(self.count))) for n in (4, 6))
        for line, layout in zip(self.lines, self.columns[2]):
            units = units_of(line)
            first = firsts.take(0 if layout in (0, 3) else 1)
            data = first + rests.take(lengths.varint())
            extras = others.take(extents.varint())
            yield document(units, intensities(layout, data, units), extras, blobs)


def merged(data):
    """Section 6.3: the archive after a merge whose last step was interrupted."""
    trailer = data[-64:]
    if len(trailer) == 64 and trailer[:12] == b"\x8eIAM\r\n\x1a\n\1\0\0\0":
        offset, count = struct.unpack_from("<QQ", trailer, 12)
        new = data[max(0, len(data) - 64 - count) : -64]
        if (hashlib.sha256(new).digest() == trailer[28:60] and offset <= len(data)
                and struct.pack("<I", crc32c(trailer[:60])) == trailer[60:]):
            return data[:offset] + new
    return data


class Archive:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = merged(file.read())
        self.zip = zipfile.ZipFile(io.BytesIO(self.bytes))
        self.names = self.zip.namelist()
        match = re.fullmatch(
            rb"iaa [12]; generation (\d+); documents (\d+); merkle ([0-9a-f]{64}); "
            rb"record ([0-9a-f]{64})", self.zip.comment)
        need(match, "comment")
        self.generation, self.count = int(match[1]), int(match[2])
        self.merkle, self.record = match[3].decode(), match[4].decode()

    def read(self, name):
        return self.zip.read(name)

    def blocks(self):
        return (Block(self, name) for name in self.names if name.startswith("data/"))

    def blobs(self):
        return {name[12:76]: self.read(name) for name in self.names
                if name.startswith("attachments/")}

    def entries(self):
        for block in self.blocks():
            for index, (number, name) in enumerate(block.entries):
                yield block.first + index, number, name

    def originals(self):
        """Section 6: ordinal and member of each kept file, from the lists of names."""
        for number in range(1, self.generation + 1):
            name = f"META-INF/{number:04}/names.txt"
            lines = self.read(name).decode().split("\n")[:-1] if name in self.names else []
            for line in lines[1:]:
                fields = line.split("\t")
                if len(fields) == 7 and fields[6] != "-":
                    need(re.fullmatch(r"originals/[0-9a-f]{64}(\.[a-z0-9]{1,8})?", fields[6]), name)
                    yield int(fields[0]), fields[6]

    def metadata(self):
        """Section 6.2: the values of each subject and element, from the newest list that has any."""
        found = {}
        for number in range(1, self.generation + 1):
            name = f"META-INF/{number:04}/metadata.txt"
            lines = self.read(name).decode().split("\n")[:-1] if name in self.names else []
            new = {}
            for line in lines[1:]:
                subject, element, value = line.split("\t")
                need(subject == "-" or int(subject) < self.count, name)
                new.setdefault((subject, element), []).append(value)
            for key, values in new.items():
                kept = found.get(key, []) if key[1] == "iaa:fixity" else []
                found[key] = kept + [value for value in values if value]
        return found

    def superseded(self):
        """Section 6: the ordinals of earlier versions and removed documents."""
        found = set()
        for number in range(1, self.generation + 1):
            index = self.read(f"META-INF/{number:04}/index.iax")
            version, blocks = struct.unpack_from("<8xHxx16xI", index)
            need(version in (1, 2), "version of an index")
            if version == 2:
                sizes = [struct.unpack_from("<8xI", index, 32 + 28 * i)[0] for i in range(blocks)]
                reader, ordinal = Reader(index[32 + 28 * blocks + sum(sizes) :]), 0
                for _ in range(2 * reader.varint()):
                    reader.text()
                for _ in range(reader.varint()):
                    ordinal += reader.varint()
                    found.add(ordinal)
        return found

    def ordinal(self, document):
        """The ordinal of the newest version of a document with this name, or with this ordinal."""
        hidden = self.superseded()
        for ordinal, _, name in self.entries():
            if name == document and ordinal not in hidden:
                return ordinal
        need(document.isdecimal() and int(document) < self.count, f"no document {document}")
        return int(document)

    def documents(self):
        blobs = self.blobs()
        for block in self.blocks():
            yield from zip(range(block.first, block.first + block.count),
                           block.documents(dict(blobs)))

    def layout(self):
        """Sections 2 and 3: every header and directory, and that the file contains nothing else."""
        at, entries, infos = 0, b"", list(self.zip.infolist())
        for number in range(1, self.generation + 1):
            while self.bytes[at : at + 4] == b"PK\3\4":
                need(infos, f"a member at {at} is not in the directory")
                info = infos.pop(0)
                name = info.filename.encode()
                need(info.header_offset == at, f"offset of {info.filename}")
                fields = struct.pack(
                    "<4H3IH", 0, info.compress_type, 0, 0x21, info.CRC, info.compress_size,
                    info.file_size, len(name))
                head = b"PK\3\4" + struct.pack("<H", 20) + fields + bytes(2) + name
                need(self.bytes[at : at + len(head)] == head, f"header of {info.filename}")
                if info.filename.endswith(".iar"):
                    self.read(info.filename)
                far = at >= 0xFFFFFFFF
                entries += b"PK\1\2" + struct.pack("<2H", 0x032D, 45 if far else 20) + fields
                entries += struct.pack(
                    "<4H2I", 12 if far else 0, 0, 0, 0, 0o100644 << 16, min(at, 0xFFFFFFFF)) + name
                if far:
                    entries += struct.pack("<2HQ", 1, 8, at)
                at += len(head) + info.compress_size
            end = self.end(number, len(self.names) - len(infos), len(entries), at)
            need(self.bytes[at : at + len(entries + end)] == entries + end,
                 f"directory of generation {number}")
            at += len(entries + end)
        need(at == len(self.bytes), f"{len(self.bytes) - at} bytes after the archive")

    def end(self, number, count, size, offset):
        """The end of the directory of a generation."""
        record = self.read(f"META-INF/{number:04}/record.txt")
        lines = record.decode().split("\n")
        comment = (f"iaa {lines[0][11:]}; generation {number}; documents {lines[2][10:]}; "
                   f"merkle {lines[3][7:]}; record {hashlib.sha256(record).hexdigest()}").encode()
        end, place = b"", offset + size
        if count >= 0xFFFF or max(size, offset) >= 0xFFFFFFFF:
            end = b"PK\6\6" + struct.pack(
                "<Q2H2I4Q", 44, 0x032D, 45, 0, 0, count, count, size, offset)
            end += b"PK\6\7" + struct.pack("<IQI", 0, place, 1)
            count, size, offset = 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF
        end += b"PK\5\6" + struct.pack("<4H2IH", 0, 0, count, count, size, offset, len(comment))
        return end + comment

    def verify(self):
        self.layout()
        leaves = []
        for number in range(1, self.generation + 1):
            folder = f"META-INF/{number:04}/"
            manifest = self.read(folder + "manifest-sha256.txt")
            self.check(manifest, self.read)
            self.check(self.read(folder + "stored-sha256.txt"), self.stored)
            record = self.read(folder + "record.txt")
            self.check(b"".join(record.splitlines(True)[4:]), self.read)
            leaves += [hashlib.sha256(b"\0" + line).digest() for line in manifest.splitlines(True)]
        need(tree(leaves).hex() == self.merkle, "Merkle root")
        need(hashlib.sha256(record).hexdigest() == self.record, "record")
        self.metadata()
        need(sum(1 for _ in self.documents()) == self.count, "number of documents")

    @staticmethod
    def check(lines, content):
        for line in lines.decode("ascii").splitlines():
            digest, name = line.split("  ")
            need(hashlib.sha256(content(name)).hexdigest() == digest, f"hash of {name}")
            folder, _, file = name.partition("/")
            if folder in ("attachments", "originals") and content.__name__ == "read":
                need(file[:64] == digest, f"name of {name}")

    def stored(self, name):
        info = self.zip.getinfo(name)
        size = 30 + len(name) + info.compress_size
        return self.bytes[info.header_offset : info.header_offset + size]


def line(text):
    """A name in a line, escaped like section 4."""
    def escape(match):
        return {"\\": r"\\", "\n": r"\n", "\r": r"\r"}.get(match[0], f"\\u{ord(match[0]):04x}")
    return re.sub(r"[\\\0-\x1f\x7f]", escape, text)


def tree(leaves):
    """RFC 6962, section 2.1."""
    while len(leaves) > 1:
        pairs = [hashlib.sha256(b"\1" + leaves[i] + leaves[i + 1]).digest()
                 for i in range(0, len(leaves) - 1, 2)]
        leaves = pairs + leaves[len(leaves) - len(leaves) % 2 :]
    return leaves[0] if leaves else hashlib.sha256(b"").digest()


def main(path=None, command="list", argument=None):
    if path is None or command in ("json", "extract") and argument is None:
        sys.exit(__doc__)
    sys.stdout.reconfigure(encoding="utf-8")
    archive = Archive(path)
    if command in ("list", "versions"):
        hidden = archive.superseded()
        for ordinal, number, name in archive.entries():
            state = "superseded" if ordinal in hidden else "current"
            if command == "versions":
                print(ordinal, number, line(name), state, sep="\t")
            elif ordinal not in hidden:
                print(ordinal, number, line(name), sep="\t")
    elif command == "json":
        wanted = archive.ordinal(argument)
        for ordinal, found in archive.documents():
            if ordinal == wanted:
                print(json.dumps(found))
    elif command == "extract":
        os.makedirs(argument, exist_ok=True)
        hidden = archive.superseded()
        for ordinal, found in archive.documents():
            if ordinal in hidden:
                continue
            with open(os.path.join(argument, f"{ordinal:06}.json"), "w") as file:
                json.dump(found, file, indent=1)
        for name in archive.names:
            if name.startswith("attachments/") and not name.endswith(".words"):
                with open(os.path.join(argument, name[12:]), "wb") as file:
                    file.write(archive.read(name))
        for ordinal, name in archive.originals():
            target = f"{ordinal:06}.original{name[74:]}"
            with open(os.path.join(argument, target), "wb") as file:
                file.write(archive.read(name))
    elif command == "metadata":
        for (subject, element), values in archive.metadata().items():
            for value in values:
                print(subject, element, value, sep="\t")
    elif command == "verify":
        archive.verify()
        print(f"{archive.count} documents, no fault")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Bad, ValueError, KeyError, IndexError, struct.error, zlib.error, EOFError,
            zipfile.BadZipFile) as error:
        print(f"{sys.argv[1]}: damaged: {error}", file=sys.stderr)
        sys.exit(3)
    except OSError as error:
        sys.exit(f"{error.filename or 'output'}: {error.strerror}")

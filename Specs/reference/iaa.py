"""A second reader of .iaa archives, written from Specs/archive-format.md.

    python3 iaa.py list ARCHIVE         ordinal, id and name of each document
    python3 iaa.py texts ARCHIVE        the text of each document, as a line of JSON
    python3 iaa.py find ARCHIVE NAME    the ordinals of the documents of that name, by the index alone
    python3 iaa.py dump ARCHIVE         each document whole: ordinal, id, name, then its dump
    python3 iaa.py verify ARCHIVE       every hash and check; exit 1 where one does not fit
    python3 iaa.py restore IN OUT       repairs by recovery data, which may have moved a little

Standard library alone, but for `dump`, which leaves the columns to ia_reader.py.
"""

import hashlib
import json
import re
import struct
import sys
import zipfile
import zlib

ROW = 1024
PARITY = ROW + 4


def crc32c_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


CRC32C = crc32c_table()


def crc32c(data):
    state = 0xFFFFFFFF
    for byte in data:
        state = state >> 8 ^ CRC32C[(state ^ byte) & 0xFF]
    return state ^ 0xFFFFFFFF


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def units(line):
    """The UTF-16 units of a line of a text member."""
    found = []
    text = line.decode("utf-8")
    for match in re.finditer(r"\\u([0-9a-f]{4})|\\(.)|([^\\])", text, re.S):
        code, short, plain = match.groups()
        if code:
            found.append(int(code, 16))
        elif short:
            found.append({"n": 10, "r": 13, "\\": 0x5C}[short])
        else:
            pair = plain.encode("utf-16-le")
            found.extend(struct.unpack(f"<{len(pair) // 2}H", pair))
    return found


def entries(segment, count):
    """Ids and names of a segment."""
    size, at = varint(segment, 0)
    content = zlib.decompress(segment[at:], -15)
    assert len(content) == size, "size of a segment"
    ids, at, last = [], 1, 0
    for _ in range(count):
        step, at = varint(content, at)
        last += step
        ids.append(last)
    names = [""] * count
    if content[0]:
        shared, lengths = [], []
        for column in (shared, lengths):
            for _ in range(count):
                value, at = varint(content, at)
                column.append(value)
        before = b""
        for index in range(count):
            before = before[: shared[index]] + content[at : at + lengths[index]]
            at += lengths[index]
            names[index] = before.decode("utf-8")
    assert at == len(content), "end of a segment"
    return list(zip(ids, names))


class Block:
    """A data member."""

    def __init__(self, data):
        head = struct.unpack_from("<8sHHIQIIIIIII", data)
        (sync, version, reserved, self.number, self.first, self.count, self.dictionary,
         self.stored, self.size, self.check, segment, columns) = head
        assert sync == b"\x8aIAB\r\n\x1a\n" and (version, reserved) == (1, 0), "head of a block"
        end = 52 + segment
        assert struct.unpack_from("<I", data, end)[0] == crc32c(data[:end]), "check of a head"
        self.entries = entries(data[52:end], self.count)
        self.columns = data[end + 4 : end + 4 + columns]
        rest = data[end + 4 + columns :]
        assert rest == struct.pack("<I", crc32c(self.columns)), "check of columns"


class Index:
    """The index of a generation: which blocks it has, with which documents."""

    def __init__(self, data):
        head = struct.unpack_from("<8sHHQQI", data)
        sync, version, reserved, self.first, self.count, count = head
        assert sync == b"\x8dIAX\r\n\x1a\n" and reserved == 0 and 1 <= version <= 2, "head of an index"
        assert struct.unpack("<I", data[-4:])[0] == crc32c(data[:-4]), "check of an index"
        rows = [struct.unpack_from("<IIIQQ", data, 32 + 28 * row) for row in range(count)]
        at, ordinal, self.blocks = 32 + 28 * count, self.first, []
        for number, documents, size, low, high in rows:
            found = entries(data[at : at + size], documents)
            assert (found[0][0], found[-1][0]) == (low, high), "ids of a block"
            self.blocks.append((number, ordinal, found))
            at, ordinal = at + size, ordinal + documents
        assert ordinal == self.first + self.count, "documents of an index"
        self.properties, self.superseded = {}, []
        if version == 2:
            at = self.changes(data, at)
        self.kind, self.marks, self.bounds = data[at], [], []
        at += 1
        if self.kind == 1:
            self.marks = list(struct.unpack_from(f"<{self.count}H", data, at))
            at += 2 * self.count
        for _ in range(count if self.kind == 2 else 0):
            pair = []
            for _ in range(2):
                size, at = varint(data, at)
                pair.append(data[at : at + size])
                at += size
            self.bounds.append(pair)
        assert self.kind <= 2 and at == len(data) - 4, "end of an index"
        self.check()

    def changes(self, data, at):
        """The date of the generation and the documents that it supersedes."""
        count, at = varint(data, at)
        for _ in range(count):
            pair = []
            for _ in range(2):
                size, at = varint(data, at)
                pair.append(data[at : at + size].decode("utf-8"))
                at += size
            self.properties[pair[0]] = pair[1]
        count, at = varint(data, at)
        for _ in range(count):
            step, at = varint(data, at)
            self.superseded.append(step + (self.superseded[-1] if self.superseded else 0))
        assert all(number < self.first + self.count for number in self.superseded), "superseded"
        assert self.superseded == sorted(set(self.superseded)), "order of superseded documents"
        assert self.properties or self.superseded, "changes"
        return at

    def check(self):
        """What finds names must say what the segments say."""
        for index, (_, ordinal, found) in enumerate(self.blocks):
            names = [name.encode("utf-8") for _, name in found]
            if self.kind == 0:
                assert not any(names), "names without a way to find them"
            elif self.kind == 1:
                start = ordinal - self.first
                marks = [zlib.crc32(name) & 0xFFFF for name in names]
                named = [pair for pair in zip(marks, self.marks[start:], names) if pair[2]]
                assert all(left == right for left, right, _ in named), "marks"
            else:
                held = [name for name in names if name] or [b""]
                assert self.bounds[index] == [min(held), max(held)], "bounds"

    def ordinals(self, name):
        """Where documents of that name are, looked for only where they can be."""
        wanted = name.encode("utf-8")
        mark = zlib.crc32(wanted) & 0xFFFF
        for index, (_, ordinal, found) in enumerate(self.blocks):
            start = ordinal - self.first
            if self.kind == 1 and mark not in self.marks[start : start + len(found)]:
                continue
            if self.kind == 2 and not self.bounds[index][0] <= wanted <= self.bounds[index][1]:
                continue
            yield from (ordinal + at for at, entry in enumerate(found) if entry[1] == name)


class Archive:
    """An archive whose directory is in order."""

    def __init__(self, path):
        self.bytes = open(path, "rb").read()
        self.zip = zipfile.ZipFile(path)
        self.infos = self.zip.infolist()
        comment = self.zip.comment.decode("ascii")
        match = re.fullmatch(
            r"iaa [12]; generation (\d+); documents (\d+); merkle ([0-9a-f]{64}); "
            r"record ([0-9a-f]{64})", comment)
        assert match, "comment"
        self.generation, self.count = int(match[1]), int(match[2])
        self.merkle, self.record = match[3], match[4]

    def blocks(self):
        for info in self.infos:
            if info.filename.startswith("data/"):
                block = Block(self.zip.read(info))
                text = self.zip.read(info.filename.replace("data/", "text/").replace("iab", "txt"))
                assert (len(text), crc32c(text)) == (block.size, block.check), "text of a block"
                lines = text.split(b"\n")
                assert lines.pop() == b"" and len(lines) == block.count, "lines of a text"
                yield block, lines

    def documents(self):
        for block, lines in self.blocks():
            for index, (identifier, name) in enumerate(block.entries):
                yield block.first + index, identifier, name, units(lines[index])

    def indexes(self):
        for generation in range(1, self.generation + 1):
            yield Index(self.zip.read(f"META-INF/{generation:04}/index.iax"))

    def dumps(self):
        """Ordinal, id, name and dump of each document."""
        import ia_reader

        blobs = {}
        for info in self.infos:
            if info.filename.startswith("attachments/"):
                content = self.zip.read(info)
                digest = info.filename.split("/")[1].split(".")[0]
                assert hashlib.sha256(content).hexdigest() == digest, info.filename
                blobs[digest] = content
        for block, lines in self.blocks():
            name = f"dictionaries/{block.dictionary}.zdict"
            dictionary = self.zip.read(name) if block.dictionary else None
            found = ia_reader.read_block(
                block.columns, [units(line) for line in lines], dictionary)
            for index, document in enumerate(found):
                identifier, name = block.entries[index]
                text = ia_reader.Dump(document, blobs).text()
                yield block.first + index, identifier, name, text

    def stored(self, info):
        start = info.header_offset
        size = 30 + len(info.filename) + info.compress_size
        return self.bytes[start : start + size]

    def verify(self):
        """Checks all but the columns' meaning; raises where something does not fit."""
        leaves = []
        for number in range(1, self.generation + 1):
            folder = f"META-INF/{number:04}/"
            manifest = self.zip.read(folder + "manifest-sha256.txt")
            for line in manifest.decode("ascii").splitlines():
                digest, name = line.split("  ")
                assert hashlib.sha256(self.zip.read(name)).hexdigest() == digest, name
            stored = self.zip.read(folder + "stored-sha256.txt").decode("ascii")
            for line in stored.splitlines():
                digest, name = line.split("  ")
                found = hashlib.sha256(self.stored(self.zip.getinfo(name))).hexdigest()
                assert found == digest, name
            record = self.zip.read(folder + "record.txt")
            for line in record.decode("ascii").splitlines()[4:]:
                digest, name = line.split("  ")
                assert hashlib.sha256(self.zip.read(name)).hexdigest() == digest, name
            leaves += [hashlib.sha256(b"\0" + line).digest()
                       for line in manifest.splitlines(keepends=True)]
            assert tree(leaves).hex() in record.decode("ascii"), "Merkle root"
        assert tree(leaves).hex() == self.merkle, "Merkle root"
        assert hashlib.sha256(record).hexdigest() == self.record, "record"
        assert sum(1 for _ in self.documents()) == self.count, "documents"
        listed = [(number, found) for index in self.indexes() for number, _, found in index.blocks]
        held = [(block.number, block.entries) for block, _ in self.blocks()]
        assert listed == held, "an index and its blocks"


def tree(leaves):
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return hashlib.sha256(b"\1" + tree(leaves[:half]) + tree(leaves[half:])).digest()


# Recovery.

POWERS, LOGARITHMS = [], [0] * 256
power = 1
for exponent in range(510):
    POWERS.append(power)
    if exponent < 255:
        LOGARITHMS[power] = exponent
    power = power << 1 ^ (0x11D if power & 0x80 else 0)


def product(left, right):
    return POWERS[LOGARITHMS[left] + LOGARITHMS[right]] if left and right else 0


def inverse(element):
    return POWERS[255 - LOGARITHMS[element]]


def add(target, factor, row):
    table = bytes(product(factor, byte) for byte in range(256))
    value = int.from_bytes(row.translate(table), "big")
    return (int.from_bytes(target, "big") ^ value).to_bytes(ROW, "big")


class Plan:
    """Where the protected bytes, the checks and the parity rows of a generation lie."""

    def __init__(self, head, at):
        (sync, version, self.percent, reserved, self.generation, member, count,
         self.start) = struct.unpack_from("<8sHBBIIIQ", head)
        assert sync == b"\x8bIAR\r\n\x1a\n" and (version, reserved) == (1, 0)
        assert struct.unpack_from("<I", head, 1020)[0] == crc32c(head[:1020])
        self.sections, place = [], 104
        for _ in range(count):
            size, place = varint(head, place)
            self.sections.append(size)
        total = sum(self.sections)
        self.rows = -(-total // ROW)
        self.groups = max(1, -(-self.rows // 160))
        ends, end = [], 0
        for size in self.sections:
            end += size
            ends.append(end // ROW)
        ends[-1] = self.rows
        self.row_starts = [0] + ends
        self.extents, self.contents, self.parity = [], [], []
        offset, done = self.start, 0
        for index, size in enumerate(self.sections):
            self.extents.append((done, offset, size))
            done += size
            offset += size
            name = f"META-INF/{self.generation:04}/recovery-{index + 1:03}.iar"
            offset += 30 + len(name)
            self.contents.append(offset)
            rows = ends[index] - self.row_starts[index]
            before = self.row_starts[index] - self.row_starts[index - 1] if index else 0
            offset += ROW + 4 * rows + 4 + 4 * before + 4
            parity = -(-rows * self.percent // 100) + (6 if index + 1 == count else 0)
            for _ in range(parity):
                self.parity.append(offset)
                offset += PARITY
            if index + 1 == count:
                self.repeated = offset
                offset += 4 * rows + 4 + ROW
        self.end = offset
        last = offset - ROW if member + 1 == count else None
        assert at in (self.contents[member], last), "a head out of its place"

    def places(self, row):
        """The stretches of the file that a row consists of."""
        at, end = row * ROW, min(row * ROW + ROW, sum(self.sections))
        for done, offset, size in self.extents:
            low, high = max(at, done), min(end, done + size)
            if low < high:
                yield offset + low - done, high - low

    def read(self, data, row):
        found = b"".join(data[at : at + size] for at, size in self.places(row))
        return found + bytes(ROW - len(found))

    def checks(self, data):
        """The check of each row, where one is left."""
        checks = {}
        for section in range(len(self.sections)):
            first, last = self.row_starts[section : section + 2]
            size = 4 * (last - first)
            own = self.contents[section] + ROW
            other = self.repeated
            if section + 1 < len(self.sections):
                next_rows = self.row_starts[section + 2] - last
                other = self.contents[section + 1] + ROW + 4 * next_rows + 4
            for at in (own, other):
                table = data[at : at + size]
                if data[at + size : at + size + 4] == struct.pack("<I", crc32c(table)):
                    for index, value in enumerate(struct.unpack(f"<{last - first}I", table)):
                        checks[first + index] = value
        return checks

    def restore(self, data, size):
        """Solves for rows that are missing or damaged."""
        checks = self.checks(data)
        lost = {}
        for row in range(self.rows):
            beyond = any(at + count > size for at, count in self.places(row))
            if beyond or checks.get(row) not in (None, crc32c(self.read(data, row))):
                lost.setdefault(row % self.groups, []).append(row // self.groups)
        for group, missing in lost.items():
            equations = []
            for index, offset in enumerate(self.parity[group :: self.groups]):
                row = bytes(data[offset : offset + ROW])
                if data[offset + ROW : offset + PARITY] == struct.pack("<I", crc32c(row)):
                    equations.append((index, row))
            equations = equations[: len(missing)]
            assert len(equations) == len(missing), "too much is lost"
            matrix, sums = [], []
            for index, value in equations:
                for number, row in enumerate(range(group, self.rows, self.groups)):
                    if number not in missing:
                        factor = inverse(number ^ 255 - index)
                        value = add(value, factor, self.read(data, row))
                matrix.append([inverse(number ^ 255 - index) for number in missing])
                sums.append(value)
            for number, row in zip(missing, solve(matrix, sums)):
                at = 0
                for offset, count in self.places(number * self.groups + group):
                    data[offset : offset + count] = row[at : at + count]
                    at += count


def solve(matrix, sums):
    """Solves linear equations over GF(256)."""
    for pivot in range(len(matrix)):
        lead = next(row for row in range(pivot, len(matrix)) if matrix[row][pivot])
        matrix[pivot], matrix[lead] = matrix[lead], matrix[pivot]
        sums[pivot], sums[lead] = sums[lead], sums[pivot]
        scale = inverse(matrix[pivot][pivot])
        matrix[pivot] = [product(scale, value) for value in matrix[pivot]]
        sums[pivot] = add(bytes(ROW), scale, sums[pivot])
        for other in range(len(matrix)):
            factor = matrix[other][pivot]
            if other != pivot and factor:
                matrix[other] = [
                    value ^ product(factor, share)
                    for value, share in zip(matrix[other], matrix[pivot])]
                sums[other] = add(sums[other], factor, sums[pivot])
    return sums


# Recovery of version 2.

CRC64 = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0xC96C5795D7870F42 if byte & 1 else 0)
    CRC64.append(byte)


def crc64(data):
    state = 0xFFFFFFFFFFFFFFFF
    for byte in data:
        state = state >> 8 ^ CRC64[(state ^ byte) & 0xFF]
    return state ^ 0xFFFFFFFFFFFFFFFF


def product16(left, right):
    total = 0
    while right:
        if right & 1:
            total ^= left
        right >>= 1
        left <<= 1
        if left > 0xFFFF:
            left ^= 0x1002D
    return total


def power16(base, exponent):
    result = 1
    while exponent:
        if exponent & 1:
            result = product16(result, base)
        base = product16(base, base)
        exponent >>= 1
    return result


def symbols(row):
    """The symbols of a row: in each 64 bytes, low bytes and then high bytes."""
    return [row[at + i] | row[at + 32 + i] << 8 for at in range(0, len(row), 64)
            for i in range(32)]


def from_symbols(found):
    row = bytearray()
    for at in range(0, len(found), 32):
        row += bytes(value & 0xFF for value in found[at : at + 32])
        row += bytes(value >> 8 for value in found[at : at + 32])
    return bytes(row)


class Parity:
    """Recovery data of version 2 of one generation."""

    def __init__(self, data, at):
        head = data[at : at + 120]
        (sync, version, bits, kind, self.generation, self.start, self.size, self.count,
         self.place) = struct.unpack_from("<8sHBBIQQII", head)
        assert sync == b"\x8bIAR\r\n\x1a\n" and version == 2
        assert struct.unpack_from("<I", head, 116)[0] == crc32c(head[:116])
        self.identity = struct.unpack_from("<Q", head, 80)[0]
        self.row = 1 << bits
        self.rows = -(-self.size // self.row)
        self.span = 1
        while self.span < self.count:
            self.span *= 2
        self.tables, self.data = [], {}

    def range(self, row):
        start = min(row * self.row, self.size - self.row)
        return start, start + self.row

    def add_table(self, data, at):
        if self.place in (0, 3):
            table = data[at + 120 : at + 120 + 8 * self.rows]
            self.tables.append(table[: len(table) // 8 * 8])
        elif self.place in (1, 4):
            table = data[max(0, at - 8 * self.rows) : at]
            self.tables.append(bytes(8 * self.rows - len(table)) + table)

    def find(self, data, length):
        """All rows and packets, at any offset, by trying every offset: slow and simple."""
        wanted = {}
        for table in self.tables:
            for row in range(len(table) // 8):
                check, = struct.unpack_from("<Q", table, 8 * row)
                wanted.setdefault(row, set()).add(check)
        self.parity = {}
        # Rows that did not move are found at once; the others near where the row before was.
        shift = 0
        for row in range(self.rows):
            start = self.start + self.range(row)[0]
            number = struct.pack("<I", row)
            for offset in [start + shift, start] + list(range(start - 600, start + 600)):
                if offset >= 0 and offset + self.row <= length:
                    content = data[offset : offset + self.row]
                    if crc64(number + content) in wanted.get(row, ()):
                        self.data[row] = content
                        shift = offset - start
                        break
                if row - 1 in self.data and offset == start:
                    break
        size = self.row + 12
        at = self.start + self.size
        while at + size <= length and len(self.parity) < self.count:
            number, = struct.unpack_from("<I", data, at)
            if number < self.count and number not in self.parity:
                check, = struct.unpack_from("<Q", data, at + size - 8)
                if crc64(data[at : at + size - 8]) ^ self.identity == check:
                    self.parity[number] = data[at + 4 : at + 4 + self.row]
                    at += size
                    continue
            at += 1

    def restore(self):
        """The protected bytes; missing rows by Lagrange's interpolation."""
        missing = [row for row in range(self.rows) if row not in self.data]
        assert len(missing) <= len(self.parity), "too much is lost"
        if missing:
            erased = [j for j in range(self.span) if j not in self.parity]
            erased += [self.span + row for row in missing]
            known = {j: symbols(row) for j, row in self.parity.items()}
            known.update((self.span + i, symbols(row)) for i, row in self.data.items())
            # The sum over a code word of x^e times the row at x is 0 for e < T; so it is for any
            # polynomial of a degree below T, such as one that is 0 at all erased places but one.
            roots = {x: self.locator(x, erased) for x in known}
            for row in missing:
                place = self.span + row
                scale = power16(self.locator(place, [x for x in erased if x != place]), 65534)
                total = [0] * (self.row // 2)
                for x, values in known.items():
                    factor = product16(scale, product16(roots[x], power16(x ^ place, 65534)))
                    total = [a ^ product16(factor, b) for a, b in zip(total, values)]
                self.data[row] = from_symbols(total)
        found = bytearray(self.size)
        for row in range(self.rows):
            start, end = self.range(row)
            found[start:end] = self.data[row]
        return found

    @staticmethod
    def locator(x, erased):
        value = 1
        for e in erased:
            value = product16(value, x ^ e)
        return value


def restore(source, target):
    """Restores the protected bytes of every generation that has a recovery head left."""
    data = bytearray(open(source, "rb").read())
    size = len(data)
    done, parities = set(), {}
    original = bytes(data)
    for match in re.finditer(rb"\x8bIAR\r\n\x1a\n", original):
        try:
            parity = Parity(original, match.start())
            parity = parities.setdefault((parity.start, parity.identity), parity)
            parity.place = Parity(original, match.start()).place
            parity.add_table(original, match.start())
            continue
        except (AssertionError, struct.error, IndexError):
            pass
        try:
            plan = Plan(original[match.start() : match.start() + ROW], match.start())
        except (AssertionError, struct.error, IndexError):
            continue
        if plan.start not in done:
            done.add(plan.start)
            data.extend(bytes(max(0, plan.end - len(data))))
            plan.restore(data, size)
    for parity in parities.values():
        parity.find(original, size)
        data[parity.start : parity.start + parity.size] = parity.restore()
    assert done or parities, "no recovery data"
    open(target, "wb").write(data)


def main(command, *paths):
    if command == "restore":
        restore(*paths)
        return
    archive = Archive(paths[0])
    if command == "verify":
        archive.verify()
        print("intact")
        return
    if command == "find":
        for index in archive.indexes():
            for ordinal in index.ordinals(paths[1]):
                print(ordinal)
        return
    if command == "dump":
        sys.stdout.reconfigure(encoding="utf-8")
        for ordinal, identifier, name, text in archive.dumps():
            print(ordinal, identifier, name, sep="\t")
            sys.stdout.write(text)
        return
    for ordinal, identifier, name, text in archive.documents():
        if command == "list":
            print(ordinal, identifier, name, sep="\t")
        else:
            print(json.dumps(struct.pack(f"<{len(text)}H", *text).decode("utf-16-le",
                                                                        "surrogatepass")))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Sizes of what people use instead of an archive: prints two numbers of bytes.

JSON lines of a file in batches of 256 KiB by zstd-3; and a ZIP file with a DEFLATEd entry for each
line, named by the line's "name". Prints a sentence instead if python3 has no module zstandard.
"""

import io
import json
import sys
import zipfile

try:
    import zstandard
except ImportError:
    print("python3 has no module zstandard")
    sys.exit()

with open(sys.argv[1], "rb") as file:
    lines = file.read().splitlines(keepends=True)

compressor = zstandard.ZstdCompressor(level=3)
total = 0
batch = []
size = 0
for line in lines:
    batch.append(line)
    size += len(line)
    if size >= 256 << 10:
        total += len(compressor.compress(b"".join(batch)))
        batch = []
        size = 0
if batch:
    total += len(compressor.compress(b"".join(batch)))
print(total)

buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
    for line in lines:
        archive.writestr(json.loads(line)["name"], line)
print(len(buffer.getvalue()))

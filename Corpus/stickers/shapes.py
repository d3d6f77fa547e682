"""Shapes as signed distances, painted with soft edges, and a PNG writer: all that stickers need.

A shape is a function (x, y) -> distance in pixels, negative inside. Nothing but zlib is used.
"""

import math
import struct
import zlib

SIZE = 96


def circle(cx, cy, r):
    return lambda x, y: math.hypot(x - cx, y - cy) - r


def ellipse(cx, cy, rx, ry, turn=0.0):
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def distance(x, y):
        dx, dy = x - cx, y - cy
        px, py = c * dx + s * dy, c * dy - s * dx
        k = math.hypot(px / rx, py / ry)
        slope = math.hypot(px / (rx * rx), py / (ry * ry))
        return -min(rx, ry) if slope == 0 else k * (k - 1) / slope

    return distance


def box(cx, cy, w, h, r=0.0, turn=0.0):
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def distance(x, y):
        dx, dy = x - cx, y - cy
        qx = abs(c * dx + s * dy) - w / 2 + r
        qy = abs(c * dy - s * dx) - h / 2 + r
        return math.hypot(max(qx, 0), max(qy, 0)) + min(max(qx, qy), 0) - r

    return distance


def stroke(points, width):
    """A line through points with round ends."""

    def distance(x, y):
        best = 1e9
        for (ax, ay), (bx, by) in zip(points, points[1:]):
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy
            t = 0 if length == 0 else max(0, min(1, ((x - ax) * dx + (y - ay) * dy) / length))
            best = min(best, math.hypot(x - ax - t * dx, y - ay - t * dy))
        return best - width / 2

    return distance


def arc(cx, cy, r, start, end, width):
    """Part of a ring, from one angle to another in degrees, clockwise from the right."""
    steps = 24
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return stroke([(cx + r * math.cos(a), cy + r * math.sin(a)) for a in angles], width)


def polygon(points, r=0.0):
    def distance(x, y):
        best, inside = 1e9, False
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
            dx, dy = bx - ax, by - ay
            t = max(0, min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
            best = min(best, math.hypot(x - ax - t * dx, y - ay - t * dy))
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * dx:
                inside = not inside
        return (-best if inside else best) - r

    return distance


def star(cx, cy, outer, inner, points, r=0.0):
    corners = []
    for i in range(points * 2):
        radius = outer if i % 2 == 0 else inner
        a = math.radians(-90 + 180 * i / points)
        corners.append((cx + radius * math.cos(a), cy + radius * math.sin(a)))
    return polygon(corners, r)


def union(*shapes):
    return lambda x, y: min(shape(x, y) for shape in shapes)


def both(first, second):
    return lambda x, y: max(first(x, y), second(x, y))


def without(shape, hole):
    return lambda x, y: max(shape(x, y), -hole(x, y))


def smooth(first, second, k):
    """A union whose seam is filled like a drop."""

    def distance(x, y):
        a, b = first(x, y), second(x, y)
        h = max(k - abs(a - b), 0) / k
        return min(a, b) - h * h * k / 4

    return distance


def flat(color):
    rgb = tuple((color >> shift & 255) / 255 for shift in (16, 8, 0))
    return lambda x, y: rgb


def fade(top, bottom, y0=16.0, y1=80.0):
    """A colour that runs from one to another downwards."""
    first, last = flat(top)(0, 0), flat(bottom)(0, 0)

    def color(x, y):
        t = max(0, min(1, (y - y0) / (y1 - y0)))
        return tuple(a + (b - a) * t for a, b in zip(first, last))

    return color


class Sticker:
    """Layers of colour on a white, cut-out border with a faint shadow."""

    def __init__(self):
        self.layers = []
        self.outline = []

    def add(self, shape, paint, opacity=1.0, cut=False):
        self.layers.append((shape, paint if callable(paint) else flat(paint), opacity))
        if cut:
            self.outline.append(shape)
        return self

    def pixels(self):
        body = union(*self.outline)
        rows = []
        for py in range(SIZE):
            row = []
            for px in range(SIZE):
                x, y = px + 0.5, py + 0.5
                color, alpha = (0.0, 0.0, 0.0), 0.0
                shadow = max(0, min(1, 0.5 - (body(x, y - 1.5) - 4) / 3)) * 0.28
                color, alpha = over(color, alpha, (0.1, 0.12, 0.2), shadow)
                edge = max(0, min(1, 0.5 - (body(x, y) - 3)))
                color, alpha = over(color, alpha, (1, 1, 1), edge)
                for shape, paint, opacity in self.layers:
                    cover = max(0, min(1, 0.5 - shape(x, y))) * opacity
                    if cover > 0:
                        color, alpha = over(color, alpha, paint(x, y), cover)
                row.append(tuple(round(c * 255) for c in color) + (round(alpha * 255),))
            rows.append(row)
        return rows


def over(below, below_alpha, color, alpha):
    if alpha == 0:
        return below, below_alpha
    total = alpha + below_alpha * (1 - alpha)
    mixed = tuple(
        (c * alpha + b * below_alpha * (1 - alpha)) / total for c, b in zip(color, below)
    )
    return mixed, total


def png(rows):
    """The bytes of an RGBA picture; every row uses the filter that leaves the smallest values."""
    height, width = len(rows), len(rows[0])
    data, before = bytearray(), bytes(width * 4)
    for row in rows:
        line = bytes(channel for pixel in row for channel in pixel)
        candidates = []
        for kind in range(5):
            out = bytearray()
            for i, value in enumerate(line):
                left = line[i - 4] if i >= 4 else 0
                up = before[i]
                corner = before[i - 4] if i >= 4 else 0
                out.append((value - predict(kind, left, up, corner)) & 255)
            candidates.append((sum(min(v, 256 - v) for v in out), kind, out))
        _, kind, out = min(candidates, key=lambda c: (c[0], c[1]))
        data += bytes([kind]) + out
        before = line
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(data), 9))
        + chunk(b"IEND", b"")
    )


def predict(kind, left, up, corner):
    if kind == 0:
        return 0
    if kind == 1:
        return left
    if kind == 2:
        return up
    if kind == 3:
        return (left + up) // 2
    guess = left + up - corner
    a, b, c = abs(guess - left), abs(guess - up), abs(guess - corner)
    return left if a <= b and a <= c else up if b <= c else corner


def chunk(kind, body):
    return (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    )

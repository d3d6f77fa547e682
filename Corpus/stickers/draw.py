"""Draws the stickers of this folder: python3 draw.py writes twelve PNG files beside itself."""

import math
import pathlib

from shapes import (
    Sticker, arc, both, box, circle, ellipse, fade, png, polygon, smooth, star, stroke, union,
    without,
)

INK = 0x2B2D42
BLUSH = 0xFF8FA3


def face(sticker, cx, cy, gap=9.0, eye=2.6, smile=5.0, blush=True):
    """Two eyes with a glint, a smile, and warm cheeks."""
    for side in (-1, 1):
        x = cx + side * gap
        sticker.add(ellipse(x, cy, eye, eye * 1.25), INK)
        sticker.add(circle(x + 0.9, cy - 1.2, eye * 0.36), 0xFFFFFF)
        if blush:
            sticker.add(ellipse(x + side * 4.5, cy + 5.5, 3.4, 2.0), BLUSH, 0.75)
    sticker.add(arc(cx, cy + 2.5, smile * 0.8, 20, 160, 1.9), INK)


def sun():
    s = Sticker()
    for i in range(12):
        a = math.radians(30 * i)
        long = 40 if i % 2 == 0 else 36
        ray = stroke(
            [(48 + 29 * math.cos(a), 48 + 29 * math.sin(a)),
             (48 + long * math.cos(a), 48 + long * math.sin(a))], 6)
        s.add(ray, fade(0xFFB703, 0xFB8500), cut=True)
    s.add(circle(48, 48, 25), fade(0xFFE066, 0xFFB703, 25, 72), cut=True)
    s.add(both(circle(48, 48, 25), without(circle(48, 48, 25), circle(45, 45, 25))), 0xFB8500, 0.35)
    face(s, 48, 46)
    return s


def moon():
    s = Sticker()
    crescent = without(circle(46, 48, 35), circle(62, 38, 29))
    s.add(crescent, fade(0xFFF3B0, 0xE9C46A, 14, 84), cut=True)
    for x, y, r in ((28, 66, 4.5), (21, 50, 2.8), (47, 75, 3.2)):
        s.add(circle(x, y, r), 0xD4A94E, 0.45)
    s.add(arc(29, 43, 3.4, 20, 160, 2), INK)
    s.add(arc(42, 64, 3.0, 10, 170, 1.8), INK)
    s.add(ellipse(27, 53, 3.4, 2), BLUSH, 0.7)
    s.add(star(70, 34, 10, 4.3, 5, 1), 0xFFD166, cut=True)
    s.add(star(82, 60, 5.5, 2.4, 5, 0.8), 0xFFD166, cut=True)
    return s


def heart_shape(cx, cy, side):
    """A square on its corner with half a disc on each upper side."""
    shift = side / 2 / math.sqrt(2)
    lobes = union(*(circle(cx + sign * shift, cy - shift, side / 2) for sign in (-1, 1)))
    return smooth(lobes, box(cx, cy, side, side, 4, 45), 2)


def heart():
    s = Sticker()
    body = heart_shape(48, 53, 41)
    s.add(body, fade(0xFF6B81, 0xD90452, 14, 86), cut=True)
    s.add(both(body, ellipse(28, 32, 7, 4.2, -40)), 0xFFFFFF, 0.6)
    face(s, 48, 47, gap=10)
    return s


def star_sticker():
    s = Sticker()
    body = star(48, 50, 37, 18.5, 5, 4)
    s.add(body, fade(0xFFE45E, 0xFFA62B, 12, 84), cut=True)
    s.add(both(body, ellipse(41, 28, 2.6, 6.5, 20)), 0xFFFFFF, 0.6)
    face(s, 48, 50, gap=8.5)
    return s


def cat():
    s = Sticker()
    fur = fade(0xA3A9C2, 0x6B7394, 20, 86)
    for side in (-1, 1):
        ear = polygon([(48 + side * 32, 16), (48 + side * 34, 48), (48 + side * 8, 30)], 2.5)
        inner = polygon([(48 + side * 28, 25), (48 + side * 29, 42), (48 + side * 15, 33)], 1)
        s.add(ear, fur, cut=True)
        s.add(inner, 0xFFB3C1)
    head = ellipse(48, 55, 36, 30)
    s.add(head, fur, cut=True)
    for x, long in ((48, 13), (40, 9), (56, 9)):
        s.add(both(head, stroke([(x, 26), (x, 26 + long)], 3)), 0x4E5573, 0.8)
    s.add(ellipse(48, 67, 15, 10.5), 0xE8EAF2)
    for side in (-1, 1):
        s.add(ellipse(48 + side * 16, 53, 6.2, 7), 0xFDF0A6)
        s.add(ellipse(48 + side * 16, 53, 2.5, 6), INK)
        s.add(circle(48 + side * 16 + 1.3, 50.5, 1.3), 0xFFFFFF)
        for dy in (-3, 2):
            s.add(stroke([(48 + side * 19, 66 + dy / 2), (48 + side * 38, 64 + dy * 2)], 1.2),
                  0xFFFFFF, 0.9)
        s.add(arc(48 + side * 4, 66.5, 4, 15, 165, 1.8), INK)
    s.add(polygon([(45, 62), (51, 62), (48, 65)], 1), 0xE0607E)
    return s


def whale():
    s = Sticker()
    tail = union(ellipse(79, 30, 12, 5.5, -35), ellipse(66, 29, 11, 5, 35))
    body = smooth(ellipse(42, 58, 33, 24), ellipse(71, 43, 6, 15, 15), 16)
    s.add(tail, fade(0x4EA8DE, 0x2A6F97), cut=True)
    s.add(body, fade(0x64C4ED, 0x2A6F97, 34, 84), cut=True)
    s.add(both(body, ellipse(36, 80, 32, 17)), 0xE3F6FF)
    for x in (22, 31, 40, 49):
        s.add(both(body, stroke([(x, 68 - abs(x - 36) * 0.05), (x + 3, 84)], 1.3)), 0x9CCFE8)
    for points in ([(38, 32), (37, 22), (30, 17)], [(40, 32), (41, 22), (48, 17)]):
        s.add(stroke(points, 3.6), 0x90E0EF, cut=True)
    s.add(ellipse(24, 55, 2.8, 3.5), INK)
    s.add(circle(25, 53.6, 1), 0xFFFFFF)
    s.add(ellipse(29, 61.5, 3.6, 2.1), BLUSH, 0.8)
    s.add(arc(17, 58, 4.5, 20, 120, 1.8), INK)
    s.add(ellipse(51, 67, 10, 4.6, 28), 0x2A6F97)
    return s


def tea():
    s = Sticker()
    for x in (36, 48, 60):
        wave = [(x + 2.6 * math.sin(i / 2.2), 30 - i * 1.1) for i in range(15)]
        s.add(stroke(wave, 3.2), 0xC9CCD9, cut=True)
    s.add(without(circle(73, 55, 14), circle(73, 55, 8)), fade(0x2EC4B6, 0x0E8A7D), cut=True)
    s.add(ellipse(46, 83, 34, 5.5), fade(0xF4A261, 0xD97B36, 78, 88), cut=True)
    cup = both(box(46, 54, 56, 60, 24), box(46, 62, 60, 46, 2))
    s.add(cup, fade(0x5EE0D2, 0x14A497, 38, 84), cut=True)
    s.add(ellipse(46, 40, 28, 6), 0xCFF7F2, cut=True)
    s.add(ellipse(46, 41, 24, 4.4), 0x8A4B2A)
    s.add(both(cup, box(25, 58, 4.5, 22, 2.2)), 0xFFFFFF, 0.5)
    face(s, 48, 58, gap=8.5)
    return s


def rocket():
    s = Sticker()
    s.add(ellipse(29, 68, 16, 7.5, -45), fade(0xFFD166, 0xFB5607, 54, 84), cut=True)
    s.add(ellipse(31.5, 65.5, 9, 4, -45), 0xFFF3B0)
    for cx, cy, turn in ((34, 48, -75), (49, 63, -15)):
        s.add(ellipse(cx, cy, 15, 7.5, turn), fade(0xEF476F, 0xB5174B), cut=True)
    body = both(circle(76, 62, 46), circle(36, 22, 46))
    body = both(body, polygon([(34, 52), (45, 63), (100, 40), (96, -4), (60, -4)]))
    s.add(body, fade(0xFFFFFF, 0xC8CEDF, 14, 66), cut=True)
    s.add(both(body, circle(84, 12, 20)), fade(0xFF6B81, 0xEF476F, 10, 34))
    s.add(circle(57, 41, 9.5), 0x5C677D)
    s.add(circle(57, 41, 7), fade(0x90E0EF, 0x0096C7, 33, 49))
    s.add(ellipse(54.8, 38.6, 2.4, 1.5, -40), 0xFFFFFF, 0.9)
    return s


def leaf():
    s = Sticker()
    body = both(circle(70, 70, 48), circle(30, 28, 48))
    s.add(stroke([(20, 80), (34, 65)], 5), 0x4F772D, cut=True)
    s.add(body, fade(0x9BE564, 0x38A03A, 18, 80), cut=True)
    lower = both(body, polygon([(96, 0), (0, 98), (110, 110)]))
    s.add(lower, 0x1F7A33, 0.28)
    s.add(stroke([(30, 69), (74, 23)], 2.2), 0xE5FFCF, 0.9)
    for x, y in ((39, 59.5), (48, 50), (57, 40.7)):
        s.add(both(body, stroke([(x, y), (x - 1, y - 13)], 1.7)), 0xE5FFCF, 0.8)
        s.add(both(body, stroke([(x, y), (x + 13, y + 1)], 1.7)), 0xE5FFCF, 0.8)
    s.add(circle(66, 58, 4), 0xFFFFFF, 0.55)
    s.add(circle(65, 57, 2), 0xFFFFFF, 0.9)
    return s


def rain():
    s = Sticker()
    for x, y, long in ((28, 68, 10), (42, 72, 13), (57, 68, 10), (70, 72, 9)):
        drop = smooth(circle(x, y + long, 3.6), stroke([(x, y), (x, y + long)], 1.6), 4)
        s.add(drop, fade(0x7CC6FE, 0x1D7CD6, 64, 90), cut=True)
    cloud = smooth(smooth(circle(33, 45, 18), circle(54, 36, 21), 6), circle(72, 48, 15), 6)
    cloud = smooth(cloud, box(51, 54, 66, 18, 9), 4)
    s.add(cloud, fade(0xF7FAFF, 0xAEBFDB, 16, 66), cut=True)
    face(s, 50, 45, gap=9)
    return s


def ghost():
    s = Sticker()
    hem = union(*(circle(x, 79, 7) for x in (26.5, 40.8, 55.2, 69.5)))
    body = union(circle(48, 41, 28.5), box(48, 60, 57, 38, 0))
    body = union(body, hem)
    arms = union(ellipse(17, 55, 8, 5, -35), ellipse(79, 55, 8, 5, 35))
    s.add(union(body, arms), fade(0xFBF8FF, 0xC3B6EA, 14, 88), cut=True)
    for side in (-1, 1):
        s.add(ellipse(48 + side * 10, 41, 4.4, 6), INK)
        s.add(circle(48 + side * 10 + 1.4, 38.5, 1.5), 0xFFFFFF)
        s.add(ellipse(48 + side * 17, 50, 4, 2.3), BLUSH, 0.8)
    s.add(ellipse(48, 55, 4.2, 5.4), INK)
    s.add(both(ellipse(48, 55, 4.2, 5.4), circle(48, 60, 4)), 0xF25C78)
    return s


def cake():
    s = Sticker()
    s.add(ellipse(48, 83, 37, 5.5), fade(0xE6E8F0, 0xB9BED0, 78, 88), cut=True)
    s.add(box(48, 66, 60, 32, 6), fade(0xF6C28B, 0xD9914F, 50, 82), cut=True)
    s.add(box(48, 69, 60, 5, 0), 0xFFF1E0)
    icing = union(box(48, 51, 62, 14, 7), *(
        box(x, 54 + drop / 2, 9.5, 10 + drop, 4.7)
        for x, drop in ((22, 6), (31, 12), (40, 5), (49, 10), (58, 4), (67, 13), (75, 6))))
    s.add(icing, fade(0xFFB3C6, 0xFF7AA2, 42, 66), cut=True)
    s.add(box(48, 34, 6.5, 22, 2), 0x7BDFF2, cut=True)
    for y in (28, 35, 42):
        s.add(both(box(48, 34, 6.5, 22, 2), stroke([(43, y + 2), (53, y - 2)], 2.2)), 0xFFFFFF)
    flame = smooth(circle(48, 18, 5), stroke([(48, 9), (48, 18)], 1), 8)
    s.add(flame, fade(0xFFD166, 0xFB5607, 8, 24), cut=True)
    s.add(ellipse(48, 19, 2.2, 3), 0xFFF3B0)
    for x, y, color in ((27, 50, 0x70D6FF), (38, 48, 0xFFFFFF), (59, 49, 0xFFE45E),
                        (70, 50, 0x70D6FF)):
        s.add(circle(x, y, 1.8), color)
    return s


STICKERS = {
    "sun": sun, "moon": moon, "heart": heart, "star": star_sticker, "cat": cat, "whale": whale,
    "tea": tea, "rocket": rocket, "leaf": leaf, "rain": rain, "ghost": ghost, "cake": cake,
}

if __name__ == "__main__":
    folder = pathlib.Path(__file__).parent
    for name, draw in STICKERS.items():
        (folder / f"{name}.png").write_bytes(png(draw().pixels()))

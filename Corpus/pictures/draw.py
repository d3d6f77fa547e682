"""Draws the pictures of this folder: python3 draw.py writes harbour.png and poster.png."""

import math
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "stickers"))
sys.dont_write_bytecode = True

from shapes import arc, circle, flat, over, png, polygon, stroke, union  # noqa: E402


def noise(x, y):
    """A number in 0…1 that looks random and is the same for the same place."""
    n = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 0xFFFF


def soft_noise(x, y):
    """Noise between whole places, smoothly."""
    x0, y0 = math.floor(x), math.floor(y)
    fx, fy = x - x0, y - y0
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    top = noise(x0, y0) * (1 - fx) + noise(x0 + 1, y0) * fx
    low = noise(x0, y0 + 1) * (1 - fx) + noise(x0 + 1, y0 + 1) * fx
    return top * (1 - fy) + low * fy


def cloudy(x, y):
    return sum(soft_noise(x * f, y * f) / f for f in (1, 2, 4, 8)) / 1.875


def mix(a, b, t):
    t = max(0, min(1, t))
    return tuple(p + (q - p) * t for p, q in zip(a, b))


def rgb(color):
    return flat(color)(0, 0)


def harbour(width=240, height=160):
    """An evening harbour: sky, hills, water that mirrors them, two boats. Grainy like a photo."""
    horizon = height * 0.56
    boats = [(70, 118, 1.0), (168, 102, 0.62)]

    def sky(x, y):
        t = y / horizon
        color = mix(rgb(0x2B3A67), rgb(0xF79D65), t ** 1.4)
        color = mix(color, rgb(0xFFE8D6), max(0, 1 - math.hypot(x - 150, (y - 74) * 1.3) / 46))
        cover = cloudy(x / 46, y / 13) - 0.48
        color = mix(color, rgb(0xFFC9B5), max(0, cover) * 2.2 * (0.3 + t))
        for shade, base, rough in ((0x6D597A, 66, 17), (0x463F5E, 77, 11)):
            if y > base - cloudy(x / 37 + base, base) * rough:
                color = mix(rgb(shade), rgb(0xF0A07A), 0.16)
        return color

    def view(x, y):
        if y < horizon:
            color = sky(x, y)
        else:
            depth = (y - horizon) / (height - horizon)
            wave = math.sin(y * 1.9 + 3 * cloudy(x / 19, y / 3)) * (1 + 5 * depth)
            color = mix(sky(x + wave, max(0, 2 * horizon - y - abs(wave) * 2)), rgb(0x16324F),
                        0.30 + 0.38 * depth)
            if cloudy(x / 9, y / 1.6) > 0.66:
                color = mix(color, rgb(0xFFE1C6), 0.38)
        for bx, by, k in boats:
            hull = polygon([(bx - 26 * k, by), (bx + 30 * k, by), (bx + 20 * k, by + 10 * k),
                            (bx - 19 * k, by + 10 * k)], 1)
            mast = stroke([(bx, by), (bx, by - 46 * k)], 1.6 * k)
            sail = polygon([(bx + 2 * k, by - 44 * k), (bx + 24 * k, by - 7 * k),
                            (bx + 2 * k, by - 4 * k)])
            for shape, tone in ((hull, 0x2A1E2E), (mast, 0x1D1524), (sail, 0xF6E7D8)):
                color, _ = over(color, 1, rgb(tone), max(0, min(1, 0.5 - shape(x, y))) * 0.94)
        edge = math.hypot((x - width / 2) / width, (y - height / 2) / height)
        color = mix(color, (0, 0, 0), max(0, edge - 0.42) * 0.7)
        grain = (noise(int(x) + 999, int(y)) - 0.5) * 0.018
        return tuple(max(0, min(1, c + grain)) for c in color)

    return [[tuple(round(c * 255) for c in view(x + 0.5, y + 0.5)) + (255,)
             for x in range(width)] for y in range(height)]


def poster(width=160, height=90):
    """The still of a film: rings on dark water and the mark for playing."""
    disc, mark = circle(80, 45, 21), polygon([(74, 34), (74, 56), (92, 45)], 1)
    rings = union(*(arc(80, 45, r, 0, 360, 1.2) for r in (30, 40, 52, 66, 84)))

    def view(x, y):
        color = mix(rgb(0x1B4965), rgb(0x0B132B), y / height)
        for shape, tone, strength in ((rings, 0x62B6CB, 0.5), (disc, 0xFFFFFF, 0.92),
                                      (mark, 0x1B4965, 1)):
            color, _ = over(color, 1, rgb(tone), max(0, min(1, 0.5 - shape(x, y))) * strength)
        return color

    return [[tuple(round(c * 255) for c in view(x + 0.5, y + 0.5)) + (255,)
             for x in range(width)] for y in range(height)]


if __name__ == "__main__":
    (HERE / "harbour.png").write_bytes(png(harbour()))
    (HERE / "poster.png").write_bytes(png(poster()))

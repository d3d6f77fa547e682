"""Skia's paragraphs through skia-python: what the binding costs is in the figures.

    skia_paragraphs.py WORKLOAD FOLDER

Prints what the other drivers print (peer.hpp). Every paragraph gets a mark of its round: Skia keeps whole
paragraphs, and would otherwise lay out nothing from the second round on.
"""

import resource
import sys
import time

import skia

text = skia.textlayout
TEXTS = ("mixed", "thai")


class Maker:
    def __init__(self, families):
        self.families = families
        self.fonts = text.FontCollection()
        self.fonts.setDefaultFontManager(skia.FontMgr())
        self.unicode = skia.Unicodes.ICU.Make()
        self.style = self.make_style(16, 0xFF000000, False)
        self.paragraph_style = text.ParagraphStyle()
        self.paragraph_style.setTextStyle(self.style)

    def make_style(self, size, colour, bold):
        style = text.TextStyle()
        style.setFontFamilies(self.families)
        style.setFontSize(size)
        style.setColor(colour)
        if bold:
            style.setFontStyle(skia.FontStyle.Bold())
        return style

    def paragraph(self, string, width):
        builder = text.ParagraphBuilder.make(self.paragraph_style, self.fonts, self.unicode)
        builder.pushStyle(self.style)
        builder.addText(string)
        made = builder.Build()
        made.layout(width)
        return made


def paragraphs(folder, name):
    with open(f"{folder}/{name}.txt", encoding="utf-8", newline="\n") as file:
        return file.read().split("\n")[:-1]


def report(workload, times, body):
    taken = []
    count = 0
    for index in range(times):
        start = time.process_time()
        count = body(index)
        taken.append((time.process_time() - start) * 1e3)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{workload} {sorted(taken)[len(taken) // 2]:.6f} {taken[0]:.6f} {count} {peak:.1f}")


def lay_out(maker, strings, width, mark, keep):
    kept = [maker.paragraph(f"{mark}{index} {string}", width) for index, string in enumerate(strings)]
    if keep is not None:
        keep[:] = kept
    return len(kept)


def page(maker, strings):
    surface = skia.Surface(780, 1688)
    canvas = surface.getCanvas()
    made, y = [], 0
    for string in strings[200:]:
        if y >= 844:
            break
        made.append((y, maker.paragraph(string, 358)))
        y += made[-1][1].Height

    def draw(_):
        canvas.save()
        canvas.scale(2, 2)
        canvas.clear(0xFFFFFFFF)
        for place, one in made:
            one.paint(canvas, 16, place)
        canvas.restore()
        return len(made)

    report("page", 60, draw)


def main():
    workload, folder = sys.argv[1:3]
    with open(f"{folder}/{workload if workload in TEXTS else 'prose'}.fonts", encoding="utf-8") as file:
        maker = Maker(file.read().split("\n")[:-1])
    maker.paragraph("warm up", 300)
    if workload in ("prose", "mixed", "thai"):
        strings = paragraphs(folder, workload)
        report(workload, 3, lambda i: lay_out(maker, strings, 300, i, []))
    elif workload in ("messages", "messages-emoji"):
        strings = paragraphs(folder, workload)
        report(workload, 3, lambda i: lay_out(maker, strings, 280, i, None))
    elif workload == "width":
        kept = []
        lay_out(maker, paragraphs(folder, "prose"), 300, 0, kept)

        def change(index):
            for one in kept:
                one.layout(280 - index)
            return len(kept)

        report(workload, 5, change)
    elif workload == "keystroke":
        strings = paragraphs(folder, "prose")
        string = next(s for s in strings[len(strings) // 2:] if len(s) >= 400)
        middle = len(string) // 2

        def press(index):
            maker.paragraph(string[:middle] + "abcdefgh"[index & 7] * (index + 1) + string[middle:], 300)
            return 1

        report(workload, 200, press)
    elif workload == "page":
        page(maker, paragraphs(folder, "prose"))
    else:
        sys.exit("this peer does not do that")


main()

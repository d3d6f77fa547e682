// Qt: a QTextLayout a paragraph, a QTextDocument for keystrokes.
#include <QAbstractTextDocumentLayout>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>
#include <memory>

#include "peer.hpp"

/// Qt rounds each advance to 1/64 of a pixel. With 16 pixels per point the sums differ from exact ones by less than 0.03
/// points in a line, so that the lines are those of the other programs; the work is the same. A page is drawn with 1:
/// Qt draws glyphs of 256 pixels as paths.
static double pixelsPerPoint = 16;

static QFont font;
static QTextOption option;
using Layouts = std::vector<std::unique_ptr<QTextLayout>>;

static double breakLines(QTextLayout &layout, double width, size_t &lines) {
  double y = 0;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width * pixelsPerPoint);
    line.setPosition(QPointF(0, y));
    y += line.height();
    lines++;
  }
  layout.endLayout();
  return y / pixelsPerPoint;
}

static std::unique_ptr<QTextLayout> layout(const QString &text) {
  auto made = std::make_unique<QTextLayout>(text, font);
  made->setTextOption(option);
  made->setCacheEnabled(true);
  return made;
}

static QStringList strings(const peer::Input &input) {
  QStringList list;
  for (auto &paragraph : input.paragraphs) list << QString::fromStdString(paragraph);
  return list;
}

static size_t layOutAll(const QStringList &texts, double width, Layouts *keep) {
  size_t lines = 0;
  for (auto &text : texts) {
    auto made = layout(text);
    breakLines(*made, width, lines);
    if (keep) keep->push_back(std::move(made));
  }
  return lines;
}

/// The text of a workload, whose fonts are used from now on.
static peer::Input read(const std::string &folder, const std::string &name) {
  auto input = peer::read(folder, name);
  QStringList families;
  for (auto &family : input.families) families << QString::fromStdString(family);
  font.setFamilies(families);
  layOutAll({"warm up"}, peer::proseWidth, nullptr);
  return input;
}

/// A paragraph with its runs. The naive usage sets the font on each run, although it does not change: Qt then shapes each
/// run alone.
static std::unique_ptr<QTextLayout> attributed(const peer::Input &input, size_t &next, size_t end, size_t unit,
                                               const QString &text, bool isNaive) {
  QList<QTextLayout::FormatRange> formats;
  for (auto &run : peer::runsWithin(input, next, end)) {
    QTextLayout::FormatRange range;
    range.start = run.unit - unit;
    range.length = std::min<qsizetype>(run.unitCount, text.size() - range.start);
    if (isNaive || run.size != peer::fontSize || run.style) {
      QFont own = font;
      own.setPixelSize(run.size * pixelsPerPoint);
      own.setBold(run.bold());
      own.setItalic(run.italic());
      range.format.setFont(own);
    }
    range.format.setForeground(QColor::fromRgb(run.colour));
    formats << range;
  }
  auto made = layout(text);
  made->setFormats(formats);
  return made;
}

static size_t layOutAttributed(const peer::Input &input, const QStringList &texts, bool isNaive) {
  size_t lines = 0, next = 0, byte = 0, unit = 0;
  for (int i = 0; i < texts.size(); i++) {
    auto made = attributed(input, next, byte + input.paragraphs[i].size(), unit, texts[i], isNaive);
    breakLines(*made, peer::proseWidth, lines);
    byte += input.paragraphs[i].size() + 1;
    unit += texts[i].size() + 1;
  }
  return lines;
}

/// Lays out and passes every glyph to a sum.
static size_t sinkGlyphs(const QStringList &texts) {
  size_t glyphs = 0, lines = 0;
  double sum = 0;
  for (auto &text : texts) {
    auto made = layout(text);
    breakLines(*made, peer::proseWidth, lines);
    for (auto &run : made->glyphRuns()) {
      auto indexes = run.glyphIndexes();
      auto places = run.positions();
      for (qsizetype i = 0; i < indexes.size(); i++) sum += indexes[i] + places[i].x();
      glyphs += indexes.size();
    }
  }
  return glyphs + (sum < 0);
}

static int printLines(const std::string &workload, const peer::Input &input) {
  auto texts = strings(input);
  size_t next = 0, byte = 0, unit = 0, lines = 0;
  double sum = 0;
  for (int i = 0; i < texts.size(); i++) {
    auto made = input.runs.empty() ? layout(texts[i])
                                   : attributed(input, next, byte + input.paragraphs[i].size(), unit, texts[i], false);
    sum += breakLines(*made, peer::widthOf(workload), lines);
    size_t start = 0;
    for (int k = 0; k < made->lineCount(); k++) {
      QTextLine line = made->lineAt(k);
      size_t end = start + QStringView(texts[i]).mid(line.textStart(), line.textLength()).toUtf8().size();
      peer::printLine(i, start, end);
      start = end;
    }
    byte += input.paragraphs[i].size() + 1;
    unit += texts[i].size() + 1;
  }
  std::printf("height %.3f\n", sum);
  return 0;
}

static void keystrokes(const peer::Input &input) {
  QTextDocument document;
  document.setDefaultFont(font);
  document.setTextWidth(peer::proseWidth * pixelsPerPoint);
  document.setPlainText(strings(input).join('\n'));
  document.size();
  QTextBlock block = document.findBlock(document.characterCount() / 2);
  while (block.next().isValid() && block.length() < 400) block = block.next();
  int place = block.position() + block.length() / 2;
  peer::report("keystroke", 200, [&](int i) {
    QTextCursor cursor(&document);
    cursor.setPosition(place);
    cursor.insertText(QString(QChar("abcdefgh"[i & 7])));
    return size_t(document.documentLayout()->documentSize().height());
  });
}

static void page(const peer::Input &input) {
  QImage image(780, 1688, QImage::Format_ARGB32_Premultiplied);
  Layouts layouts;
  std::vector<double> places;
  double y = 0;
  size_t lines = 0;
  for (size_t i = 200; y < 844 && i < input.paragraphs.size(); i++) {
    layouts.push_back(layout(QString::fromStdString(input.paragraphs[i])));
    places.push_back(y);
    y += breakLines(*layouts.back(), 358, lines);
  }
  peer::report("page", 60, [&](int) {
    QPainter painter(&image);
    painter.scale(2, 2);
    painter.fillRect(0, 0, 390, 844, Qt::white);
    painter.setPen(Qt::black);
    for (size_t i = 0; i < layouts.size(); i++) layouts[i]->draw(&painter, QPointF(16, places[i]));
    return lines;
  });
}

int main(int argc, char **argv) {
  bool lines = peer::wantsLines(argc, argv);
  if (argc < 3) peer::unknown();
  std::string workload = argv[1], folder = argv[2];
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QGuiApplication application(argc, argv);
  if (workload == "page") pixelsPerPoint = 1;
  font = QFont("Noto Sans");
  font.setPixelSize(peer::fontSize * pixelsPerPoint);
  font.setHintingPreference(QFont::PreferNoHinting);
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  if (lines) return printLines(workload, read(folder, workload));
  if (workload == "prose" || workload == "mixed" || workload == "thai") {
    auto texts = strings(read(folder, workload));
    peer::report(argv[1], 5, [&](int) {
      Layouts kept;
      return layOutAll(texts, peer::proseWidth, &kept);
    });
  } else if (workload == "width") {
    Layouts kept;
    layOutAll(strings(read(folder, "prose")), peer::proseWidth, &kept);
    peer::report(argv[1], 5, [&](int i) {
      size_t lines = 0;
      for (auto &one : kept) breakLines(*one, peer::proseWidth - 20 - i, lines);
      return lines;
    });
  } else if (workload == "messages" || workload == "messages-emoji") {
    auto texts = strings(read(folder, workload));
    peer::report(argv[1], 5, [&](int) { return layOutAll(texts, peer::messageWidth, nullptr); });
  } else if (workload == "glyphs") {
    auto texts = strings(read(folder, "prose"));
    peer::report(argv[1], 5, [&](int) { return sinkGlyphs(texts); });
  } else if (workload == "attributes" || workload == "intensities") {
    auto input = read(folder, workload);
    auto texts = strings(input);
    peer::report(argv[1], 5, [&](int) { return layOutAttributed(input, texts, false); });
  } else if (workload == "attributes-naive" || workload == "intensities-naive") {
    auto input = read(folder, workload.substr(0, workload.find('-')));
    auto texts = strings(input);
    peer::report(argv[1], 5, [&](int) { return layOutAttributed(input, texts, true); });
  } else if (workload == "keystroke") {
    keystrokes(read(folder, "prose"));
  } else if (workload == "page") {
    page(read(folder, "prose"));
  } else {
    peer::unknown();
  }
}

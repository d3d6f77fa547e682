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

static QFont font;
static QTextOption option;
using Layouts = std::vector<std::unique_ptr<QTextLayout>>;

static double breakLines(QTextLayout &layout, double width, size_t &lines) {
  double y = 0;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    line.setPosition(QPointF(0, y));
    y += line.height();
    lines++;
  }
  layout.endLayout();
  return y;
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

static size_t layOutAttributed(const peer::Input &input, const QStringList &texts) {
  size_t lines = 0, next = 0, byte = 0, unit = 0;
  for (int i = 0; i < texts.size(); i++) {
    QList<QTextLayout::FormatRange> formats;
    for (auto &run : peer::runsWithin(input, next, byte + input.paragraphs[i].size())) {
      QTextLayout::FormatRange range;
      range.start = run.unit - unit;
      range.length = std::min<qsizetype>(run.unitCount, texts[i].size() - range.start);
      QFont own = font;
      own.setPixelSize(run.size);
      own.setBold(run.bold);
      range.format.setFont(own);
      range.format.setForeground(QColor::fromRgb(run.colour));
      formats << range;
    }
    auto made = layout(texts[i]);
    made->setFormats(formats);
    breakLines(*made, peer::proseWidth, lines);
    byte += input.paragraphs[i].size() + 1;
    unit += texts[i].size() + 1;
  }
  return lines;
}

static void keystrokes(const peer::Input &input) {
  QTextDocument document;
  document.setDefaultFont(font);
  document.setTextWidth(peer::proseWidth);
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
  if (argc < 3) peer::unknown();
  std::string workload = argv[1], folder = argv[2];
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QGuiApplication application(argc, argv);
  font = QFont("Noto Sans");
  font.setPixelSize(peer::fontSize);
  font.setHintingPreference(QFont::PreferNoHinting);
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layOutAll({"warm up"}, 300, nullptr);
  if (workload == "prose" || workload == "mixed") {
    auto texts = strings(peer::read(folder, workload));
    peer::report(argv[1], 5, [&](int) {
      Layouts kept;
      return layOutAll(texts, peer::proseWidth, &kept);
    });
  } else if (workload == "width") {
    Layouts kept;
    layOutAll(strings(peer::read(folder, "prose")), peer::proseWidth, &kept);
    peer::report(argv[1], 5, [&](int i) {
      size_t lines = 0;
      for (auto &one : kept) breakLines(*one, peer::proseWidth - 20 - i, lines);
      return lines;
    });
  } else if (workload == "messages" || workload == "messages-emoji") {
    auto texts = strings(peer::read(folder, workload));
    peer::report(argv[1], 5, [&](int) { return layOutAll(texts, peer::messageWidth, nullptr); });
  } else if (workload == "attributes" || workload == "intensities") {
    auto input = peer::read(folder, workload);
    auto texts = strings(input);
    peer::report(argv[1], 5, [&](int) { return layOutAttributed(input, texts); });
  } else if (workload == "keystroke") {
    keystrokes(peer::read(folder, "prose"));
  } else if (workload == "page") {
    page(peer::read(folder, "prose"));
  } else {
    peer::unknown();
  }
}

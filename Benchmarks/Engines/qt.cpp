// Qt as an engine: a QTextLayout a paragraph that is kept, formats with colours alone, pixels that are moved when the
// view scrolls. Layouts are in pixels of the view: Qt rounds each advance to 1/64 of a unit of the layout, and draws
// glyphs fastest without a scale. QT_QPA_PLATFORM is offscreen. With --ring the picture moves in the ring instead.
#include <QFontDatabase>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QTextLayout>
#include <cmath>
#include <memory>

#include "engine.hpp"

class Qt6 : public engine::Adapter {
  struct Row {
    std::string bytes;
    std::vector<engine::Run> runs;
    std::unique_ptr<QTextLayout> layout;
  };
  std::vector<Row> paragraphs;
  engine::Rows rows;
  QFont font;
  QTextOption option;
  double width = 300;
  int size = 16, shown = 0;
  bool isDrawn = false;

 public:
  std::string introduction() override {
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    return std::string(wraps ? "name=qt-ring version=" : "name=qt version=") + qVersion() + " lines=1 draws=1";
  }

  void load(std::vector<engine::Paragraph> text, const std::string &, const std::string &family, int points) override {
    font = QFont(QString::fromStdString(family));
    font.setPixelSize(std::lround(points * picture.scale));
    font.setHintingPreference(QFont::PreferNoHinting);
    size = points;
    paragraphs.clear();
    paragraphs.resize(text.size());
    for (size_t i = 0; i < text.size(); i++) {
      paragraphs[i].bytes = std::move(text[i].text);
      paragraphs[i].runs = std::move(text[i].runs);
    }
    isDrawn = false;
  }

  double layout(double points) override {
    width = points * picture.scale;
    rows.heights.resize(paragraphs.size());
    for (size_t i = 0; i < paragraphs.size(); i++) {
      if (!paragraphs[i].layout) make(paragraphs[i]);
      rows.heights[i] = breakLines(*paragraphs[i].layout);
    }
    isDrawn = false;
    return rows.place() / picture.scale;
  }

  double edit(size_t number, size_t byte, size_t count, const std::string &inserted) override {
    auto &row = paragraphs.at(number);
    if (byte + count > row.bytes.size()) throw std::runtime_error("no such bytes");
    row.bytes.replace(byte, count, inserted);
    engine::Paragraph moved{row.bytes, row.runs};
    engine::moveRuns(moved, byte, count, inserted.size());
    row.runs = std::move(moved.runs);
    make(row);
    double before = rows.heights[number];
    rows.heights[number] = breakLines(*row.layout);
    isDrawn = false;
    return (rows.heights[number] == before ? rows.tops.back() : rows.place()) / picture.scale;
  }

  std::vector<engine::Line> report() override {
    std::vector<engine::Line> lines;
    for (size_t i = 0; i < paragraphs.size(); i++) {
      const QString text = paragraphs[i].layout->text();
      size_t byte = 0;
      for (int k = 0; k < paragraphs[i].layout->lineCount(); k++) {
        QTextLine line = paragraphs[i].layout->lineAt(k);
        size_t count = QStringView(text).mid(line.textStart(), line.textLength()).toUtf8().size();
        lines.push_back({i, byte, byte + count});
        byte += count;
      }
    }
    return lines;
  }

  void draw() override {
    auto [first, end] = engine::scrolled(picture, int(y * picture.scale + 0.5), shown, isDrawn);
    isDrawn = true;
    if (first == end) return;
    QImage image(reinterpret_cast<uchar *>(picture.pixels), picture.width, picture.height, 4 * picture.width,
                 QImage::Format_RGB32);
    QPainter painter(&image);
    painter.setClipRect(0, first, picture.width, end - first);
    painter.fillRect(0, first, picture.width, end - first, Qt::white);
    painter.setPen(Qt::black);
    const QRectF visible(0, first, picture.width, end - first);
    for (size_t i = rows.rowAt(shown + first); i < paragraphs.size() && rows.tops[i] < shown + end; i++) {
      // Rows begin at whole pixels, so that moved pixels equal drawn ones; lines outside of the clip are skipped.
      QPointF place(0, std::floor(rows.tops[i] + 0.5) - shown);
      paragraphs[i].layout->draw(&painter, place, {}, visible);
    }
  }

 private:
  double breakLines(QTextLayout &layout) {
    double height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
      line.setLineWidth(width);
      line.setPosition(QPointF(0, height));
      height += line.height();
    }
    layout.endLayout();
    return height;
  }

  void make(Row &row) {
    row.layout = std::make_unique<QTextLayout>(QString::fromStdString(row.bytes), font);
    row.layout->setTextOption(option);
    row.layout->setCacheEnabled(true);
    if (row.runs.empty()) return;
    QList<QTextLayout::FormatRange> formats;
    for (auto &run : row.runs) {
      QTextLayout::FormatRange range;
      range.start = QString::fromUtf8(row.bytes.data(), run.byte).size();
      range.length = QString::fromUtf8(row.bytes.data() + run.byte, run.byteCount).size();
      range.format.setForeground(QColor::fromRgb(run.colour));
      // An unchanged font would only prevent that neighbouring runs are shaped together.
      if (run.size != size || run.bold) {
        QFont own = font;
        own.setPixelSize(std::lround(run.size * picture.scale));
        own.setBold(run.bold);
        range.format.setFont(own);
      }
      formats << range;
    }
    row.layout->setFormats(formats);
  }
};

int main(int argc, char **argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QGuiApplication application(argc, argv);
  Qt6 qt;
  qt.wraps = argc > 1 && std::string(argv[1]) == "--ring";
  return engine::run(qt);
}

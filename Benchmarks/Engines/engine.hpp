// What the adapters in C++ share: requests, answers, CPU time, the text, the picture (Specs/engine-protocol.md).
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace engine {

inline uint64_t cpuNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return uint64_t(now.tv_sec) * 1000000000u + uint64_t(now.tv_nsec);
}

/// A run of attributes; bytes and units are those of the paragraph.
struct Run {
  size_t byte, byteCount, unit, unitCount;
  unsigned colour;
  int size;
  bool bold;
};

struct Paragraph {
  std::string text;
  std::vector<Run> runs;
};

struct Line {
  size_t paragraph, start, end;
};

/// The pixels of the view, 0xXXRRGGBB, rows from the top.
struct Picture {
  uint32_t *pixels = nullptr;
  int width = 0, height = 0;
  double scale = 1;
  /// The ring that the picture begins in, mapped twice in a row, and its number of rows; without one the picture stays
  /// at the start of the file.
  uint32_t *ring = nullptr;
  int rows = 0;
};

/// What an adapter implements.
class Adapter {
 public:
  Picture picture;
  double y = 0;
  /// Whether scrolling moves the beginning of the picture in the ring, instead of the pixels.
  bool wraps = false;
  virtual ~Adapter() = default;
  virtual std::string introduction() = 0;
  virtual void load(std::vector<Paragraph> paragraphs, const std::string &font, const std::string &family, int size) = 0;
  /// Lays out; returns the height in points.
  virtual double layout(double width) = 0;
  virtual double edit(size_t paragraph, size_t byte, size_t count, const std::string &text) = 0;
  virtual void draw() { throw std::runtime_error("this engine does not draw"); }
  virtual std::vector<Line> report() { throw std::runtime_error("this engine has no lines"); }
};

inline std::string decoded(const std::string &word) {
  std::string text;
  for (size_t i = 0; i < word.size(); i++) {
    if (word[i] == '%' && i + 2 < word.size()) {
      text += char(std::stoi(word.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      text += word[i];
    }
  }
  return text;
}

inline std::vector<Paragraph> read(const std::string &path, const std::string &runsPath) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::vector<Paragraph> paragraphs;
  std::vector<size_t> starts;
  size_t byte = 0;
  for (std::string line; std::getline(file, line);) {
    starts.push_back(byte);
    byte += line.size() + 1;
    paragraphs.push_back({line, {}});
  }
  if (runsPath == "-") return paragraphs;
  std::ifstream runs(runsPath);
  size_t number = 0, unit = 0;
  auto units = [](const std::string &text) {
    size_t count = 0;
    for (unsigned char c : text) count += (c & 0xC0) != 0x80 ? (c >= 0xF0 ? 2 : 1) : 0;
    return count;
  };
  for (Run run; runs >> run.byte >> run.byteCount >> run.unit >> run.unitCount >> run.colour >> run.size >> run.bold;) {
    while (number + 1 < paragraphs.size() && run.byte >= starts[number + 1]) unit += units(paragraphs[number++].text) + 1;
    run.byte -= starts[number];
    run.unit -= unit;
    if (number < paragraphs.size()) paragraphs[number].runs.push_back(run);
  }
  return paragraphs;
}

/// Moves the runs of a paragraph after an edit; the inserted text continues the run before it.
inline void moveRuns(Paragraph &paragraph, size_t byte, size_t count, size_t inserted) {
  for (auto &run : paragraph.runs) {
    size_t end = run.byte + run.byteCount;
    auto moved = [&](size_t place) {
      return place <= byte ? place : place >= byte + count ? place - count + inserted : byte + inserted;
    };
    run.byte = run.byte == byte && byte > 0 ? byte + inserted : moved(run.byte);
    run.byteCount = std::max(moved(end), run.byte) - run.byte;
  }
}

inline void map(Picture &picture, const std::string &path, int width, int height, double scale, bool wraps) {
  if (width < 1 || height < 1 || width > 16384 || height > 16384) throw std::runtime_error("no such view");
  int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  size_t row = 4 * size_t(width), bytes = row * size_t(height);
  struct stat found = {};
  if (wraps && file >= 0 && fstat(file, &found) == 0) bytes = size_t(found.st_size);
  char *memory = static_cast<char *>(mmap(nullptr, (wraps ? 2 : 1) * bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  bool isMapped = memory != MAP_FAILED && file >= 0 && bytes >= row * size_t(height);
  for (int part = 0; part < (wraps ? 2 : 1) && isMapped; part++)
    isMapped = mmap(memory + part * bytes, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE, file, 0) !=
               MAP_FAILED;
  if (file >= 0) close(file);
  if (!isMapped) throw std::runtime_error(path + ": cannot be mapped");
  auto pixels = reinterpret_cast<uint32_t *>(memory);
  picture = {pixels, width, height, scale, wraps ? pixels : nullptr, int(bytes / row)};
}

inline std::string answer(Adapter &adapter, const std::vector<std::string> &words) {
  const std::string &name = words.at(0);
  auto word = [&](size_t index) { return words.size() > index ? words[index] : std::string(); };
  std::ostringstream fields;
  fields.precision(12);
  if (name == "hello") {
    map(adapter.picture, word(2), std::stoi(word(3)), std::stoi(word(4)), std::stod(word(5)), adapter.wraps);
    return "ok protocol=1 " + adapter.introduction();
  }
  if (name == "report") {
    auto lines = adapter.report();
    fields << "ok lines=" << lines.size();
    for (auto &line : lines) fields << '\n' << line.paragraph << ' ' << line.start << ' ' << line.end;
    return fields.str();
  }
  uint64_t start = cpuNanoseconds();
  if (name == "load") {
    auto paragraphs = read(word(1), word(2));
    fields << " paragraphs=" << paragraphs.size();
    adapter.load(std::move(paragraphs), word(3), word(4), std::stoi(word(5)));
  } else if (name == "layout") {
    fields << " height=" << adapter.layout(std::stod(word(1)));
  } else if (name == "edit") {
    fields << " height=" << adapter.edit(std::stoul(word(1)), std::stoul(word(2)), std::stoul(word(3)), word(4));
  } else if (name == "scroll") {
    adapter.y = std::stod(word(1));
  } else if (name == "draw") {
    adapter.draw();
    if (adapter.wraps) fields << " offset=" << 4 * (adapter.picture.pixels - adapter.picture.ring);
  } else {
    throw std::runtime_error("unknown request");
  }
  return "ok cpu=" + std::to_string(cpuNanoseconds() - start) + fields.str();
}

/// Answers requests until the input ends.
inline int run(Adapter &adapter) {
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<std::string> words;
    std::istringstream parts(line);
    for (std::string one; std::getline(parts, one, ' ');) words.push_back(decoded(one));
    std::string text;
    try {
      if (words.empty()) throw std::runtime_error("empty request");
      text = answer(adapter, words);
    } catch (const std::exception &error) {
      text = std::string("error ") + error.what();
      std::replace(text.begin(), text.end(), '\n', ' ');
    }
    std::cout << text << '\n' << std::flush;
  }
  return 0;
}

/// What drawing adapters share: rows of the text at their heights, and the part of the picture that is exposed.
struct Rows {
  std::vector<double> heights, tops;

  double place() {
    tops.resize(heights.size() + 1);
    double y = 0;
    for (size_t i = 0; i < heights.size(); i++) {
      tops[i] = y;
      y += heights[i];
    }
    tops.back() = y;
    return y;
  }

  size_t rowAt(double y) const {
    auto found = std::upper_bound(tops.begin(), tops.end(), y);
    return found == tops.begin() ? 0 : std::min<size_t>(found - tops.begin() - 1, heights.size());
  }
};

/// Moves what stays visible, or the beginning of the picture, and returns the rows of pixels that are exposed: first and
/// end.
inline std::pair<int, int> scrolled(Picture &picture, int top, int &shown, bool isValid) {
  int moved = top - shown, height = picture.height;
  if (!isValid || std::abs(moved) >= height) {
    shown = top;
    return {0, height};
  }
  shown = top;
  size_t row = picture.width, kept = height - std::abs(moved);
  if (picture.ring) {
    size_t first = (picture.pixels - picture.ring) / row + picture.rows + moved;
    picture.pixels = picture.ring + first % picture.rows * row;
  } else if (moved > 0) {
    std::memmove(picture.pixels, picture.pixels + moved * row, 4 * kept * row);
  } else if (moved < 0) {
    std::memmove(picture.pixels - moved * row, picture.pixels, 4 * kept * row);
  }
  return moved > 0 ? std::pair<int, int>(height - moved, height) : std::pair<int, int>(0, -moved);
}

}  // namespace engine

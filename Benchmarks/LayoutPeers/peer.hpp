// What the drivers of the layout peers share: inputs, CPU time, the line they print.
//
//   DRIVER WORKLOAD FOLDER
//
// FOLDER holds the inputs (ia-layout export FOLDER): NAME.txt, a paragraph a line, NAME.fonts, the font families, best first,
// a family a line, and NAME.runs, a line a run: first byte, bytes, first UTF-16 unit, units, colour as 0xRRGGBB in decimal, size in pixels, 1 for bold plus 2 for
// italic.
//
//   DRIVER lines WORKLOAD FOLDER
//
// prints, instead of times, a line for each line of the layout: its paragraph and the bytes where it starts and ends, and
// at the end `height POINTS`: what Scripts/layout-peers compares before it compares times.
#pragma once
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace peer {

constexpr double proseWidth = 300, messageWidth = 280, fontSize = 16;

inline double cpuMilliseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/// A text with its paragraphs, and the runs of attributes where it has any.
struct Run {
  size_t byte, byteCount, unit, unitCount;
  unsigned colour;
  int size, style;
  bool bold() const { return style & 1; }
  bool italic() const { return style & 2; }
};

struct Input {
  std::vector<std::string> paragraphs;
  std::vector<Run> runs;
  std::vector<std::string> families;
  size_t byteCount = 0;
};

inline Input read(const std::string &folder, const std::string &name) {
  Input input;
  std::ifstream text(folder + "/" + name + ".txt", std::ios::binary);
  if (!text) {
    std::fprintf(stderr, "no %s.txt in %s\n", name.c_str(), folder.c_str());
    std::exit(66);
  }
  for (std::string line; std::getline(text, line);) {
    input.byteCount += line.size() + 1;
    input.paragraphs.push_back(line);
  }
  std::ifstream fonts(folder + "/" + name + ".fonts");
  for (std::string line; std::getline(fonts, line);) input.families.push_back(line);
  std::ifstream runs(folder + "/" + name + ".runs");
  for (Run run; runs >> run.byte >> run.byteCount >> run.unit >> run.unitCount >> run.colour >> run.size >> run.style;)
    input.runs.push_back(run);
  return input;
}

/// The runs that begin in a paragraph, whose places are given; `next` goes on from call to call.
inline std::vector<Run> runsWithin(const Input &input, size_t &next, size_t end) {
  std::vector<Run> found;
  while (next < input.runs.size() && input.runs[next].byte < end) found.push_back(input.runs[next++]);
  return found;
}

/// A paragraph of some length in the middle, the place of a keystroke.
inline std::string middleParagraph(const Input &input) {
  for (size_t i = input.paragraphs.size() / 2; i < input.paragraphs.size(); i++)
    if (input.paragraphs[i].size() >= 400) return input.paragraphs[i];
  return input.paragraphs.back();
}

/// Times a body some times, and prints the median, the first time, what it counted and the peak of memory.
template <typename Body>
void report(const char *workload, int times, Body body) {
  std::vector<double> milliseconds;
  size_t count = 0;
  for (int i = 0; i < times; i++) {
    double start = cpuMilliseconds();
    count = body(i);
    milliseconds.push_back(cpuMilliseconds() - start);
  }
  double first = milliseconds.front();
  std::sort(milliseconds.begin(), milliseconds.end());
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%s %.6f %.6f %zu %.1f\n", workload, milliseconds[milliseconds.size() / 2], first, count,
              usage.ru_maxrss / 1024.0);
}

/// Whether the driver was called to print lines; the arguments that follow move forward by one.
inline bool wantsLines(int &argc, char **&argv) {
  if (argc < 2 || std::string(argv[1]) != "lines") return false;
  argc--;
  argv++;
  return true;
}

inline void printLine(size_t paragraph, size_t start, size_t end) { std::printf("%zu %zu %zu\n", paragraph, start, end); }

inline double widthOf(const std::string &workload) {
  return workload.rfind("messages", 0) == 0 ? messageWidth : proseWidth;
}

[[noreturn]] inline void unknown() {
  std::fprintf(stderr, "this peer does not do that\n");
  std::exit(64);
}

}  // namespace peer

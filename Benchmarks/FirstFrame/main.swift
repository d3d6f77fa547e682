import CMeasure
import IAArchive
import IAArchiveViews
import IAFonts
import IALayout
import IARender
import IAText
import IAViews

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// The first frame of an archive in a process that links the libraries of this suite and nothing else: what the
// benchmarks link would be loaded before it, and be measured as its start.

/// Writes a message to standard error and exits.
func fail(_ message: String) -> Never {
  let line = Array("ia-first-frame: \(message)\n".utf8)
  _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  exit(1)
}

/// Prints the CPU times of the phases of a first frame in nanoseconds: the process until its fonts are known, the
/// archive, the view, the frame.
func printFirstFrame(of path: String) throws {
  let fonts = try FontCollection.system()
  let renderer = Renderer(fonts: fonts)
  let started = measure_cpu_nanoseconds()
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { fail("no archive at \(path)") }
  let archive = try ArchiveReader(DescriptorStorage(descriptor))
  let rows = try ArchiveRows(archive, ownAuthor: "Ada", looks: Looks(fontSize: 16))
  let opened = measure_cpu_nanoseconds()
  let geometry = ThreadView.Geometry(size: PixelSize(width: 780, height: 1688), scale: 2)
  let view = try ThreadView(rows, geometry, renderer)
  let viewed = measure_cpu_nanoseconds()
  let report = try view.frame()
  let framed = measure_cpu_nanoseconds()
  guard report.isComplete else { fail("the first frame is incomplete") }
  print(started, opened - started, viewed - opened, framed - viewed)
}

/// Returns the first 64 KiB of a file.
func start(of path: String) -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { fail("no text at \(path)") }
  defer { close(descriptor) }
  return [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
    count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
  }
}

/// Prints the CPU times of the phases of a first page in nanoseconds: the process until its fonts are known, the layout,
/// the pixels.
func printFirstPage(of path: String) throws {
  let renderer = Renderer(fonts: try FontCollection.system())
  let started = measure_cpu_nanoseconds()
  var document = IADocument(IAString(String(decoding: start(of: path), as: UTF8.self)))
  document.string.set(\.fontSize, to: 16, in: document.string.utf16Range)
  let margins = Insets(top: 8, left: 8, bottom: 8, right: 8)
  let pages = try renderer.pages(
    of: Renderer.Source(document, looks: Looks(scheme: nil)), size: Size(width: 390, height: 844),
    margins: margins)
  guard let page = pages.first else { fail("no page") }
  let laidOut = measure_cpu_nanoseconds()
  let canvas = try Canvas(PixelSize(width: 780, height: 1688), renderer)
  try canvas.draw(page, scale: 2)
  let drawn = measure_cpu_nanoseconds()
  print(started, laidOut - started, drawn - laidOut)
}

let words = CommandLine.arguments.dropFirst()
do {
  switch (words.count, words.first) {
  case (2, "page"): try printFirstPage(of: CommandLine.arguments[2])
  case (1, let archive?): try printFirstFrame(of: archive)
  default: fail("usage: ia-first-frame ARCHIVE | page TEXT")
  }
} catch { fail("\(error)") }

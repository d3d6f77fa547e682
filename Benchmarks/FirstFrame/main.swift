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

guard CommandLine.arguments.count == 2 else { fail("usage: ia-first-frame ARCHIVE") }
do { try printFirstFrame(of: CommandLine.arguments[1]) } catch { fail("\(error)") }

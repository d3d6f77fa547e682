internal import Foundation

/// The parts of the page that need more than results.
extension BenchPage {
  // MARK: Functions

  func writeFunctions(_ html: inout BenchHTML) {
    guard let (new, old) = additions.functions else { return }
    html.markup("<section id=functions><h2>Instructions by function</h2>")
    defer { html.markup("</section>") }
    guard new.compiler == old.compiler else {
      return html.element(
        "p class=dim",
        "The profiles are of different compilers (\(new.compiler), \(old.compiler)) and are not compared."
      )
    }
    let changes = new.changes(since: old, most: 40)
    if changes.isEmpty {
      return html.element(
        "p class=dim", "No function of a workload in both profiles has other instructions.")
    }
    html.table(
      "The largest changes, as parts of the instructions of their workload",
      ["Function", "Workload", "Before", "After", "Change"], numbers: [2, 3, 4],
      changes.map {
        [
          $0.function, $0.workload, "\($0.before)", "\($0.after)",
          "\($0.after > $0.before ? "▲ more" : "▼ fewer") \(String(format: "%+.2f %%", $0.share * 100))",
        ]
      })
    html.command("Scripts/counters --profile NEW.json")
  }

  // MARK: Film

  func writeFilm(_ html: inout BenchHTML) {
    guard let (film, folder) = additions.film else { return }
    html.markup("<section id=film><h2>Film</h2>")
    let deadline = 1000 / Double(max(film.hertz, 1))
    let late = film.frames.count { ($0.phases["exposed"] ?? 0) > deadline }
    html.element(
      "p class=dim",
      "\(film.workload): \(film.frames.count) frames of \(BenchCharts.number(deadline)) ms, \(late) late. The worst frames "
        + "open to their phases and their picture.")
    for (place, frame) in film.worst.enumerated() {
      let time = frame.phases["exposed"] ?? 0
      html.markup(place == 0 ? "<details open class=frame>" : "<details class=frame>")
      html.element(
        "summary",
        "Frame \(frame.number): \(BenchCharts.number(time)) ms of CPU time\(time > deadline ? ", ▲ late" : "")"
      )
      html.table(
        "Frame \(frame.number)", ["Phase or count", "Value"], numbers: [1],
        frame.phases.sorted { $0.value < $1.value }.map {
          ["until \($0.key) pixels", "\(BenchCharts.number($0.value)) ms"]
        } + frame.work.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] })
      writePicture(frame.picture ?? "", of: film, in: folder, "Frame \(frame.number)", &html)
      html.markup("</details>")
    }
    html.markup(
      "<details class=frame><summary>The frames around the worst one as an animation</summary>")
    writePicture(film.animation, of: film, in: folder, "Frames around the worst one", &html)
    html.markup("</details>")
    html.command("swift run -c release --package-path Benchmarks ia-bench film FOLDER")
    html.markup("</section>")
  }

  private func writePicture(
    _ name: String, of film: Film, in folder: String, _ words: String, _ html: inout BenchHTML
  ) {
    guard let address = film.picture(name, in: folder) else {
      return html.element(
        "p class=dim", "The picture \(name) is missing, too large, or no PNG file.")
    }
    html.markup(
      "<img alt=\"\(BenchHTML.escaped("\(words) of \(film.workload)"))\" src=\"\(address)\">")
  }

  // MARK: History

  private static let maximumCourses = 40

  func writeHistory(_ html: inout BenchHTML) {
    guard let history = additions.history else { return }
    html.markup("<section id=history><h2>History by commit</h2>")
    defer { html.markup("</section>") }
    let courses = history.courses(
      processor: results.machine.processor, isQuick: results.isQuick)
    if courses.isEmpty {
      return html.element(
        "p class=dim",
        "The history has no figure of two commits on this processor and of this kind of run.")
    }
    html.element(
      "p class=dim",
      "Figures of commits on this processor, those that changed most first. The vertical axes are logarithmic."
    )
    html.markup("<div class=grid>")
    for course in courses.prefix(Self.maximumCourses) {
      html.markup("<figure>")
      html.element("h3", course.name)
      html.element(
        "p",
        "\(course.change > 1 ? "▲" : course.change < 1 ? "▼" : "◆") \(BenchCharts.number(course.change)) × since the first of "
          + "\(course.points.count) commits")
      html.markup(BenchCharts.course(course.points.map(\.value), label: course.name))
      html.alternative(
        course.name, ["Commit", "Date", "Value"], numbers: [2],
        course.points.map {
          [String($0.commit.prefix(12)), $0.date, BenchCharts.number($0.value)]
        })
      html.markup("</figure>")
    }
    html.markup("</div>")
    if courses.count > Self.maximumCourses {
      html.element("p class=dim", "\(courses.count - Self.maximumCourses) more figures")
    }
    html.command(
      "swift run -c release --package-path Benchmarks ia-bench record RESULTS.json --history FILE")
  }
}

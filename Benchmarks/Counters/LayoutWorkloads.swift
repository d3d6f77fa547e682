import IACorpus
import IAFonts
import IALayout
import IAText

extension Workload {
  /// Layout: a report and chats laid out for the first time, at another width, and through edits.
  ///
  /// Counts are those of the fonts that Scripts/bootstrap installs.
  static var layoutWorkloads: [Workload] {
    [
      Workload("layout-first", hasStableAllocations: false) {
        let typesetter = try LayoutWorkload.typesetter()
        let strings = try LayoutWorkload.strings()
        return {
          for string in strings {
            let manager = LayoutWorkload.manager(typesetter)
            manager.setString(string)
            manager.ensureLayout()
          }
          return LayoutWorkload.counts(typesetter)
        }
      },
      Workload("layout-width", hasStableAllocations: false) {
        let typesetter = try LayoutWorkload.typesetter()
        let managers = try LayoutWorkload.strings().map { string in
          let manager = LayoutWorkload.manager(typesetter)
          manager.setString(string)
          manager.ensureLayout()
          return manager
        }
        return {
          for manager in managers { manager.containers = [TextContainer(width: 240)] }
          if Plant.isRelayout { managers.last?.containers = [TextContainer(width: 241)] }
          return LayoutWorkload.counts(typesetter)
        }
      },
      Workload("layout-edits", hasStableAllocations: false) {
        let typesetter = try LayoutWorkload.typesetter()
        let storage = TextStorage(try CorpusDocument.named("long-report")?.string ?? IAString())
        let manager = LayoutWorkload.manager(typesetter)
        storage.addManager(manager)
        manager.ensureLayout()
        return {
          for step in 0..<200 {
            let place = step * 97 % storage.string.utf16Count
            storage.replace(place..<place, with: step % 20 == 0 ? "\n" : "x")
          }
          return LayoutWorkload.counts(typesetter)
        }
      },
      Workload("layout-long-paragraph", hasStableAllocations: false) {
        let typesetter = try LayoutWorkload.typesetter()
        let report = try CorpusDocument.named("long-report")?.string ?? IAString()
        var units = report.units(in: report.utf16Range).map { $0 == 0x0A ? 0x20 : $0 }
        while units.count < 60_000 { units += units }
        let storage = TextStorage(IAString(units: units))
        let manager = LayoutWorkload.manager(typesetter)
        storage.addManager(manager)
        manager.ensureLayout()
        return {
          for step in 0..<100 {
            let place = step * 997 % storage.string.utf16Count
            storage.replace(place..<place, with: step % 5 == 0 ? " " : "x")
          }
          return LayoutWorkload.counts(typesetter)
        }
      },
      // The tasks of two threads, one after the other.
      Workload("layout-tasks", hasStableAllocations: false) {
        let typesetter = try LayoutWorkload.typesetter()
        let strings = try LayoutWorkload.strings()
        return {
          for string in strings {
            let manager = LayoutWorkload.manager(typesetter)
            manager.setString(string)
            manager.adopt(manager.layoutTasks(2).map { $0.run() })
          }
          return LayoutWorkload.counts(typesetter)
        }
      },
    ]
  }
}

/// What the workloads of layout share.
enum LayoutWorkload {
  static func typesetter() throws -> Typesetter {
    var options = LayoutOptions()
    options.fontFamilies = ["Noto Sans"]
    options.fontSize = 16
    return Typesetter(fonts: try .system(), options: options)
  }

  static func strings() throws -> [IAString] {
    try ["long-report", "chat-ru", "chat-th", "chat-ar", "mixed-scripts"].map {
      try CorpusDocument.named($0)?.string ?? IAString()
    }
  }

  static func manager(_ typesetter: Typesetter) -> LayoutManager {
    LayoutManager(typesetter, containers: [TextContainer(width: 300)])
  }

  static func counts(_ typesetter: Typesetter) -> [String: Int] {
    let statistics = typesetter.statistics
    return [
      "lines": statistics.brokenLines, "paragraphs": statistics.itemisedParagraphs,
      "measured-texts": statistics.measuredTexts, "cache-hits": statistics.cacheHits,
      "shaped-texts": statistics.shapedTexts,
    ]
  }
}

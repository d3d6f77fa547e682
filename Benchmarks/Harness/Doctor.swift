internal import Foundation

/// Looks at what makes figures of this machine uncertain.
public enum Doctor {
  /// Returns one line for each fact; lines that begin with `!` say what to change.
  public static func report() -> [String] {
    let machine = SystemFacts.machine()
    var lines = [
      "  processor: \(machine.processor), \(machine.cores) cores", "  system: \(machine.system)",
      "  compiler: \(SystemFacts.compiler())",
    ]
    lines.append(governor())
    lines.append(load(cores: machine.cores))
    lines.append(steal())
    lines.append(
      tool("valgrind") ? "  valgrind: found" : "! valgrind: missing; instructions are not counted")
    lines += ["unrtf", "pandoc", "soffice", "chromium", "python3"].map {
      tool($0) ? "  peer \($0): found" : "! peer \($0): missing; its rows are left out"
    }
    for (path, package) in [
      ("/usr/share/fonts/truetype/noto", "fonts-noto-core"),
      ("/usr/share/games/fortunes", "fortunes"), ("/usr/share/games/fortunes/de", "fortunes-de"),
    ] {
      lines.append(
        FileManager.default.fileExists(atPath: path)
          ? "  \(package): found" : "! \(package): missing; \(path) does not exist")
    }
    lines.append(noise())
    return lines
  }

  private static func text(_ path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func governor() -> String {
    let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
    guard let governor = text(path) else {
      return "  governor: not shown by this system, as in most virtual machines"
    }
    return governor == "performance"
      ? "  governor: performance" : "! governor: \(governor); set it to performance"
  }

  private static func load(cores: Int) -> String {
    guard let first = text("/proc/loadavg")?.split(separator: " ").first,
      let load = Double(first)
    else { return "  load: not shown by this system" }
    return load > 0.5 * Double(cores)
      ? "! load: \(load) on \(cores) cores; other programs disturb the figures"
      : "  load: \(load) on \(cores) cores"
  }

  /// Returns the share of time that the host took from this machine in half a second.
  private static func steal() -> String {
    func times() -> (steal: Double, all: Double)? {
      guard let line = text("/proc/stat")?.split(separator: "\n").first else { return nil }
      let values = line.split(separator: " ").dropFirst().compactMap { Double($0) }
      return values.count > 7 ? (values[7], values.prefix(8).reduce(0, +)) : nil
    }
    guard let before = times() else { return "  steal: not shown by this system" }
    Thread.sleep(forTimeInterval: 0.5)
    guard let after = times(), after.all > before.all else { return "  steal: no time passed" }
    let share = (after.steal - before.steal) / (after.all - before.all) * 100
    let shown = String(format: "%.1f %%", share)
    return share > 1 ? "! steal: \(shown); the host is busy" : "  steal: \(shown)"
  }

  private static func tool(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// Returns the spread of 200 equal pieces of arithmetic of about a millisecond.
  private static func noise() -> String {
    var times: [Double] = []
    for _ in 0..<200 {
      var watch = Stopwatch()
      var state = opaque(UInt64(88_172_645_463_325_252))
      watch.time {
        for _ in 0..<400_000 {
          state ^= state << 13
          state ^= state >> 7
          state ^= state << 17
        }
      }
      _ = opaque(state)
      times.append(Double(watch.nanoseconds))
    }
    times.sort()
    let median = Bootstrap.quantile(times, 0.5)
    let high = Bootstrap.quantile(times, 0.99) / median
    let shown = String(
      format: "p99 of equal work is %.2f times its median, the maximum %.2f times", high,
      (times.last ?? 0) / median)
    return high > 1.2 ? "! noise: \(shown)" : "  noise: \(shown)"
  }
}

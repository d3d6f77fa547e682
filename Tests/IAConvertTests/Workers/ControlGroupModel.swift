@testable import IAConvert

/// A model of the kernel's control groups in memory, with the rules that affect groups of workers.
final class ControlGroupModel: ControlGroupFiles {
  let ownProcess: Int32
  let version: ControlGroupPlace.Version
  /// The mount point of the hierarchy.
  let top: String
  /// The processes of each group, by its path in the hierarchy.
  private(set) var groups: [String: Set<Int32>] = [:]
  /// The limit of each group.
  private(set) var limits: [String: String] = [:]
  /// The groups that enable the memory controller for their subgroups (version 2 only).
  private(set) var delegating: Set<String> = []
  /// The number of processes that were killed in each group.
  var kills: [String: Int] = [:]
  var running: Set<Int32>
  /// Whether groups can be created.
  var isWritable = true
  /// Whether limits can be set.
  var acceptsLimits = true
  /// The controllers of version 2.
  var controllers = "cpu memory pids"
  var mountRoot = "/"
  /// The group that `/proc/self/cgroup` states; `nil` for the actual one.
  var statedGroup: String?

  init(
    _ version: ControlGroupPlace.Version, own: String = "/service", process: Int32 = 100,
    others: [Int32] = []
  ) {
    self.version = version
    ownProcess = process
    top = version == .one ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup"
    running = Set(others + [process])
    groups["/"] = []
    groups[own] = running
  }

  /// Returns the group of a process.
  func group(of process: Int32) -> String? {
    groups.first { $0.value.contains(process) }?.key
  }

  private func path(_ path: String) -> String? {
    guard path.hasPrefix(top) else { return nil }
    let rest = path.dropFirst(top.count)
    return rest.isEmpty ? "/" : String(rest)
  }

  private func split(_ path: String) -> (group: String, name: String)? {
    guard let inside = self.path(path), let slash = inside.lastIndex(of: "/") else { return nil }
    let group = String(inside[..<slash])
    return (group.isEmpty ? "/" : group, String(inside[inside.index(after: slash)...]))
  }

  func text(of path: String) -> String? {
    switch path {
    case "/proc/self/cgroup":
      let own = statedGroup ?? group(of: ownProcess) ?? "/"
      return version == .one
        ? "5:cpu,cpuacct:/\n4:memory:\(own)\n1:name=systemd:/\n0::/\n" : "0::\(own)\n"
    case "/proc/self/mountinfo":
      let kind = version == .one ? "cgroup cgroup rw,memory" : "cgroup2 cgroup2 rw,nsdelegate"
      return "22 1 0:20 / / rw - ext4 /dev/root rw\n"
        + "30 22 0:26 \(mountRoot) \(top) rw,nosuid shared:9 - \(kind)\n"
    default: break
    }
    guard let (group, name) = split(path), let processes = groups[group] else { return nil }
    switch name {
    case "cgroup.procs": return processes.sorted().map { "\($0)\n" }.joined()
    case "cgroup.controllers" where version == .two: return controllers + "\n"
    case "cgroup.subtree_control" where version == .two:
      return delegating.contains(group) ? "memory\n" : "\n"
    case "memory.events" where version == .two:
      return "low 0\nhigh 0\nmax 7\noom 2\noom_kill \(kills[group] ?? 0)\noom_group_kill 0\n"
    case "memory.oom_control" where version == .one:
      return "oom_kill_disable 0\nunder_oom 0\noom_kill \(kills[group] ?? 0)\n"
    default: return nil
    }
  }

  func write(_ text: String, to path: String) -> Bool {
    guard let (group, name) = split(path), groups[group] != nil else { return false }
    switch (name, version) {
    case ("cgroup.procs", _):
      // A group that enables controllers for its subgroups accepts no process.
      guard let process = Int32(text), running.contains(process), !delegating.contains(group) else {
        return false
      }
      for key in groups.keys { groups[key]?.remove(process) }
      groups[group]?.insert(process)
      return true
    case ("cgroup.subtree_control", .two):
      if text == "-memory" {
        delegating.remove(group)
        return true
      }
      guard text == "+memory", controllers.contains("memory"), groups[group] == [] else {
        return false
      }
      delegating.insert(group)
      return true
    case ("memory.max", .two), ("memory.limit_in_bytes", .one):
      guard acceptsLimits, version == .one || isLimited(group) else { return false }
      limits[group] = text
      return true
    default: return false
    }
  }

  private func isLimited(_ group: String) -> Bool {
    guard let slash = group.lastIndex(of: "/") else { return false }
    let parent = String(group[..<slash])
    return delegating.contains(parent.isEmpty ? "/" : parent)
  }

  func makeFolder(_ path: String) -> Bool {
    guard isWritable, let (parent, _) = split(path), groups[parent] != nil,
      let group = self.path(path), groups[group] == nil
    else { return false }
    groups[group] = []
    return true
  }

  func removeFolder(_ path: String, waits: Bool) {
    guard let group = self.path(path), groups[group] == [],
      !groups.keys.contains(where: { $0.hasPrefix(group + "/") })
    else { return }
    groups[group] = nil
    limits[group] = nil
  }

  func names(in path: String, beginningWith prefix: String) -> [String] {
    let group = self.path(path) ?? "?"
    let start = group == "/" ? "/" : group + "/"
    return groups.keys.filter { $0.hasPrefix(start + prefix) }
      .map { String($0.dropFirst(start.count)) }.filter { !$0.contains("/") }
  }

  func isRunning(_ process: Int32) -> Bool { running.contains(process) }

  /// Ends a process.
  func end(_ process: Int32) {
    running.remove(process)
    for key in groups.keys { groups[key]?.remove(process) }
  }
}

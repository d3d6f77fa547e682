/// A control group that limits the total memory of the workers of a pool (decision 0140).
///
/// The limits of each worker also apply. The group also counts memory of the kernel, and states how many processes the
/// system has killed because memory was exhausted.
final class WorkerGroup {
  private let files: any ControlGroupFiles
  private let place: ControlGroupPlace
  private let folder: String
  /// The folder of the group to which this process was moved; `nil` if it was not moved.
  private let ownFolder: String?
  /// The number of killed processes that `takeKill` has accounted for.
  private var countedKills = 0
  private var isRemoved = false

  /// The memory in bytes that each worker, and the template, needs in addition to documents and results.
  private static let programBytes = 64 << 20
  /// The maximum number of groups that one process has at a time.
  private static let maxGroups = 64

  /// Creates a group for the workers of a pool.
  ///
  /// - Returns: `nil` if the system has no control group in which this process may create one.
  convenience init?(_ settings: WorkerPool.Settings) {
    guard settings.usesControlGroup else { return nil }
    self.init(memoryBytes: Self.memoryBytes(settings), SystemControlGroups())
  }

  /// Creates a group with a limit of memory in bytes.
  ///
  /// - Returns: `nil` if the system has no control group in which this process may create one.
  init?(memoryBytes: Int, _ files: any ControlGroupFiles) {
    guard let found = ControlGroupPlace(files) else { return nil }
    let names = Names(files.ownProcess)
    names.removeStale(in: found.folder, files)
    guard let (place, ownFolder) = Self.prepare(found, names, files) else { return nil }
    let free = (0..<Self.maxGroups).lazy.map { place.folder + "/" + names.group($0) }
      .first { files.makeFolder($0) }
    let limit = place.version == .one ? "memory.limit_in_bytes" : "memory.max"
    guard let folder = free, files.write(String(memoryBytes), to: "\(folder)/\(limit)") else {
      if let free { files.removeFolder(free, waits: false) }
      if let ownFolder { Self.restore(place, ownFolder, names, files) }
      return nil
    }
    self.files = files
    self.place = place
    self.folder = folder
    self.ownFolder = ownFolder
  }

  deinit { remove() }

  /// Returns the memory that the workers of a pool may use together, in bytes.
  ///
  /// It is greater than the sum of their own limits, so that the same documents fail with and without a
  /// group.
  static func memoryBytes(_ settings: WorkerPool.Settings) -> Int {
    let limits = settings.limits
    let each = clampedSum(limits.memoryBytes, clampedSum(limits.outputBytes, programBytes))
    let (all, overflows) = each.multipliedReportingOverflow(by: settings.workers)
    return overflows ? Int.max >> 1 : clampedSum(all, programBytes)
  }

  private static func clampedSum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflows) = max(0, one).addingReportingOverflow(max(0, other))
    return overflows ? Int.max >> 1 : sum
  }

  // MARK: Processes

  /// Adds a process to the group; processes that it starts later are also in the group.
  ///
  /// - Returns: Whether the process is in the group.
  func add(_ process: Int32) -> Bool {
    !isRemoved && files.write(String(process), to: folder + "/cgroup.procs")
  }

  /// Returns whether the system has killed a process of the group because memory was exhausted, and accounts for one
  /// of these processes.
  func takeKill() -> Bool {
    let name = place.version == .one ? "memory.oom_control" : "memory.events"
    guard let text = files.text(of: "\(folder)/\(name)") else { return false }
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    let count = lines.first { $0.count == 2 && $0[0] == "oom_kill" }.flatMap { Int($0[1]) } ?? 0
    guard count > countedKills else { return false }
    countedKills += 1
    return true
  }

  /// Removes the group, whose processes have ended.
  func remove() {
    guard !isRemoved else { return }
    isRemoved = true
    files.removeFolder(folder, waits: true)
    if let ownFolder { Self.restore(place, ownFolder, Names(files.ownProcess), files) }
  }

  // MARK: Place

  /// Prepares the group of this process so that the memory of groups inside it can be limited.
  ///
  /// In version 2, a group that contains processes cannot limit its inner groups. If this process is the only one in
  /// the group, it is moved to a new inner group beside those of its workers.
  ///
  /// - Returns: The group in which groups can be created, and the folder to which this process was moved; `nil` if the
  ///   preparation is not possible.
  private static func prepare(
    _ found: ControlGroupPlace, _ names: Names, _ files: any ControlGroupFiles
  ) -> (ControlGroupPlace, ownFolder: String?)? {
    guard found.version == .two else { return (found, nil) }
    // This process was moved before.
    let suffix = "/" + names.ofBroker
    if found.folder.hasSuffix(suffix) {
      let parent = String(found.folder.dropLast(suffix.utf8.count))
      return (ControlGroupPlace(version: .two, folder: parent), found.folder)
    }
    func list(_ name: String) -> [Substring] {
      (files.text(of: "\(found.folder)/\(name)") ?? "").split { $0 == " " || $0 == "\n" }
    }
    if list("cgroup.subtree_control").contains("memory") { return (found, nil) }
    guard list("cgroup.controllers").contains("memory"),
      list("cgroup.procs") == [Substring(String(files.ownProcess))]
    else { return nil }
    let ownFolder = found.folder + suffix
    guard files.makeFolder(ownFolder) else { return nil }
    guard files.write(String(files.ownProcess), to: ownFolder + "/cgroup.procs"),
      files.write("+memory", to: found.folder + "/cgroup.subtree_control")
    else {
      restore(found, ownFolder, names, files)
      return nil
    }
    return (found, ownFolder)
  }

  /// Moves this process back to its former group, unless another group of its workers remains.
  private static func restore(
    _ place: ControlGroupPlace, _ ownFolder: String, _ names: Names, _ files: any ControlGroupFiles
  ) {
    let others = files.names(in: place.folder, beginningWith: names.prefix)
    guard others.allSatisfy({ $0 == names.ofBroker }) else { return }
    _ = files.write("-memory", to: place.folder + "/cgroup.subtree_control")
    _ = files.write(String(files.ownProcess), to: place.folder + "/cgroup.procs")
    files.removeFolder(ownFolder, waits: false)
  }

  /// The names of the groups of a process.
  private struct Names {
    private static let common = "iaconv-"
    /// The beginning of all names of the process.
    let prefix: String

    init(_ process: Int32) { prefix = "\(Self.common)\(process)-" }

    /// The name of the group of the process itself.
    var ofBroker: String { prefix + "broker" }

    /// Returns the name of a group of workers.
    func group(_ number: Int) -> String { prefix + String(number) }

    /// Removes the groups of processes that were killed.
    func removeStale(in folder: String, _ files: any ControlGroupFiles) {
      for name in files.names(in: folder, beginningWith: Self.common) {
        let parts = name.dropFirst(Self.common.count).split(
          separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let process = Int32(parts[0]), process > 0,
          !files.isRunning(process)
        else { continue }
        // The system does not remove a group that contains processes.
        files.removeFolder("\(folder)/\(name)", waits: false)
      }
    }
  }
}

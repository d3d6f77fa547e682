internal import IAFiles

/// The control group in which a process may create groups for its workers.
///
/// All paths are read from the kernel: the group of the process, and the mount point of the hierarchy.
struct ControlGroupPlace: Hashable {
  /// The two interfaces of control groups.
  enum Version: Hashable {
    /// A hierarchy for each controller; groups may contain both processes and groups.
    case one
    /// One hierarchy; a group that limits its groups contains no processes.
    case two
  }

  /// The interface of the hierarchy.
  let version: Version
  /// The folder of the group.
  let folder: String

  /// Creates the place of this process in the hierarchy that limits memory.
  ///
  /// - Returns: `nil` if there is no such hierarchy, or if it is not mounted where this process can access it.
  init?(_ files: some ControlGroupFiles) {
    guard let groups = files.text(of: "/proc/self/cgroup"),
      let mounts = files.text(of: "/proc/self/mountinfo"),
      let (version, path) = Self.ownGroup(groups)
    else { return nil }
    let folders = mounts.split(separator: "\n").lazy.compactMap { line in
      Mount(line).flatMap { $0.limitsMemory(version) ? $0.folder(of: path) : nil }
    }
    guard let folder = folders.first(where: { files.text(of: $0 + "/cgroup.procs") != nil }) else {
      return nil
    }
    self.version = version
    self.folder = folder
  }

  /// Creates the place with these values.
  init(version: Version, folder: String) {
    self.version = version
    self.folder = folder
  }

  /// Returns the version of the hierarchy that limits memory, and the path of this process in it.
  private static func ownGroup(_ text: String) -> (Version, Substring)? {
    var unified: Substring?
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      if fields[1].split(separator: ",").contains("memory") { return (.one, fields[2]) }
      if fields[0] == "0", fields[1].isEmpty { unified = fields[2] }
    }
    return unified.map { (.two, $0) }
  }

  /// A line of the table of mounted file systems.
  private struct Mount {
    /// The folder of the file system that is mounted, and the mount point.
    let root: Substring
    let point: Substring
    let kind: Substring
    let options: Substring

    init?(_ line: Substring) {
      let fields = line.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count >= dash + 4 else {
        return nil
      }
      (root, point) = (fields[3], fields[4])
      (kind, options) = (fields[dash + 1], fields[dash + 3])
      // Special characters are escaped with a backslash; such paths are not supported.
      guard !root.contains("\\"), !point.contains("\\") else { return nil }
    }

    func limitsMemory(_ version: Version) -> Bool {
      switch version {
      case .one: kind == "cgroup" && options.split(separator: ",").contains("memory")
      case .two: kind == "cgroup2"
      }
    }

    /// Returns the folder of a group, or `nil` if the mounted part does not contain it.
    func folder(of path: Substring) -> String? {
      let text = String(path)
      guard FilePaths.isAbsolute(text), !FilePaths.parts(of: text).contains("..") else {
        return nil
      }
      var rest = path
      if root != "/" {
        guard path == root || path.hasPrefix(root + "/") else { return nil }
        rest = path.dropFirst(root.count)
      }
      return rest == "/" ? String(point) : "\(point)\(rest)"
    }
  }
}

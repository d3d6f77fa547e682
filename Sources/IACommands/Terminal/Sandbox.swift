internal import CSandbox
internal import IAConvert
internal import IAFiles
internal import IAFormats

/// The rights that a worker gives up before it reads a document (decision 0059).
enum Sandbox {
  /// The formats that are drawn with fonts.
  static let drawnFormats: Set<FormatID> = [.png, .apng, .svg, .pdf]

  /// The feature that only a worker of a broker has: it ends with its parent.
  static let parentDeath = UInt32(IA_SANDBOX_PARENT_DEATH)

  /// The folders of fonts and of their configuration.
  private static var fontFolders: [String] {
    var folders = [
      "/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/usr/share/fontconfig",
      "/var/cache/fontconfig",
    ]
    if let home = ProcessControl.environment("HOME") {
      folders += ["/.fonts", "/.local/share/fonts", "/.config/fontconfig", "/.cache/fontconfig"]
        .map { home + $0 }
    }
    return folders
  }

  /// Drops all rights but those that a conversion needs.
  ///
  /// - Parameters:
  ///   - memory: The bytes that may be mapped in addition to those that are mapped now.
  ///   - hasParent: Whether the process ends with its parent.
  ///   - readsFonts: Whether fonts can be opened later.
  ///   - session: The session in whose shared memory a flag is set when memory is exhausted; `nil` for no flag.
  /// - Returns: The features that the system enforces from then on.
  static func close(
    memory: Int, hasParent: Bool, readsFonts: Bool, session: (any WatchedSession)?
  ) -> SandboxFeatures {
    unsafe session?.withMemoryRemark { unsafe ia_sandbox_watch_memory($0) }
    var bits = ia_sandbox_begin(UInt64(memory), hasParent ? 1 : 0)
    var version: Int32 = 0
    // The copies of the names are never freed.
    var folders: [UnsafePointer<CChar>?] = unsafe []
    for name in readsFonts ? fontFolders : [] { unsafe folders.append(copy(name)) }
    unsafe bits |= ia_sandbox_close(folders, Int32(folders.count), &version)
    return SandboxFeatures(bits: bits, landlockVersion: Int(version))
  }

  /// Returns memory with the bytes of a name and a final zero; it is never freed.
  private static func copy(_ name: String) -> UnsafePointer<CChar> {
    let characters = PathBytes.bytes(of: name).map { CChar(bitPattern: $0) } + [0]
    let space = UnsafeMutableBufferPointer<CChar>.allocate(capacity: characters.count)
    _ = unsafe space.initialize(from: characters)
    return unsafe UnsafePointer(space.baseAddress.unsafelyUnwrapped)
  }

  /// Fails if a feature is missing.
  ///
  /// - Throws: `Failure` with `worker.sandbox`.
  static func require(_ expected: UInt32, in features: SandboxFeatures) throws(Failure) {
    let missing = features.missing(of: expected)
    guard !missing.isEmpty else { return }
    throw Failure(
      .permission, code: "worker.sandbox",
      "the system lacks \(missing.joined(separator: ", "))")
  }

  /// Closes the descriptors that the parent has left open.
  static func closeDescriptors(from first: Int) { ia_sandbox_close_descriptors(Int32(first)) }

  /// The operations that a closed sandbox must prevent, and whether each succeeded; an operation is attempted when the
  /// sequence reaches it.
  static var attempts: some Sequence<(name: String, succeeded: Bool)> {
    (0..<Int32.max).lazy.map { number -> (name: String, succeeded: Bool)? in
      var succeeded: Int32 = 0
      guard let name = unsafe ia_sandbox_attempt(number, &succeeded) else { return nil }
      return (unsafe String(cString: name), succeeded != 0)
    }.prefix { $0 != nil }.compactMap(\.self)
  }
}

internal import Foundation

/// Real short messages: Debian's `fortunes` and its German, Italian and Russian relatives.
public enum Messages {
  /// A language of the messages.
  public enum Language: String, CaseIterable, Sendable { case english, german, italian, russian }

  private static let root = URL(filePath: "/usr/share/games/fortunes")

  /// The messages of a language in the order of their files' names, 20 to 600 characters long.
  public static func all(in language: Language) throws -> [String] {
    var found: [String] = []
    for url in try files(of: language) {
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
      var message: [Substring] = []
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line == "%" {
          add(message, to: &found)
          message = []
        } else {
          message.append(line)
        }
      }
      add(message, to: &found)
    }
    guard !found.isEmpty else {
      throw Tool.Missing(description: "no fortunes in \(language.rawValue); are they installed?")
    }
    return found
  }

  /// The same number of messages of each language, by turns.
  public static func mixed(count: Int) throws -> [String] {
    let sets = try Language.allCases.map { try all(in: $0) }
    return (0..<count).map { index in
      let set = sets[index % sets.count]
      return set[(index / sets.count) % set.count]
    }
  }

  private static func files(of language: Language) throws -> [URL] {
    let folder =
      switch language {
      case .english: root
      case .german: root.appending(path: "de")
      case .italian: root.appending(path: "it")
      case .russian: root.appending(path: "ru")
      }
    return
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.isDirectoryKey]))
      ?? []
      .filter { !["dat", "u8"].contains($0.pathExtension) && $0.lastPathComponent != "ascii-art" }
      .filter { (try? $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) != true }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  private static func add(_ lines: [Substring], to messages: inout [String]) {
    let text = lines.joined(separator: "\n")
    if (20...600).contains(text.count) { messages.append(text) }
  }
}

import Foundation
import IATestSupport
import Testing

@testable import IACommands

/// Completion scripts, executed by the shells.
@Suite struct CompletionTests {
  /// Command lines up to the cursor, and an expected completion of each.
  static let lines: [(line: String, completion: String)] = [
    ("iaconv lette", "letter.md"), ("iaconv letter.md -o lette", "letter.md"),
    ("iaconv arch", "archive"), ("iaconv letter.md -t ht", "html"),
    ("iaconv archive cre", "create"), ("iaconv archive create --on-c", "--on-collision"),
    ("iaconv letter.md --sche", "--scheme"), ("iaconv render letter.md --page-size lega", "legal"),
    ("iaconv help expl", "explain"),
  ]

  private func shell(_ name: String) throws -> Shell {
    let shell = try Shell()
    for file in ["letter.md", "other.txt"] {
      try Data().write(to: shell.folder.appending(path: file))
    }
    let made = try shell.run("iaconv --generate-completion-script \(name) > _iaconv")
    #expect(made.status == 0)
    return shell
  }

  private static func has(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
      || FileManager.default.isExecutableFile(atPath: "/bin/\(name)")
  }

  @Test(.enabled(if: has("bash"), "needs bash"))
  func `bash completes`() throws {
    let shell = try shell("bash")
    let script = #"""
      source ./_iaconv
      read -ra COMP_WORDS <<< "$1"
      COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
      _iaconv
      printf '%s\n' "${COMPREPLY[@]}"
      """#
    try Data(script.utf8).write(to: shell.folder.appending(path: "try.bash"))
    for (line, completion) in Self.lines {
      let result = try shell.run("bash --norc try.bash '\(line)'")
      let found = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
      #expect(found.contains { $0 == completion }, "\(line): \(found)")
      #expect(result.errors.isEmpty, "\(String(decoding: result.errors, as: UTF8.self))")
    }
  }

  @Test(.enabled(if: has("fish"), "needs fish"))
  func `fish completes`() throws {
    let shell = try shell("fish")
    for (line, completion) in Self.lines {
      let result = try shell.run(
        "HOME=$PWD fish --no-config -c \"source _iaconv; complete -C '\(line)'\"")
      let found = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
        .map { $0.prefix { $0 != "\t" } }
      #expect(found.contains { $0 == completion }, "\(line): \(found)")
    }
  }

  @Test(.enabled(if: has("zsh"), "needs zsh"))
  func `zsh completes`() throws {
    let shell = try shell("zsh")
    // A pseudo-terminal, because zsh completes only in its line editor. The tab character completes
    // the line, and the control character after it prints the result.
    let script = #"""
      zmodload zsh/zpty
      zpty -b z zsh -f -i
      zpty -w z "PS1=; fpath=($PWD \$fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word"
      zpty -w z "show() { print -r -- \"<\$BUFFER>\" > shown; zle kill-buffer }; zle -N show; bindkey '^X' show"
      zpty -w z "print ready > ready"
      repeat 100; do [[ -s ready ]] && break; sleep 0.1; done
      zpty -wn z "$1"$'\t\x18'
      repeat 100; do [[ -s shown ]] && break; sleep 0.1; while zpty -rt z part; do :; done; done
      print -r -- "$(<shown)"
      """#
    try Data(script.utf8).write(to: shell.folder.appending(path: "try.zsh"))
    for (line, completion) in Self.lines {
      let result = try shell.run("rm -f ready shown; TERM=xterm HOME=$PWD zsh -f try.zsh '\(line)'")
      let found = String(decoding: result.output, as: UTF8.self)
      let words = line.split(separator: " ").dropLast().joined(separator: " ")
      #expect(found.hasPrefix("<\(words) \(completion)"), "\(line): \(found)")
    }
  }
}

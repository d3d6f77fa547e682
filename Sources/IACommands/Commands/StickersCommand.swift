internal import ArgumentParser
internal import IABytes
internal import IAConvert
internal import IAFormats

/// `iaconv stickers`: lists the content of sticker packs, and their defects.
struct StickersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stickers",
    abstract: "Lists and checks sticker packs.",
    discussion: """
      A pack is a JSON file, a property list, or a folder with a pack.json or pack.plist.

      Examples:
        iaconv stickers list animals/pack.json
        iaconv stickers validate animals
      """,
    subcommands: [List.self, Validate.self])

  /// `iaconv stickers list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the stickers of packs.",
      discussion: """
        Example:
          iaconv stickers list animals/pack.json
        """)

    @Argument(help: "The pack.", completion: .file())
    var pack: String

    @Flag(help: "List them as JSON.")
    var json = false

    func run() throws {
      let found = try StickerPacks.load(path: pack)
      let list = StickerPackList(of: found.packs)
      try StandardOutput.print(json ? list.json : list.text)
    }
  }

  /// `iaconv stickers validate`.
  struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "validate",
      abstract: "Checks sticker packs; exits with 65 if there are defects.",
      discussion: """
        Example:
          iaconv stickers validate animals
        """)

    @Argument(help: "The pack.", completion: .file())
    var pack: String

    @Flag(help: "Accept stickers without a picture.")
    var withoutImages = false

    @Flag(help: "List the defects as JSON.")
    var json = false

    func run() throws {
      let check = try StickerPackCheck(path: pack, requiresImages: !withoutImages)
      try StandardOutput.print(json ? check.json : check.text)
      guard check.isClean else { throw Ending(status: .badInput) }
    }
  }
}

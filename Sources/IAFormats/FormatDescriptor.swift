/// The name of a format: `html`, `json`, `markdown`.
public struct FormatID: RawRepresentable, Hashable, Sendable {
  /// The name as used on the command line.
  public let rawValue: String

  /// Creates the name of a format.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates the name of a format.
  public init(_ name: String) { rawValue = name }
}

/// The properties of a format: name, suffixes, media types and profiles.
public struct FormatDescriptor: Hashable, Sendable {
  /// A named variant of a format, for example `styled` and `semantic` for HTML.
  public struct Profile: Hashable, Sendable {
    /// The name as used on the command line.
    public var name: String
    /// The purpose of the profile, in a few words.
    public var summary: String

    /// Creates a profile.
    public init(_ name: String, _ summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// The name of the format.
  public var id: FormatID
  /// The name of the format as used in a sentence.
  public var title: String
  /// The suffixes of its files, without the full stop; writers use the first one.
  public var suffixes: [String]
  /// The media types; writers use the first one.
  public var mediaTypes: [String]
  /// The profiles of its writer; the first is the default.
  ///
  /// Empty if there are no variants.
  public var profiles: [Profile]
  /// Whether files are text in UTF-8.
  public var isTextual: Bool
  /// The name of the main file if a document of this format is a folder; otherwise `nil`.
  public var folderDocument: String?

  /// Creates a descriptor.
  public init(
    id: FormatID, title: String, suffixes: [String], mediaTypes: [String],
    profiles: [Profile] = [], isTextual: Bool = true, folderDocument: String? = nil
  ) {
    self.id = id
    self.title = title
    self.suffixes = suffixes
    self.mediaTypes = mediaTypes
    self.profiles = profiles
    self.isTextual = isTextual
    self.folderDocument = folderDocument
  }
}

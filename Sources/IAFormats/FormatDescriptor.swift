/// The name of a format: `html`, `json`, `markdown`.
public struct FormatID: RawRepresentable, Hashable, Sendable {
  /// The name as it is given on a command line.
  public let rawValue: String

  /// Makes a format's name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a format's name.
  public init(_ name: String) { rawValue = name }
}

/// What is known about a format without reading or writing anything.
public struct FormatDescriptor: Hashable, Sendable {
  /// A set of choices under one name, such as `styled` and `semantic` for HTML.
  public struct Profile: Hashable, Sendable {
    /// The name as it is given on a command line.
    public var name: String
    /// What it is for, in a few words.
    public var summary: String

    /// Makes a profile.
    public init(_ name: String, _ summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// The name of the format.
  public var id: FormatID
  /// What the format is called in a sentence.
  public var title: String
  /// The suffixes of its files, without the full stop; the first is the one written.
  public var suffixes: [String]
  /// Its media types; the first is the one written.
  public var mediaTypes: [String]
  /// The profiles of its writer; the first is the default.
  ///
  /// Empty where there is only one way.
  public var profiles: [Profile]
  /// Whether files are text in UTF-8.
  public var isTextual: Bool
  /// Where a document is a folder, the name of the file in it that is the document; else nil.
  public var folderDocument: String?

  /// Describes a format.
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

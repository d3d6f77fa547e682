public import Foundation
public import IAText

extension AttributeScopes {
  /// The attributes that represent the content of an `IAString` in an `AttributedString`.
  public struct IntensityAttributes: AttributeScope {
    /// The intensity of the text, 0…100.
    public let intensity: IntensityAttribute
    /// The whole set of the model's inline attributes.
    public let inlineAttributes: InlineAttributesAttribute
    /// The whole set of the model's paragraph attributes.
    public let paragraphAttributes: ParagraphAttributesAttribute
    /// The attachment at U+FFFC.
    public let attachment: AttachmentAttribute

    /// Foundation's own attributes: links and presentation intents.
    public let foundation: FoundationAttributes
  }

  /// The scope, by the name that key paths use.
  public var intensity: IntensityAttributes.Type { IntensityAttributes.self }
}

/// The intensity of the text, 0…100.
public enum IntensityAttribute: AttributedStringKey {
  /// Whole numbers, 0…100.
  public typealias Value = Int
  /// The name in dictionaries.
  public static let name = "intensity"
}

/// The whole set of the model's inline attributes.
public enum InlineAttributesAttribute: AttributedStringKey {
  /// The model's own type.
  public typealias Value = InlineAttributes
  /// The name in dictionaries.
  public static let name = "IAInlineAttributes"
}

/// The whole set of the model's paragraph attributes.
public enum ParagraphAttributesAttribute: AttributedStringKey {
  /// The model's own type.
  public typealias Value = ParagraphAttributes
  /// The name in dictionaries.
  public static let name = "IAParagraphAttributes"
}

/// The attachment at U+FFFC.
public enum AttachmentAttribute: AttributedStringKey {
  /// The record of one attachment, with an identity so that equal neighbours stay two.
  public struct Value: Hashable, Sendable {
    /// The attachment at the unit.
    public var attachment: Attachment
    /// A number that distinguishes this attachment from an equal one beside it.
    public var ordinal: Int

    /// Creates a value.
    public init(attachment: Attachment, ordinal: Int) {
      self.attachment = attachment
      self.ordinal = ordinal
    }
  }
  /// The name in dictionaries.
  public static let name = "IAAttachment"
}

extension AttributeDynamicLookup {
  /// Accesses the attributes of the scope by name: `attributed.intensity`.
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.IntensityAttributes, Key>
  ) -> Key { self[Key.self] }
}

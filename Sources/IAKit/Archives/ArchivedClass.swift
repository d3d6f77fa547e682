/// The classes whose objects are read from a keyed archive; objects of all others are skipped.
///
/// Several archived classes are one case if the reader treats them alike.
enum ArchivedClass: Hashable {
  case archive
  case attachment, imageAttachment, videoAttachment, locationAttachment
  case placemark, location, region
  case array, dictionary, string, data, date, url, null
  case attributedString, paragraphStyle, textTab, font, fontDescriptor, color
  case image, fileWrapper

  /// The classes of the source system, without the name of their module.
  private static let own: [String: ArchivedClass] = [
    "IAStringArchive": .archive,
    "IATextAttachment": .attachment,
    "IAImageAttachment": .imageAttachment,
    "IAVideoAttachment": .videoAttachment,
    "IALocationAttachment": .locationAttachment,
    "IAPlacemark": .placemark,
  ]

  /// The classes of the system.
  private static let system: [String: ArchivedClass] = [
    "MKPlacemark": .placemark, "CLPlacemark": .placemark,
    "CLLocation": .location,
    "CLCircularRegion": .region, "CLRegion": .region,
    "NSArray": .array, "NSMutableArray": .array, "NSSet": .array, "NSMutableSet": .array,
    "NSDictionary": .dictionary, "NSMutableDictionary": .dictionary,
    "NSString": .string, "NSMutableString": .string,
    "NSData": .data, "NSMutableData": .data,
    "NSDate": .date, "NSURL": .url, "NSNull": .null,
    "NSAttributedString": .attributedString, "NSMutableAttributedString": .attributedString,
    "NSConcreteAttributedString": .attributedString,
    "NSConcreteMutableAttributedString": .attributedString,
    "NSParagraphStyle": .paragraphStyle, "NSMutableParagraphStyle": .paragraphStyle,
    "NSTextTab": .textTab,
    "NSFont": .font, "UIFont": .font, "UICTFont": .font,
    "UIFontDescriptor": .fontDescriptor, "NSFontDescriptor": .fontDescriptor,
    "NSColor": .color, "UIColor": .color, "UIDeviceRGBColor": .color,
    "UIDeviceWhiteColor": .color, "UICachedDeviceRGBColor": .color,
    "UICachedDeviceWhiteColor": .color,
    "NSTextAttachment": .attachment,
    "UIImage": .image, "NSImage": .image,
    "NSFileWrapper": .fileWrapper,
  ]

  /// Creates the class for a name in an archive; `nil` if its objects are not read.
  ///
  /// The name of a Swift class has its module as a prefix, separated by a full stop, or is mangled as `_TtC` + length +
  /// module + length + class.
  init?(name: String) {
    if let known = Self.system[name] {
      self = known
      return
    }
    var last = Substring(name)
    if name.hasPrefix("_TtC") {
      guard let mangled = Self.demangled(name.dropFirst(4)) else { return nil }
      last = mangled
    } else if let dot = name.lastIndex(of: ".") {
      last = name[name.index(after: dot)...]
    }
    guard let known = Self.own[String(last)] else { return nil }
    self = known
  }

  /// Returns the second of two names that are each preceded by their length.
  private static func demangled(_ text: Substring) -> Substring? {
    var rest = text
    var name: Substring = ""
    for _ in 0..<2 {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let length = Int(digits), length > 0 else { return nil }
      rest = rest.dropFirst(digits.count)
      name = rest.prefix(length)
      guard name.count == length else { return nil }
      rest = rest.dropFirst(length)
    }
    return rest.isEmpty ? name : nil
  }
}

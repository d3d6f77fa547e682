/// The numbers of languages in `\lang`.
///
/// A language without a region has a neutral number, as in `\lang9` of WordPad. Few programs know these numbers. The
/// writer therefore adds the number of the language with a region, which programs use: `\lang7\lang1031`.
///
/// Source: [MS-LCID], Windows Language Code Identifier Reference.
enum RTFLanguage {
  /// Returns the number of a language tag, or `nil` if it has none.
  static func number(of tag: String) -> Int? { numbers[tag.lowercased()] }

  /// Returns the number with a region that represents a neutral one; any other number is returned unchanged.
  static func regionalNumber(of number: Int) -> Int {
    switch number {
    case 0x0004, 0x7804: 0x0804
    case 0x7C04: 0x0404
    case 0x000A: 0x0C0A
    case 0x7C14: 0x0414
    case 0x0016, 0x003C, 0x7814: number & 0x03FF | 0x0800
    case ..<0x0400: number | 0x0400
    default: number
    }
  }

  /// Returns whether a number only repeats the previous one with a region.
  static func repeats(_ number: Int, after previous: Int) -> Bool {
    number != previous && number == regionalNumber(of: previous) && tag(of: previous) != nil
  }

  /// The number of each tag; no two tags have the same.
  static let numbers: [String: Int] = [
    "ar": 0x0001, "ar-sa": 0x0401, "bg": 0x0002, "bg-bg": 0x0402, "ca": 0x0003, "ca-es": 0x0403,
    "zh-hans": 0x0004, "zh-tw": 0x0404, "zh-cn": 0x0804, "zh-hk": 0x0C04, "zh-sg": 0x1004,
    "zh": 0x7804, "zh-hant": 0x7C04, "cs": 0x0005, "cs-cz": 0x0405, "da": 0x0006, "da-dk": 0x0406,
    "de": 0x0007, "de-de": 0x0407, "de-ch": 0x0807, "de-at": 0x0C07, "el": 0x0008, "el-gr": 0x0408,
    "en": 0x0009, "en-us": 0x0409, "en-gb": 0x0809, "en-au": 0x0C09, "en-ca": 0x1009,
    "en-nz": 0x1409, "en-ie": 0x1809, "en-in": 0x4009, "es": 0x000A, "es-mx": 0x080A,
    "es-es": 0x0C0A, "fi": 0x000B, "fi-fi": 0x040B, "fr": 0x000C, "fr-fr": 0x040C, "fr-be": 0x080C,
    "fr-ca": 0x0C0C, "fr-ch": 0x100C, "he": 0x000D, "he-il": 0x040D, "hu": 0x000E, "hu-hu": 0x040E,
    "is": 0x000F, "is-is": 0x040F, "it": 0x0010, "it-it": 0x0410, "it-ch": 0x0810, "ja": 0x0011,
    "ja-jp": 0x0411, "ko": 0x0012, "ko-kr": 0x0412, "nl": 0x0013, "nl-nl": 0x0413, "nl-be": 0x0813,
    "no": 0x0014, "nb-no": 0x0414, "nn-no": 0x0814, "nn": 0x7814, "nb": 0x7C14, "pl": 0x0015,
    "pl-pl": 0x0415, "pt": 0x0016, "pt-br": 0x0416, "pt-pt": 0x0816, "ro": 0x0018, "ro-ro": 0x0418,
    "ru": 0x0019, "ru-ru": 0x0419, "hr": 0x001A, "hr-hr": 0x041A, "sk": 0x001B, "sk-sk": 0x041B,
    "sq": 0x001C, "sq-al": 0x041C, "sv": 0x001D, "sv-se": 0x041D, "sv-fi": 0x081D, "th": 0x001E,
    "th-th": 0x041E, "tr": 0x001F, "tr-tr": 0x041F, "ur": 0x0020, "ur-pk": 0x0420, "id": 0x0021,
    "id-id": 0x0421, "uk": 0x0022, "uk-ua": 0x0422, "be": 0x0023, "be-by": 0x0423, "sl": 0x0024,
    "sl-si": 0x0424, "et": 0x0025, "et-ee": 0x0425, "lv": 0x0026, "lv-lv": 0x0426, "lt": 0x0027,
    "lt-lt": 0x0427, "fa": 0x0029, "fa-ir": 0x0429, "vi": 0x002A, "vi-vn": 0x042A, "hy": 0x002B,
    "hy-am": 0x042B, "eu": 0x002D, "eu-es": 0x042D, "mk": 0x002F, "mk-mk": 0x042F, "af": 0x0036,
    "af-za": 0x0436, "ka": 0x0037, "ka-ge": 0x0437, "hi": 0x0039, "hi-in": 0x0439, "ga": 0x003C,
    "ga-ie": 0x083C, "ms": 0x003E, "ms-my": 0x043E, "kk": 0x003F, "kk-kz": 0x043F, "sw": 0x0041,
    "sw-ke": 0x0441, "bn": 0x0045, "bn-in": 0x0445, "gu": 0x0047, "gu-in": 0x0447, "ta": 0x0049,
    "ta-in": 0x0449, "te": 0x004A, "te-in": 0x044A, "kn": 0x004B, "kn-in": 0x044B, "ml": 0x004C,
    "ml-in": 0x044C, "mr": 0x004E, "mr-in": 0x044E, "cy": 0x0052, "cy-gb": 0x0452, "km": 0x0053,
    "km-kh": 0x0453, "lo": 0x0054, "lo-la": 0x0454, "gl": 0x0056, "gl-es": 0x0456,
  ]
}

/// The numbers of character sets in the fonts of RTF and of Windows metafiles.
package enum FontCharset {
  /// Returns the code page of a character set; `nil` for that of the document (1), symbols (2) and unknown numbers.
  package static func codePage(of charset: Int32) -> Int? {
    switch charset {
    case 0: 1252
    case 77: 10000
    case 78: 10001
    case 79: 10003
    case 80: 10008
    case 81: 10002
    case 85: 10006
    case 86: 10081
    case 87: 10021
    case 88: 10029
    case 89: 10007
    case 128: 932
    case 129: 949
    case 130: 1361
    case 134: 936
    case 136: 950
    case 161: 1253
    case 162: 1254
    case 163: 1258
    case 177, 181: 1255
    case 178, 179, 180: 1256
    case 186: 1257
    case 204: 1251
    case 222: 874
    case 238: 1250
    case 254: 437
    case 255: 850
    default: nil
    }
  }
}

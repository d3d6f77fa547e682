/// Scripts without spaces between words, whose words and line breaks are found with dictionaries.
///
/// The text of each is Article 1 of the Universal Declaration of Human Rights.
public enum DictionaryScript: String, CaseIterable, Sendable {
  /// Thai.
  case thai
  /// Lao.
  case lao
  /// Khmer.
  case khmer
  /// Burmese, in the Myanmar script.
  case burmese

  /// A paragraph without a terminator.
  public var paragraph: String {
    switch self {
    case .thai:
      """
      มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม \
      และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ
      """
    case .lao:
      """
      ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ, ສິດທິ, ເສລີພາບ ແລະ ຄວາມສະເໝີພາບເທົ່າທຽມກັນ. ທຸກໆຄົນມີເຫດຜົນ ແລະ \
      ຄວາມຄິດຄວາມເຫັນສ່ວນຕົວຂອງໃຜຂອງມັນ, ແຕ່ວ່າມະນຸດທຸກໆຄົນຄວນປະພຶດຕໍ່ກັນຄືກັນກັບເປັນອ້າຍນ້ອງກັນ.
      """
    case .khmer:
      """
      មនុស្សទាំងអស់កើតមកមានសេរីភាព និងភាពស្មើៗគ្នា ក្នុងសេចក្ដីថ្លៃថ្នូរ និងសិទ្ធិ។ \
      មនុស្សគ្រប់រូបមានវិចារណញ្ញាណ និងសតិសម្បជញ្ញៈ \
      ហើយត្រូវប្រព្រឹត្តចំពោះគ្នាទៅវិញទៅមក ក្នុងស្មារតីរាប់អានគ្នាជាបងប្អូន។
      """
    case .burmese:
      """
      လူတိုင်းသည် တူညီလွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် လည်းကောင်း၊ တူညီလွတ်လပ်သော အခွင့်အရေးများဖြင့် \
      လည်းကောင်း၊ မွေးဖွားလာသူများ ဖြစ်သည်။ ထိုသူတို့၌ ပိုင်းခြား ဝေဖန်တတ်သော ဉာဏ်နှင့် ကျင့်ဝတ် သိတတ်သော \
      စိတ်တို့ရှိကြ၍ ထိုသူတို့သည် အချင်းချင်း မေတ္တာထား၍ ဆက်ဆံကျင့်သုံးသင့်၏။
      """
    }
  }

  /// Texts that contain the paragraph alone, after and before each kind of line end, and with Latin
  /// words and numbers before, inside and after it.
  public var texts: [String] {
    let text = paragraph
    let half = text.unicodeScalars.prefix(text.unicodeScalars.count / 2).split(separator: " ")
    let words = half.map { String($0) }
    let ends = ["\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"]
    return [text]
      + ends.map { text + $0 }
      + ends.map { $0 + text + $0 + $0 + text }
      + [
        "Hello\n" + text + " world 123\n" + text + "\n",
        words.joined(separator: " and \n") + "\n" + text + "(text) 10%\n",
        text + text + "\n" + text + "abc\n" + "abc" + text + "\n\n" + text,
      ]
  }
}

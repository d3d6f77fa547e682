import IAText
import Testing

/// Form fields stored as tags.
@Suite struct FormFieldTests {
  @Test(arguments: [
    (FormField(.checkBox), "check-box"),
    (
      FormField(.checkBox, name: "Agreed", defaultText: FormField.checked),
      "check-box name=Agreed default=\u{2612}"
    ),
    (
      FormField(.dropDown, name: "a b", entries: ["S", "", "100 %"]),
      "drop-down name=a%20b entry=S entry= entry=100%20%25"
    ),
    (
      FormField(.text, defaultText: "one\ntwo\u{2028}\u{85}"),
      "text default=one%0Atwo%E2%80%A8%C2%85"
    ),
    (FormField(.text, name: "", defaultText: ""), "text"),
    (FormField(.radioButton, name: "size", entries: ["m"]), "radio name=size entry=m"),
    (FormField(.list, entries: ["a", "b"]), "list entry=a entry=b"),
  ])
  func `A field is a tag, and the tag is the field`(field: FormField, tag: String) {
    #expect(field.tag == tag)
    #expect(FormField(tag: tag) == field)
    var attributes = InlineAttributes()
    attributes.formField = field
    #expect(attributes.tags == [.init("form", tag)])
    #expect(attributes.formField == field)
  }

  @Test(arguments: [
    "", "button", "text ", "text name", "text name=", "text default=", "text name=a  entry=b",
    "text entry=b name=a", "check-box size=3", "text name=%", "text name=%41", "text name=a%20b%",
    "Text", "text name=%FF",
  ])
  func `Other values are no field`(tag: String) {
    #expect(FormField(tag: tag) == nil)
  }

  @Test func `The text of a list shows its chosen entries`() {
    let field = FormField(.list, entries: ["a", "b", "a", ""])
    #expect(field.choices(shownBy: "a\u{2028}b") == [0, 1])
    #expect(field.choices(shownBy: "a\u{2028}a") == [0, 2])
    #expect(field.choices(shownBy: "b\u{2028}") == [1, 3])
    #expect(field.choices(shownBy: FormField.blank) == [])
    #expect(field.choices(shownBy: "b\u{2028}b") == nil)
    #expect(field.choices(shownBy: "c") == nil)
    #expect(FormField.shown(["a", "b"]) == "a\u{2028}b")
    #expect(FormField.shown([String]()) == FormField.blank)
  }

  @Test func `An empty state is shown as five en spaces`() {
    #expect(FormField.shown("") == "\u{2002}\u{2002}\u{2002}\u{2002}\u{2002}")
    #expect(FormField.shown("a") == "a")
  }
}

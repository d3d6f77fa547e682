import IAText
import Testing

/// Form fields as tags.
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
    "", "radio", "text ", "text name", "text name=", "text default=", "text name=a  entry=b",
    "text entry=b name=a", "check-box size=3", "text name=%", "text name=%41", "text name=a%20b%",
    "Text", "text name=%FF",
  ])
  func `Other values are no field`(tag: String) {
    #expect(FormField(tag: tag) == nil)
  }

  @Test func `An empty state is shown as five en spaces`() {
    #expect(FormField.shown("") == "\u{2002}\u{2002}\u{2002}\u{2002}\u{2002}")
    #expect(FormField.shown("a") == "a")
  }
}

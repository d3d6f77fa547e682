internal import IAText

/// The attributes of a range of an attributed string.
struct KitAttributes {
  var inline = InlineAttributes()
  var paragraph = ParagraphAttributes()
  var intensity = DisplayOptions.defaultIntensity
  var attachment: Attachment?
}

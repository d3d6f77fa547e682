internal import IAText

/// What the attributes of a stretch of an attributed string say.
struct KitAttributes {
  var inline = InlineAttributes()
  var paragraph = ParagraphAttributes()
  var intensity = DisplayOptions.defaultIntensity
  var attachment: Attachment?
}

/// The destinations that are neither text nor tables of the document, each with its own state.
struct RTFDestinations {
  /// The text collected for definitions.
  var capture = RTFCapture()
  var information = RTFInformation()
  var fields = RTFFields()
  var picture = RTFPicture()
  var shape = RTFShape()
  var object = RTFObject()
  var notes = RTFNotes()
  var equation = RTFEquation()
  /// The HTML that a mail program embedded in the document; `nil` if there is none.
  var html: RTFEmbeddedHTML?
}

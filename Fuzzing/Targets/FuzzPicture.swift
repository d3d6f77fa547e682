internal import IABytes
internal import IARender

/// Checks that any bytes give a picture within the budget, or an error with a `picture.` code.
@Sendable func fuzzPicture(_ bytes: [UInt8]) throws(FuzzFailure) {
  var limits = Limits.standard
  limits.pixels = 1 << 22
  do {
    let header = try PictureHeader(bytes, limits: limits)
    try require(header.size.pixelCount <= limits.pixels, "the budget holds")
    let picture = try Picture.decode(
      bytes, fitting: PixelSize(width: 64, height: 64), limits: limits)
    try require(picture.size.pixelCount <= header.size.pixelCount, "no more than was claimed")
    try require(picture.size.pixelCount > 0, "a picture has pixels")
  } catch let failure as FuzzFailure {
    throw failure
  } catch let error as InputError {
    try require(error.code.rawValue.hasPrefix("picture."), "\(error)")
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

internal import IASVG

/// Checks that a picture has a limited number of operations with finite coordinates and balanced
/// groups.
@Sendable func fuzzSVG(_ bytes: [UInt8]) throws(FuzzFailure) {
  let isHarmless = SVGPicture.isHarmless(bytes)
  guard let picture = SVGPicture(bytes) else {
    try require(!isHarmless, "a harmless file is a picture")
    return
  }
  try require(
    picture.width > 0 && picture.height > 0 && picture.width <= SVGPicture.maxSide
      && picture.height <= SVGPicture.maxSide, "the size is limited")
  try require(
    picture.operations.count <= SVGPicture.maxOperations + 1024, "the operations are limited")
  var depth = 0
  var segments = 0
  func check(_ path: SVGPath) throws(FuzzFailure) {
    segments += path.segments.count
    guard let box = path.bounds else { return }
    try require(
      box.x.isFinite && box.y.isFinite && box.width.isFinite && box.height.isFinite,
      "places are finite")
  }
  func check(_ paint: SVGPicture.Paint) throws(FuzzFailure) {
    guard case .gradient(let gradient) = paint else { return }
    try require(gradient.matrix.isUsable && gradient.stops.count >= 2, "gradients have stops")
    var last = 0.0
    for stop in gradient.stops {
      try require(stop.offset >= last && stop.offset <= 1, "stops are in order")
      last = stop.offset
    }
  }
  for operation in picture.operations {
    switch operation {
    case .begin(let opacity, let clips):
      depth += 1
      try require((0...1).contains(opacity) && depth <= 32, "groups are limited")
      for clip in clips { try check(clip.path) }
    case .end:
      depth -= 1
      try require(depth >= 0, "groups are balanced")
    case .fill(let area, let paint):
      try check(area.path)
      try check(paint)
    case .stroke(let path, let paint, let stroke, let matrix):
      try check(path)
      try check(paint)
      try require(
        matrix.isUsable && stroke.width > 0 && stroke.width.isFinite, "lines have a width")
      try require(
        stroke.dashes.count.isMultiple(of: 2) && stroke.dashes.allSatisfy { $0 >= 0 },
        "dashes are in pairs")
    case .text(let text):
      try require(text.matrix.isUsable && !text.pieces.isEmpty, "lines have text")
    case .image(let image): try require(image.matrix.isUsable, "pictures have a place")
    }
  }
  try require(depth == 0, "groups are balanced")
  try require(segments <= 2 * SVGPicture.maxSegments, "the segments are limited")
}

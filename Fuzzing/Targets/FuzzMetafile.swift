internal import IALayout
internal import IARender

/// Checks that a metafile has a limited number of operations with finite coordinates.
@Sendable func fuzzMetafile(_ bytes: [UInt8]) throws(FuzzFailure) {
  guard let metafile = Metafile(bytes) else { return }
  try require(metafile.operations.count <= Metafile.maxOperations, "the operations are limited")
  var count = 0
  for operation in metafile.operations {
    var points: [Point] = []
    switch operation.content {
    case .fill(let all, _): points = all
    case .area(let figures, _, _): points = figures.flatMap(\.self)
    case .line(let all, let width, _):
      points = all
      try require(width.isFinite && width >= 0, "lines have a width")
    case .text(let text):
      points = [text.place]
      try require(text.size.isFinite && text.size >= 0, "letters have a size")
      try require(text.angle.isFinite, "lines of text have an angle")
    case .bitmap(let area):
      points = [Point(x: area.x, y: area.y), Point(x: area.maxX, y: area.maxY)]
    }
    count += points.count
    try require(points.allSatisfy { abs($0.x) <= 300 && abs($0.y) <= 300 }, "places are finite")
  }
  try require(count <= Metafile.maxPoints + 2, "the points are limited")
}

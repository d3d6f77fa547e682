extension Comparison {
  /// Three pieces of work that depend on the machine alone: arithmetic, copying, waiting for memory.
  ///
  /// They say how a run compares with another; each suite has limits of its own kind besides.
  public static func machineLimits() -> Comparison {
    let words = 1 << 22
    let source = [UInt64](repeating: 0x0101_0101_0101_0101, count: words)
    let target = UnsafeMutablePointer<UInt64>.allocate(capacity: words)
    target.initialize(repeating: 0, count: words)
    let chain = randomCycle(count: 1 << 21)
    return Comparison(
      "machine", "limits", operation: "step", rounds: 9,
      kernels: [
        Kernel("arithmetic", .limit) { _, watch in
          var state = opaque(UInt64(88_172_645_463_325_252))
          watch.time {
            for _ in 0..<4_000_000 {
              state ^= state << 13
              state ^= state >> 7
              state ^= state << 17
            }
          }
          _ = opaque(state)
          return 4_000_000
        },
        Kernel("memcpy, byte", .limit) { _, watch in
          source.withUnsafeBufferPointer { from in
            guard let base = opaque(from.baseAddress) else { return }
            watch.time { target.update(from: base, count: words) }
          }
          _ = opaque(target[0])
          return words * 8
        },
        Kernel("random memory", .limit) { _, watch in
          var place = opaque(0)
          watch.time {
            for _ in 0..<500_000 { place = Int(chain[place]) }
          }
          _ = opaque(place)
          return 500_000
        },
      ])
  }

  /// A permutation that is one single cycle (Sattolo), as 16 MB of memory.
  private static func randomCycle(count: Int) -> [UInt64] {
    var cycle = (0..<UInt64(count)).map { $0 }
    var state: UInt64 = 1
    for index in stride(from: count - 1, to: 0, by: -1) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      cycle.swapAt(index, Int((state >> 33) % UInt64(index)))
    }
    return cycle
  }
}

import Foundation
import IARangeTree
import Synchronization

// Readers on eight threads look at copies of a tree while one thread types into it, for the seconds
// asked for. Scripts/tree-threads builds it with ThreadSanitizer.
//
//   ia-tree-threads [SECONDS]

/// A copy of the writer's tree with what must be true of it.
struct Post: Sendable {
  var number = 0
  var tree = RangeTree()
  var count = 0
  var intensitySum = 0
  var lineBreaks = 0
}

/// Where the writer leaves copies, and what threads counted.
///
/// `@unchecked Sendable`: the post is used with the lock held. (ThreadSanitizer does not see the
/// standard library's `Mutex`, whose code it does not instrument; it knows the system's locks.)
final class Mailbox: @unchecked Sendable {
  private let lock = NSLock()
  private var last = Post()
  let isClosed = Atomic(false)
  let looks = Atomic(0)
  let errors = Atomic(0)
  let running = Atomic(0)

  /// The last copy that was left.
  var post: Post {
    get { lock.withLock { last } }
    set { lock.withLock { last = newValue } }
  }
}

/// Random numbers of one thread: SplitMix64.
struct Dice {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) >> 1) % limit
  }
}

/// Looks at each copy first of all threads, or not; cuts out, edits and drops copies of its own.
func read(_ mailbox: Mailbox, seed: UInt64) {
  var dice = Dice(state: seed)
  var last = -1
  while !mailbox.isClosed.load(ordering: .relaxed) {
    let post = mailbox.post
    if post.number == last {
      usleep(20)
      continue
    }
    last = post.number
    var isRight = true
    switch dice.below(4) {
    case 0: isRight = post.tree.count == post.count
    case 1: isRight = post.tree.intensitySum(in: 0..<post.count) == post.intensitySum
    case 2: isRight = post.tree.lineBreakCount(in: 0..<post.count) == post.lineBreaks
    default: isRight = post.tree.units(in: 0..<post.count).count == post.count
    }
    if dice.below(3) == 0, post.count > 0 {
      let start = dice.below(post.count)
      let part = post.tree.subtree(start..<post.count)
      isRight = isRight && part.count == post.count - start
    }
    if dice.below(3) == 0 {
      var own = post.tree
      let at = dice.below(post.count + 1)
      own.replace(at..<at, with: [120].span, intensity: 3, attribute: 1)
      own.replace(at + 1..<at + 1, with: [121].span, intensity: 3, attribute: 1)
      isRight = isRight && own.summary.intensitySum == post.intensitySum + 6
    }
    if !isRight { mailbox.errors.add(1, ordering: .relaxed) }
    mailbox.looks.add(1, ordering: .relaxed)
  }
  mailbox.running.subtract(1, ordering: .releasing)
}

/// Types and erases at changing places, and leaves copies while the tree lags behind.
func write(_ mailbox: Mailbox, until end: Date) -> Int {
  var dice = Dice(state: 1)
  var post = Post()
  var attribute: UInt32 = 0
  while Date() < end {
    var at = dice.below(post.count + 1)
    if dice.below(8) == 0 { attribute = UInt32(dice.below(4)) }
    for _ in 0...dice.below(12) {
      let isErased = at > 0 && (post.count > 5000 || dice.below(5) == 0)
      if isErased {
        let intensity = post.tree.intensity(at: at - 1)
        let isLineBreak = post.tree.unit(at: at - 1) == 10
        post.tree.remove(at - 1..<at)
        at -= 1
        post.count -= 1
        post.intensitySum -= Int(intensity)
        post.lineBreaks -= isLineBreak ? 1 : 0
      } else {
        let unit = dice.below(20) == 0 ? UInt16(10) : UInt16(97 + dice.below(26))
        let intensity = UInt8(40 + dice.below(20))
        post.tree.replace(
          at..<at, with: [unit].span, intensity: intensity, attribute: attribute)
        at += 1
        post.count += 1
        post.intensitySum += Int(intensity)
        post.lineBreaks += unit == 10 ? 1 : 0
      }
    }
    post.number += 1
    mailbox.post = post
    if post.number.isMultiple(of: 64) { usleep(200) }
  }
  return post.number
}

let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 60
let readers = 8
let mailbox = Mailbox()
mailbox.running.store(readers, ordering: .relaxed)
for seed in 0..<readers {
  Thread { read(mailbox, seed: UInt64(seed + 2)) }.start()
}
let posts = write(mailbox, until: Date(timeIntervalSinceNow: seconds))
mailbox.isClosed.store(true, ordering: .relaxed)
while mailbox.running.load(ordering: .acquiring) > 0 { usleep(1000) }
let looks = mailbox.looks.load(ordering: .relaxed)
let errors = mailbox.errors.load(ordering: .relaxed)
print("\(readers) readers, \(posts) copies, \(looks) looks, \(errors) wrong")
exit(errors == 0 && looks > 0 ? 0 : 1)

import Foundation
import IATestSupport
import Synchronization
import Testing

@testable import IARangeTree

/// Threads that read copies of a tree with pending edits at the caret.
@Suite struct SettleProtocolTests {
  @Test(arguments: 2...3)
  func `In every order of steps one thread writes, once, before any reads`(threads: Int) {
    let search = InterleavingSearch(threads: threads, memory: .correct)
    #expect(search.violation == nil)
    #expect(search.states > 10 * threads)
  }

  @Test(arguments: ProtocolModel.Memory.allCases.filter { $0 != .correct })
  func `The search finds what goes wrong without a part of the protocol`(
    memory: ProtocolModel.Memory
  ) {
    let search = InterleavingSearch(threads: 3, memory: memory)
    #expect(search.violation != nil)
  }

  @Test func `One claim of a tree that is ahead succeeds`() {
    let words = SharedWords()
    #expect(words.claim() == (false, SettleProtocol.settled))
    words.progress.store(SettleProtocol.ahead, ordering: .relaxed)
    #expect(words.claim() == (true, SettleProtocol.ahead))
    #expect(words.claim() == (false, SettleProtocol.busy))
    #expect(words.claim() == (false, SettleProtocol.busy))
    words.publish()
    #expect(words.claim() == (false, SettleProtocol.settled))
  }

  @Test func `A reader waits while another thread is busy`() {
    var tree = RangeTree(units: [97, 98].span, intensity: 5, attribute: 0)
    tree.write { $0.state.pointee.shared.progress.store(SettleProtocol.busy, ordering: .relaxed) }
    let gate = Gate(1)
    let copy = tree
    Thread {
      if copy.count != 2 { gate.wrong.add(1, ordering: .relaxed) }
      gate.left.subtract(1, ordering: .releasing)
    }.start()
    usleep(20_000)
    #expect(gate.left.load(ordering: .acquiring) == 1)
    tree.storage.withCore { $0.state.pointee.shared.publish() }
    while gate.left.load(ordering: .acquiring) > 0 { usleep(1000) }
    #expect(gate.wrong.load(ordering: .relaxed) == 0)
  }

  /// Two threads start each read at the same time.
  @Test func `Threads that read at the same moment count what was typed once`() throws {
    let text = [UInt16](repeating: 97, count: 900)
    let start = RangeTree(
      units: text.span, intensity: 50, attribute: 0,
      geometry: Geometry(leafCapacity: 16, fanOut: 4))
    let trees = (0..<1000).map { _ in
      var tree = start
      for key in 0..<3 {
        tree.replace(400 + key..<400 + key, with: [98].span, intensity: 50, attribute: 0)
      }
      return tree
    }
    let gate = Gate(2)
    let threads = (0..<2).map { _ in
      Thread {
        for (round, tree) in trees.enumerated() {
          gate.wait(for: round)
          if tree.count != 903 { gate.wrong.add(1, ordering: .relaxed) }
        }
        gate.left.subtract(1, ordering: .releasing)
      }
    }
    for thread in threads { thread.start() }
    let deadline = ContinuousClock.now + .seconds(120)
    while gate.left.load(ordering: .acquiring) > 0, ContinuousClock.now < deadline { usleep(1000) }
    try #require(gate.left.load(ordering: .acquiring) == 0, "the threads wait for ever")
    #expect(gate.wrong.load(ordering: .relaxed) == 0)
    let violations = trees.compactMap { $0.invariantViolation() }
    #expect(violations.isEmpty)
  }

  /// A barrier at which threads wait for each other.
  ///
  /// If fewer threads run at once than wait, each continues after a limited number of attempts.
  private final class Gate: Sendable {
    let wrong = Atomic(0)
    let left: Atomic<Int>
    private let arrived = Atomic(0)
    private let threads: Int

    init(_ threads: Int) {
      self.threads = threads
      left = Atomic(threads)
    }

    func wait(for round: Int) {
      arrived.add(1, ordering: .relaxed)
      var patience = 4000
      while arrived.load(ordering: .relaxed) < (round + 1) * threads, patience > 0 {
        patience -= 1
        if patience < 2000 { sched_yield() }
      }
    }
  }
}

/// The memory that threads share while they settle a tree, and the place of each thread in the
/// protocol.
///
/// The steps are those of `SettleProtocol`; the write is divided into its loads and stores.
struct ProtocolModel: Hashable {
  /// The behaviour of the memory; all cases except the first omit a part of the protocol.
  enum Memory: CaseIterable {
    case correct
    /// The exchange does not store `busy`.
    case withoutExclusion
    /// A thread that finds another one busy reads without waiting.
    case withoutWaiting
    /// `settled` is stored before the tree is written.
    case publishesFirst
    /// `settled` is never stored.
    case neverPublishes
  }

  enum Place: Hashable {
    case start
    case inProtocol(SettleProtocol)
    case loadedChange(SettleProtocol, Int)
    case loadedCount(SettleProtocol, Int, Int)
    case storedCount(SettleProtocol)
    case finished
  }

  static let change = 3
  static let counted = 10

  var progress = SettleProtocol.ahead
  /// The number of typed units that are not counted yet.
  var pending = Self.change
  /// The number of units that the tree counts.
  var count = Self.counted
  var threads: [Place]
  /// Whether a thread has read a tree that was not up to date.
  var isViolated = false

  var isFinished: Bool { threads.allSatisfy { $0 == .finished } }

  /// Performs the next step of a thread; returns `false` if it must wait or has finished.
  mutating func step(_ thread: Int, _ memory: Memory) -> Bool {
    switch threads[thread] {
    case .finished: return false
    case .start:
      if progress == SettleProtocol.settled {
        finish(thread)
      } else {
        threads[thread] = .inProtocol(SettleProtocol())
      }
    case .inProtocol(var turn):
      switch turn.step {
      case .claim:
        let found = progress
        let isOurs = found == SettleProtocol.ahead
        if isOurs, memory != .withoutExclusion { progress = SettleProtocol.busy }
        if isOurs, memory == .publishesFirst { progress = SettleProtocol.settled }
        let isIgnored = found == SettleProtocol.busy && memory == .withoutWaiting
        turn.didClaim(isOurs, found: isIgnored ? SettleProtocol.settled : found)
        threads[thread] = .inProtocol(turn)
      case .wait:
        // Before the third claim, a wait may end spuriously; later it ends if the tree is not busy.
        guard progress != SettleProtocol.busy || turn.claims < 3 else { return false }
        turn.didWait()
        threads[thread] = .inProtocol(turn)
      case .write: threads[thread] = .loadedChange(turn, pending)
      case .publish:
        if memory != .neverPublishes { progress = SettleProtocol.settled }
        turn.didPublish()
        threads[thread] = .inProtocol(turn)
      case .done: finish(thread)
      }
    case .loadedChange(let turn, let change): threads[thread] = .loadedCount(turn, change, count)
    case .loadedCount(let turn, let change, let known):
      count = known + change
      threads[thread] = .storedCount(turn)
    case .storedCount(var turn):
      pending = 0
      turn.didWrite()
      threads[thread] = .inProtocol(turn)
    }
    return true
  }

  private mutating func finish(_ thread: Int) {
    if count != Self.counted + Self.change || pending != 0 { isViolated = true }
    threads[thread] = .finished
  }
}

/// A search through all states that some order of the threads' steps reaches.
struct InterleavingSearch {
  private(set) var states = 0
  /// A description of the violation that was found, or `nil`.
  private(set) var violation: String?

  init(threads: Int, memory: ProtocolModel.Memory) {
    let start = ProtocolModel(threads: Array(repeating: .start, count: threads))
    var seen: Set<ProtocolModel> = [start]
    var before: [ProtocolModel: [ProtocolModel]] = [:]
    var open = [start]
    var finished: [ProtocolModel] = []
    while let state = open.popLast() {
      if state.isViolated { violation = "a read of a tree that is not up to date: \(state)" }
      if state.count > ProtocolModel.counted + ProtocolModel.change {
        violation = "counted twice: \(state)"
      }
      if violation != nil { return }
      var isStuck = true
      for thread in 0..<threads {
        var next = state
        guard next.step(thread, memory) else { continue }
        isStuck = false
        before[next, default: []].append(state)
        if seen.insert(next).inserted { open.append(next) }
      }
      if state.isFinished {
        finished.append(state)
      } else if isStuck {
        violation = "no thread can go on: \(state)"
        return
      }
    }
    states = seen.count
    // Each state must have a path to a finished state.
    var ending = Set(finished)
    while let state = finished.popLast() {
      for other in before[state] ?? [] where ending.insert(other).inserted {
        finished.append(other)
      }
    }
    if ending.count != seen.count { violation = "threads may wait for ever" }
  }
}

internal import Synchronization

extension SharedWords {
  /// Exchanges `ahead` for `busy` if the value is `ahead`; returns whether the exchange succeeded, and the previous
  /// value.
  func claim() -> (isOurs: Bool, found: Int) {
    let (exchanged, original) = progress.compareExchange(
      expected: SettleProtocol.ahead, desired: SettleProtocol.busy, ordering: .acquiring)
    return (exchanged, original)
  }

  /// Publishes the calling thread's writes to all threads that load `settled`.
  func publish() { progress.store(SettleProtocol.settled, ordering: .releasing) }
}

/// The protocol by which threads that share a storage bring its tree up to date, exactly once.
///
/// `SharedWords.progress` has one of three values:
///
/// | value | meaning | set by |
/// | --- | --- | --- |
/// | `settled` | the tree is up to date | the thread that wrote, with a releasing store |
/// | `ahead` | units were typed that the tree does not count yet | a sole owner |
/// | `busy` | one thread writes the counts | the thread whose exchange of `ahead` succeeded |
///
/// While a storage is shared, no thread types into it, so that the value changes only from `ahead`
/// to `busy` to `settled`. The protocol is safe for these reasons:
///
/// - **Exclusion.** Only the thread whose exchange of `ahead` for `busy` succeeded writes; the
///   value is `ahead` at most once, so at most one exchange succeeds.
/// - **Visibility.** A reader continues only after it has loaded `settled` with acquiring order, in
///   its first check or by a failed exchange. That load synchronises with the writer's releasing
///   store, so that all of the writer's changes are visible. What was typed before is visible to
///   the writer because a synchronising operation passed the storage to its thread, as Swift
///   requires for every `Sendable` value.
/// - **Progress.** A thread waits only while another one is between its exchange and its store.
///   This section has no loop except over the levels of the tree and cannot fail.
/// - **Ownership.** A tree writes later only if it is the sole owner: the other owners released the
///   storage, and this orders their writes before the check for uniqueness.
///
/// A thread keeps a value of this type while it executes the steps. The type does not access
/// memory, so that a test can execute the same steps in every order (`SettleProtocolTests`).
package struct SettleProtocol: Hashable, Sendable {
  /// The tree is up to date.
  package static let settled = 0
  /// Units were typed that the tree does not count yet.
  package static let ahead = 1
  /// One thread is writing the tree.
  package static let busy = 2

  /// The actions of a thread.
  package enum Step: Hashable, Sendable {
    /// Replaces `ahead` by `busy` in one exchange.
    case claim
    /// Waits before the next attempt, because another thread is writing.
    case wait
    /// Writes the tree.
    case write
    /// Stores `settled`.
    case publish
    /// Reads the tree.
    case done
  }

  /// The next action of the thread.
  package private(set) var step = Step.claim
  /// The number of exchanges that failed because another thread was writing.
  package private(set) var claims = 0

  /// Creates the state of a thread that has loaded a value other than `settled`.
  package init() {}

  /// Records the result of the exchange and the value that it found.
  package mutating func didClaim(_ isOurs: Bool, found: Int) {
    if isOurs {
      step = .write
    } else if found == Self.settled {
      step = .done
    } else {
      claims = min(claims + 1, 32)
      step = .wait
    }
  }

  /// Records that a wait has ended.
  package mutating func didWait() { step = .claim }

  /// Records that the tree was written.
  package mutating func didWrite() { step = .publish }

  /// Records that `settled` was stored.
  package mutating func didPublish() { step = .done }
}

internal import Synchronization

extension SharedWords {
  /// Replaces `ahead` by `busy` if nobody else has; returns whether it did, and the value found.
  func claim() -> (isOurs: Bool, found: Int) {
    let (exchanged, original) = progress.compareExchange(
      expected: SettleProtocol.ahead, desired: SettleProtocol.busy, ordering: .acquiring)
    return (exchanged, original)
  }

  /// Makes what the calling thread wrote visible to all that load `settled`.
  func publish() { progress.store(SettleProtocol.settled, ordering: .releasing) }
}

/// The steps by which threads that share a storage bring its tree up to date, exactly once.
///
/// `SharedWords.progress` has one of three values:
///
/// | value | meaning | who sets it |
/// | --- | --- | --- |
/// | `settled` | the tree is up to date | the thread that wrote, with a releasing store |
/// | `ahead` | keys were typed that the tree does not count yet | a sole owner |
/// | `busy` | one thread writes the counts | the thread whose exchange of `ahead` succeeded |
///
/// While a storage is shared nobody types into it, so the value only goes from `ahead` to `busy` to
/// `settled`. This is why it is safe:
///
/// - **Exclusion.** Only the thread whose exchange of `ahead` for `busy` succeeded writes; the value
///   is `ahead` at most once, so at most one exchange succeeds.
/// - **Visibility.** A reader continues only after it has loaded `settled` with acquiring order, by
///   its first look or by a failed exchange. That load sees the writer's releasing store, hence all
///   it wrote. What was typed before is visible to the writer because the storage was handed to its
///   thread by something that orders memory, as Swift requires of every `Sendable` value.
/// - **Progress.** A thread waits only while another is between its exchange and its store; that
///   stretch has no loop over anything but the height of the tree and cannot fail.
/// - **Ownership.** A tree writes later only if it is the sole owner: the other owners released the
///   storage, which orders their writes before the check for uniqueness.
///
/// A thread keeps a value of this type while it goes through the steps. The type performs no
/// memory access, so that a test can run the same steps in every order (`SettleProtocolTests`).
package struct SettleProtocol: Hashable, Sendable {
  /// The tree is up to date.
  package static let settled = 0
  /// Keys were typed that the tree does not count yet.
  package static let ahead = 1
  /// One thread brings the tree up to date.
  package static let busy = 2

  /// What a thread does next.
  package enum Step: Hashable, Sendable {
    /// Replaces `ahead` by `busy` in one exchange.
    case claim
    /// Waits before the next attempt, because another thread is busy.
    case wait
    /// Writes the tree.
    case write
    /// Stores `settled`.
    case publish
    /// Reads the tree.
    case done
  }

  /// What the thread does next.
  package private(set) var step = Step.claim
  /// The number of exchanges that found another thread busy.
  package private(set) var claims = 0

  /// Creates the state of a thread that has seen another value than `settled`.
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

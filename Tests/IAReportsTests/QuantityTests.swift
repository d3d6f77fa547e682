import Testing

@testable import IAReports

@Suite struct QuantityTests {
  @Test func `Numbers have commas between thousands`() {
    #expect(
      [0, 999, 1000, 1_234_567, -1000].map(Quantity.count) == [
        "0", "999", "1,000", "1,234,567", "-1,000",
      ])
  }

  @Test func `Sizes have three digits and a decimal unit`() {
    #expect(
      [0, 999, 1000, 1_250_000, 999_499, 999_500].map(Quantity.bytes)
        == ["0 B", "999 B", "1 kB", "1.25 MB", "999 kB", "1 MB"])
  }

  @Test func `Times have a suitable unit`() {
    #expect(
      [12, 1500, 30_000_000, 137_400_000, 600_000_000, 7_200_000_000].map(Quantity.time)
        == ["12 µs", "1.5 ms", "30 s", "2 min 17 s", "10 min", "2 h"])
  }

  @Test func `Moments are dates of the Gregorian calendar in UTC`() {
    #expect(Quantity.moment(0) == "1970-01-01 00:00:00 UTC")
    #expect(Quantity.moment(951_782_400_000) == "2000-02-29 00:00:00 UTC")
    #expect(Quantity.moment(1_795_403_123_428) == "2026-11-23 03:05:23 UTC")
    #expect(Quantity.moment(253_402_300_799_999) == "9999-12-31 23:59:59 UTC")
  }
}

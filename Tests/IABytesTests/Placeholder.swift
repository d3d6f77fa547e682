import Testing

@Suite struct IABytesTestsPlaceholder {}

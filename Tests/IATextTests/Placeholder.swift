import Testing

@Suite struct IATextTestsPlaceholder {}

import Testing

@Suite struct IAUnicodeTestsPlaceholder {}

import Testing

@Suite struct IAPlainTextTestsPlaceholder {}

import Testing

@Suite struct IAFormatsTestsPlaceholder {}

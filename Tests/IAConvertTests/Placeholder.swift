import Testing

@Suite struct IAConvertTestsPlaceholder {}

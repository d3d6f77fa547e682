import Testing

@Suite struct IAJSONTestsPlaceholder {}

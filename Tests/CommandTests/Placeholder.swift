import Testing

@Suite struct CommandTestsPlaceholder {}

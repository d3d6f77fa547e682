import Testing

@Suite struct IAMarkdownTestsPlaceholder {}

// Placeholder: IAMarkdown

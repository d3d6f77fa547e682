// Placeholder: IAPlainText

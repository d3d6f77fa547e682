// Placeholder: IAUnicode

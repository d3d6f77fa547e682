// Placeholder: IAFormats

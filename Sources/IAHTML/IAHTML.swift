// Placeholder: IAHTML

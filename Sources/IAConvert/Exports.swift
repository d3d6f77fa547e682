// `import IAConvert` is enough for reading, writing and converting documents: the model, the formats,
// and the error and limits of readers come with it.
@_exported public import IABytes
@_exported public import IAFormats
@_exported public import IAText

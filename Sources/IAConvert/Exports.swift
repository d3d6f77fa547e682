// `import IAConvert` suffices for reading, writing and converting documents: it exports the model,
// the formats, and the errors and limits of readers.
@_exported public import IABytes
@_exported public import IAFiles
@_exported public import IAFormats
@_exported public import IAStickers
@_exported public import IAText

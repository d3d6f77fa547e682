// Tests use the random generator of the corpus.
@_exported public import IACorpus

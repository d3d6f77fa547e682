// Tests draw their random cases from the generator of the corpus.
@_exported public import IACorpus

/// The codes of commands and files, with the meaning of each and the advice for it.
enum CommandCodes {
  // swift-format-ignore
  /// A line for each code: the code, a colon, and its meaning.
  static let lines = """
    archive.ambiguous: Several documents of the archive were read from files with this name. Pass the name of one of the documents.
    archive.conflict: Two archives have different documents with the same name, and --refuse-conflicts was given. Omit it to keep both as versions.
    archive.key-mode: Users other than the owner may read the file of a private key. Make it private with chmod 600; if others may have read it, make a new key pair.
    archive.lost: Documents of a damaged archive could not be recovered. Restore them from another copy; verify --accept-loss accepts the loss.
    archive.no-date: Generations of the archive have no dates, because they were written without --date and SOURCE_DATE_EPOCH. Name a generation by its number.
    archive.no-document: None of the inputs can be read as a document, so the output is not written. The messages before state why; -f names the format of inputs without a suffix.
    archive.no-file: The archive has no document of this name. List its names with: iaconv archive list
    archive.no-generation: The archive has no generation of this number. iaconv archive info shows how many it has.
    archive.no-original: The archive does not contain the file that the document was read from. create and add store files with --keep-original.
    archive.no-recovery: Generations have no recovery data, unlike others of the archive, because an addition was interrupted or made with --recovery 0. iaconv archive compact writes recovery data for all.
    archive.recovery-file: The file named by --recovery-file has no recovery data, or those of another archive. Pass the file that archive protect or create --recovery-file wrote for this archive, or omit the option.
    archive.signature: The signature does not belong to this archive, this state of it, or this key. Do not trust the archive before the reason is known.
    bagit.declaration: The folder has no bagit.txt, or one that RFC 8493 does not allow; it is not a bag.
    dictionary.too-little: There is too little text to train a dictionary. Pass more documents.
    file.changed: The file was changed twice while it was read. Convert it again when the other program has finished.
    file.create: The output cannot be created: the folder is missing, is read-only, or the name is not allowed.
    file.exists: A file has the name of the output. Choose another name, or replace it with --overwrite.
    file.is-folder: The path is a folder, where a file is required.
    file.locked: Another run is writing to this folder or archive. Wait until it has ended.
    file.not-regular: The path is a device, a socket or a pipe. Copy its content to a file first; a single input may be a pipe.
    file.open: The file cannot be opened; it probably does not exist.
    file.permission: The system does not permit this user to read or write the file.
    file.read: Reading failed. The medium may be damaged or disconnected.
    file.remove: The file could not be removed. It is kept.
    file.rename: The complete output could not be given its name.
    file.sync: The system could not confirm that the output is on the disk. Check the disk, and convert again.
    file.unsafe-name: The name of an attachment would leave its folder, or has control characters.
    file.write: Writing failed. The disk is probably full or over quota.
    format.embedded: The input is a drawing, which can only be written, but it carries a document. --embedded reads that document; nothing proves that it is the one that was drawn.
    format.mismatch: The suffix of the input names a format that the content does not have. Pass the format with -f.
    format.only-written: The suffix of the input names a format that can only be written. Pass the format with -f if it is another one.
    format.other-program: The input is a file of another program in a format that is not read. Save it as RTF or HTML with a program that opens it, such as soffice --convert-to rtf.
    format.unknown: Neither the suffix nor the content of the input identifies a format. Pass the format with -f.
    internal.error: An error in the program. Please report it with the input, or with another input that causes it.
    journal.limit: The document has more side files than the journal of a batch can list. Convert it by itself with: iaconv convert --media
    memory.limit: The conversion needed more memory than --max-memory allows.
    memory.watch: The memory limit cannot be enforced on this system. Omit --max-memory, or limit the process with ulimit.
    metadata.csv: A table of metadata does not have the required form. The first line is path and elements of Dublin Core, separated by commas; all lines have the same number of cells.
    metadata.no-document: A table of metadata has a row for a document that the archive does not have. Correct the path, or add the document in the same run.
    name.encoding: The name of a file in the archive is not UTF-8. It is kept byte for byte.
    output.changed: An output of a batch was written or changed by another program since, or a folder of the target is a link. It is kept; --overwrite replaces it, --backup renames it.
    program.failed: LibreOffice, Chromium or pdftohtml ended with an error, or cannot be started. Open the file in the program itself to see why.
    program.format: The program named by --by does not open files with this suffix. Convert both documents to RTF or HTML first.
    program.missing: A program that the comparison needs is not installed. Install LibreOffice or Chromium, and pdftohtml of poppler-utils.
    program.stopped: LibreOffice, Chromium or pdftohtml was stopped, because the comparison was cancelled.
    program.timeout: LibreOffice, Chromium or pdftohtml took too long for one document. Compare smaller documents.
    render.no-document: There is no document in the inputs of a thread or a contact sheet. Name documents, or a folder with some.
    render.range: The range of units or lines that is to be drawn lies outside the text.
    source.unreadable: A file, a folder or a member of an archive among the sources of a batch cannot be read and is left out. Check its permissions, or the archive with: iaconv archive verify
    strict.loss: The output cannot represent everything in the input, and --strict was given. Omit --strict to convert with losses, or choose json or ia, which lose nothing.
    unpack.format: The archive has a format or a compression that cannot be read.
    usage: The command line is contradictory or incomplete.
    usage.backup: --backup keeps one file; the output is a folder. Rename the folder first.
    usage.bag: --bag writes a folder, not an archive file.
    usage.binary: The output is a terminal and the format is binary. Name a file with -o, or write to a pipe, for example to: hexdump -C
    usage.command: The first word is neither a command nor a file.
    usage.drawing: Pictures are drawn by iaconv-render, which must be installed beside iaconv.
    usage.embed-fonts: --embed-fonts applies to HTML of the profile styled. PDF contains its fonts, SVG and pictures contain outlines.
    usage.folder: The output is a folder, whose name does not determine a format. Pass the format with -t.
    usage.format: There is no format of this name, or the name of the output identifies none. iaconv formats lists them.
    usage.log: The file for the results of verifications has other content. Name a new file.
    usage.metadata: The metadata are not ELEMENT=VALUE with an element of Dublin Core. iaconv archive create --help lists the elements.
    usage.overlap: The output would replace an input. Choose another name with -o.
    usage.profile: The format has no profile of this name. iaconv formats lists them.
    usage.report: The file for the report has other content, which would be lost or damaged. Name a new file.
    usage.root: The folder that --root names does not exist, or the document is not below it. Name the folder that contains both the page and its files.
    usage.scheme: There is no scheme of this name, and no readable file with one.
    worker.answer: A worker answered against the protocol: in two attempts for a document, in one for an archive. The input may exploit an error in the program; keep it, and report it.
    worker.crashed: A worker process crashed while it converted the document, in two attempts, or while it unpacked the archive. No other input is affected. Please report it with the input.
    worker.limit: The conversion of the document, or the unpacking of the archive, needed more memory, CPU time or output than the limit. Raise the limit if the input is trusted.
    worker.sandbox: The system does not have all parts of the sandbox that --require-sandbox demands. Omit it to run with the available parts.
    worker.start: A worker process cannot be started, or ends before it is ready. Check that the program can be executed and that there is memory.
    worker.timeout: The conversion of the document, or the unpacking of the archive, took longer than the limit. Raise the limit if the input is trusted.
    """
}

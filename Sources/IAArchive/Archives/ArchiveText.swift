internal import IAText

/// Fixed texts of every archive.
enum ArchiveText {
  /// The media type, the content of the first member.
  static let mediaType = "application/vnd.intensity.archive+zip"

  /// The ending of an attachment's name, by its bytes; none where the type is not known.
  static func suffix(of bytes: [UInt8]) -> String {
    guard let type = MediaType.sniffed(from: bytes) else { return "" }
    let known = [
      "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp",
      "image/tiff": "tiff", "image/bmp": "bmp", "image/svg+xml": "svg", "image/heic": "heic",
      "video/mp4": "mp4", "video/quicktime": "mov", "application/pdf": "pdf",
    ]
    return known[type] ?? ""
  }

  /// What the archive is, for someone who has nothing else.
  static let readMe = """
    THIS IS AN ARCHIVE OF TEXTS (.iaa, version 2)
    =============================================

    It is an ordinary ZIP file: any program for ZIP files lists and extracts it.
    It holds documents: text, and for each of its characters an intensity from
    0 to 100 (how strongly the key was pressed), attributes such as bold or a
    link, and attachments such as pictures.

    To read the texts, nothing but a text editor is needed.

    WHAT IS IN IT

      mimetype                      what kind of file this is
      README.txt                    this text
      names.txt                     in META-INF/0001: ordinal, name, and the file that
                                    each document was read from, with its type, size
                                    and SHA-256
      specs/                        the full description of this file and its parts
      reader.py                     a program in Python 3 that needs nothing else:
                                      unzip FILE reader.py
                                      python3 reader.py FILE
                                      python3 reader.py FILE verify
                                      python3 reader.py FILE extract FOLDER
                                    writes texts, intensities, attributes and
                                    attachments as JSON and files
      text/000001.txt               the texts of a block of documents: UTF-8, one
                                    line a document. In a line, \\n is a line end,
                                    \\r a carriage return, \\\\ a backslash, \\uXXXX
                                    (4 hexadecimal digits) a UTF-16 code unit.
                                    U+FFFC stands for an attachment.
      data/000001.iab               intensities, attributes and attachment records
                                    of the same documents, in the same order
      attachments/HASH.png          an attachment; HASH is its SHA-256
      dictionaries/N.zdict          a zstd dictionary, if columns need one
      META-INF/0001/                what belongs to generation 1 of the archive;
                                    each time documents are added, a generation
                                    is appended, and nothing before it changes
        index.iax                   ids and names of the documents
        manifest-sha256.txt         SHA-256 of each member's content; to check:
                                    extract all, then run
                                      sha256sum -c META-INF/*/manifest-sha256.txt
        stored-sha256.txt           SHA-256 of each member as stored: of its
                                    local ZIP header and its stored bytes
        record.txt                  hashes of the three above, of all generations,
                                    and the Merkle root (RFC 6962) over the lines
                                    of all manifests
        recovery-001.iar            Reed-Solomon data to repair damage

    DATA MEMBERS (all numbers little-endian)

      offset  bytes
           0      8  8A 49 41 42 0D 0A 1A 0A
           8      2  version, 1
          10      2  0
          12      4  number of the block
          16      8  ordinal of its first document
          24      4  how many documents
          28      4  number of the dictionary, or 0
          32      4  length of the DEFLATEd text, which is the member before
          36      4  length of the text
          40      4  CRC-32C of the text
          44      4  length S of the segment
          48      4  length B of the columns
          52      S  segment: a varint, the length of what follows unpacked, and a
                     DEFLATE stream. Unpacked: a byte, 1 if there are names; for
                     each document a varint, its id less the one before; with
                     names, three lists of a varint for each document: bytes
                     shared with the name before; further bytes; then these bytes
                  4  CRC-32C of all before
                  B  columns
                  4  CRC-32C of the columns

      A varint is seven bits a byte, lowest first, the top bit set on all but the
      last. Columns: a byte 1; a varint, the number of documents; then for each
      column a byte that names it, a byte for how it is packed (0 as it is, 1 zstd,
      2 zstd with the dictionary), and varints and bytes. Columns 2, for each
      document a byte: how its intensities are laid out; 3, for those that have
      one, the first intensity; 4, a varint: how many bytes the others take; 5,
      these; 6, a varint: how many bytes all else takes; 7, all else.

    IF THE FILE IS DAMAGED

      Search it for the eight bytes above: each begins a block that can be read
      without anything else, together with the text before it. Recovery members
      hold heads that begin with 8B 49 41 52 0D 0A 1A 0A, CRC-64 checks of rows,
      and Reed-Solomon parity rows over GF(65536) with the polynomial 0x1002D: for
      each exponent e below T, the sum over all rows of x^e times the row is 0.
      Parity row j has x = j, data row i has x = T + i, and T is the smallest power
      of two that is not below the number of parity rows. Rows may be found at any
      offset by their checks.

    The full description is specs/archive-format.md, or has the title "The .iaa
    archive, version 2" where that is left out. It belongs to
    the intensity suite, whose program iaconv reads, verifies and repairs archives:

      iaconv archive list FILE
      iaconv archive extract FILE -o FOLDER
      iaconv archive verify FILE
      iaconv archive repair FILE -o NEW

    """
}

internal import IAText

/// The fixed texts of every archive.
enum ArchiveText {
  /// The media type; the content of the first member.
  static let mediaType = "application/vnd.intensity.archive+zip"

  /// Returns the suffix of an attachment's name for its media type; empty if the type is not known.
  static func suffix(of bytes: [UInt8]) -> String {
    guard let type = MediaType.sniffed(from: bytes) else { return "" }
    let known = [
      "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp",
      "image/tiff": "tiff", "image/bmp": "bmp", "image/svg+xml": "svg", "image/heic": "heic",
      "video/mp4": "mp4", "video/quicktime": "mov", "application/pdf": "pdf",
    ]
    return known[type] ?? ""
  }

  /// The content of `README.txt`: a description of the archive for readers who have no other
  /// documentation.
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
      metadata.txt                  in META-INF/0001: title, creator and other statements
                                    about the archive (-) and its documents
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
                                    U+FFFC represents an attachment.
      data/000001.iab               intensities, attributes and attachment records
                                    of the same documents, in the same order
      attachments/HASH.png          an attachment; HASH is its SHA-256
      originals/HASH.md             a file that documents were read from, if it was
                                    kept; names.txt says which
      dictionaries/N.zdict          a zstd dictionary, if columns need one
      META-INF/0001/                what belongs to generation 1 of the archive;
                                    each time documents are added, a generation
                                    is appended, and nothing before it changes;
                                    small ones at the end may be merged into one
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
          24      4  number of documents
          28      4  number of the dictionary, or 0
          32      4  length of the DEFLATEd text, which is the member before
          36      4  length of the text
          40      4  CRC-32C of the text
          44      4  length S of the segment
          48      4  length B of the columns
          52      S  segment: a varint, the decompressed length, and a DEFLATE
                     stream. Its content: a byte, 1 if there are names; for each
                     document a varint, the difference to the id before; with
                     names, two varints for each document, in two lists: number
                     of bytes shared with the name before, number of other bytes;
                     then these bytes
                  4  CRC-32C of everything before
                  B  columns
                  4  CRC-32C of the columns

      A varint is seven bits a byte, lowest first, the top bit set on all but the
      last. Columns: a byte 1; a varint, the number of documents; then for each
      column a byte with its number, a byte for its compression (0 none, 1 zstd,
      2 zstd with the dictionary), and varints and bytes. Column 2 has a byte for
      each document, the encoding of its intensities; 3, the first intensity of
      those that have one; 4, a varint, the byte count of the others; 5, these;
      6, a varint, the byte count of all other data; 7, these.

    IF THE FILE IS DAMAGED

      Search it for the eight bytes above: each is the start of a block that can be
      read without any other part, together with the text before it. Recovery
      members contain heads that begin with 8B 49 41 52 0D 0A 1A 0A, CRC-64 checks
      of rows, and Reed-Solomon parity rows over GF(65536) with the polynomial
      0x1002D: for each exponent e below T, the sum over all rows of x^e times the
      row is 0. Parity row j has x = j, data row i has x = T + i, and T is the
      smallest power of two that is at least the number of parity rows. The checks
      find rows at any offset.

    The full description is specs/archive-format.md. If this file does not contain
    it, search for its title, "The .iaa archive, version 2". It is a part of the
    intensity suite, whose program iaconv reads, verifies and repairs archives:

      iaconv archive list FILE
      iaconv archive extract FILE -o FOLDER
      iaconv archive verify FILE
      iaconv archive repair FILE -o NEW

    """
}

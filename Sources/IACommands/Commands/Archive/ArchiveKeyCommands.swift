internal import ArgumentParser
internal import IAConvert

/// `iaconv archive keygen`: a key pair for signatures.
struct ArchiveKeygenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keygen",
    abstract: "Creates an Ed25519 key pair for signatures.",
    discussion: """
      The keys are PEM files (PKCS#8, SPKI), which openssl reads as well. Only the owner may read \
      the private key. Existing files are never replaced. -o - and --public - print a key.

      Example:
        iaconv archive keygen -o private.pem --public public.pem
      """)

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("The file of the private key to write.", valueName: "out"),
    completion: .file())
  var output: String

  @Option(
    name: .customLong("public"),
    help: ArgumentHelp("The file of the public key to write.", valueName: "file"),
    completion: .file())
  var publicKey: String?

  func validate() throws {
    guard output != publicKey else {
      throw ValidationError("the private and the public key need different files")
    }
  }

  func run() throws {
    let printed = try ContainerWork.makeKeys(
      at: output == "-" ? nil : output, publicPath: publicKey == "-" ? nil : publicKey)
    if output == "-" { try StandardOutput.print(printed.privateKey) }
    if publicKey == "-" { try StandardOutput.print(printed.publicKey) }
  }
}

/// `iaconv archive public-key`: the public key of a private key.
struct ArchivePublicKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "public-key",
    abstract: "Writes the public key of a private key as PEM.",
    discussion: """
      Example:
        iaconv archive public-key private.pem -o public.pem
      """)

  @Argument(help: ArgumentHelp("The private key.", valueName: "key"), completion: .file())
  var key: String

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("The file to write (default: standard output).", valueName: "out"),
    completion: .file())
  var output: String?

  func run() throws {
    guard let output, output != "-" else {
      return try StandardOutput.print(ContainerWork.publicKey(of: key))
    }
    try ContainerWork.writePublicKey(of: key, to: output)
  }
}

/// `iaconv archive sign`: writes the signature of an archive to a separate file.
struct ArchiveSignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Signs an .iaa archive with an Ed25519 key.",
    discussion: """
      The archive is verified first. The signature is written to a separate file, by default \
      NAME.iaa.iasig. A private key that other users may read is refused.

      Example:
        iaconv archive sign letters.iaa --key private.pem
      """)

  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Option(
    help: ArgumentHelp(
      "The file of the private key: PEM (PKCS#8), or its 32 bytes.", valueName: "file"),
    completion: .file())
  var key: String

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("The signature file to write (default: NAME.iaa.iasig).", valueName: "out"),
    completion: .file())
  var output: String?

  @Flag(help: "Print the paths of the archive and of the signature as one JSON object.")
  var json = false

  func validate() throws {
    try ArchiveFileOperand.require([archive])
    try FileOutput.requireApart(output, fromJSON: json)
  }

  func run() throws {
    let signature = output ?? archive + ".iasig"
    guard signature != "-" else {
      return try StandardOutput.print(ContainerWork.signature(of: archive, key: key))
    }
    try ContainerWork.sign(archive, key: key, to: signature)
    guard json else { return }
    try StandardOutput.print(ContainerWork.json(of: ["archive": archive, "signature": signature]))
  }
}

/// `iaconv archive check-signature`: checks whether a signature is valid.
struct ArchiveCheckSignatureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-signature",
    abstract: "Checks the signature of an .iaa archive; the exit status is 3 if it is not valid.",
    discussion: """
      The archive is verified as well: its content must match the record that is signed.

      Example:
        iaconv archive check-signature letters.iaa --key public.pem
      """)

  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Option(
    help: ArgumentHelp(
      "The file of the public key: PEM (SPKI), or its 32 bytes.", valueName: "file"),
    completion: .file())
  var key: String

  @Option(
    help: ArgumentHelp("The signature (default: NAME.iaa.iasig).", valueName: "file"),
    completion: .file())
  var signature: String?

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  func validate() throws { try ArchiveFileOperand.require([archive]) }

  func run() throws {
    let signature = signature ?? archive + ".iasig"
    var members: KeyValuePairs = ["archive": archive, "signature": signature, "result": "valid"]
    do {
      try ContainerWork.checkSignature(of: archive, signature: signature, key: key)
    } catch let failure as Failure where json && failure.status == .damage {
      members = [
        "archive": archive, "signature": signature, "result": "invalid", "code": failure.code,
        "detail": failure.detail,
      ]
      try StandardOutput.print(ContainerWork.json(of: members))
      throw failure
    }
    try StandardOutput.print(
      json ? ContainerWork.json(of: members) : "the signature is valid\n")
  }
}

internal import IABytes
internal import IAFiles
internal import IASyntax

/// Checks a bag (RFC 8493) whose files are added in any order.
///
/// Each file is hashed once, and only the contents of tag files are kept. The report contains a fault if the bag has
/// files to be fetched (`fetch.txt`), or no manifest of SHA-256 or SHA-512.
public struct BagChecker {
  /// The digests of a file.
  private struct File {
    var sha256: String
    var sha512: String
  }

  private var files: [ExactText: File] = [:]
  private var tags: [ExactText: [UInt8]] = [:]
  private var payloadBytes = 0
  private var payloadFiles = 0
  private var faults: [BagFault] = []

  /// The folder of the payload files.
  public static let payload = "data/"
  /// The maximum size of a tag file in bytes; larger ones are not read.
  private static let maximumTagBytes = 256 << 20
  private static let versions = ["1.0", "0.97"]

  /// Creates a checker without files.
  public init() {}

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - path: Its path below the bag's folder.
  ///   - bytes: Its bytes.
  public mutating func add(_ path: String, _ bytes: [UInt8]) {
    var sha512 = SHA512Hasher()
    sha512.update(bytes)
    files[ExactText(path)] = File(
      sha256: SHA256Digest(of: bytes).description, sha512: sha512.finish())
    if Self.isPayload(path) {
      payloadBytes += bytes.count
      payloadFiles += 1
    } else if !FilePaths.hasSlash(path), path.hasSuffix(".txt"), bytes.count <= Self.maximumTagBytes
    {
      tags[ExactText(path)] = bytes
    }
  }

  /// Returns whether a file is a payload file.
  private static func isPayload(_ path: String) -> Bool {
    FilePaths.rest(of: path, after: payload) != nil
  }

  /// Returns the result after all files have been added.
  public consuming func finish() -> BagReport {
    let version = declaredVersion()
    if tags[ExactText("fetch.txt")] != nil { faults.append(BagFault(.bagFetch, in: "fetch.txt")) }
    let isStrict = version != "0.97"
    let manifests = readManifests("manifest-", isStrict)
    if !manifests.contains(where: { BagManifest.algorithms.contains($0.algorithm) }) {
      faults.append(BagFault(.bagAlgorithm, in: "manifest-sha256.txt"))
    }
    checkPayload(manifests, isStrict)
    for manifest in readManifests("tagmanifest-", isStrict) { check(manifest, isPayload: false) }
    let info = BagReport.fields(in: tags[ExactText("bag-info.txt")] ?? [])
    checkOxum(info)
    faults.sort { ($0.file, $0.reason.byteOffset) < ($1.file, $1.reason.byteOffset) }
    return BagReport(
      version: version, info: info, faults: faults, payloadFiles: payloadFiles,
      payloadBytes: payloadBytes)
  }

  /// Returns the version that `bagit.txt` declares; adds faults if the file lacks one of its two lines, or if the
  /// version or the encoding is not supported.
  private mutating func declaredVersion() -> String? {
    let file = "bagit.txt"
    guard let bytes = tags[ExactText(file)] else {
      faults.append(BagFault(.bagDeclaration, in: file, detail: "there is none"))
      return nil
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isNewline).map(String.init)
    let labels = ["BagIt-Version: ", "Tag-File-Character-Encoding: "]
    guard lines.count == 2, zip(lines, labels).allSatisfy({ $0.hasPrefix($1) }) else {
      faults.append(BagFault(.bagDeclaration, in: file, detail: "not the two lines"))
      return nil
    }
    let version = String(lines[0].dropFirst(labels[0].count))
    if !Self.versions.contains(version) {
      faults.append(BagFault(.bagVersion, in: file, detail: version))
    }
    if lines[1].dropFirst(labels[1].count) != "UTF-8" {
      faults.append(BagFault(.bagEncoding, in: file, detail: lines[1]))
    }
    return version
  }

  private mutating func readManifests(_ prefix: String, _ isStrict: Bool) -> [BagManifest] {
    var manifests: [BagManifest] = []
    for (key, bytes) in tags.sorted(by: { $0.key < $1.key }) where key.text.hasPrefix(prefix) {
      let file = key.text
      let algorithm = String(file.dropFirst(prefix.count).dropLast(".txt".count))
      manifests.append(
        BagManifest(
          file: file, algorithm: algorithm, bytes: bytes, allowsRepetition: !isStrict, &faults))
    }
    return manifests
  }

  /// Checks that each payload file is listed in every manifest; in a bag of version 0.97, in at least one.
  private mutating func checkPayload(_ manifests: [BagManifest], _ isStrict: Bool) {
    for manifest in manifests { check(manifest, isPayload: true) }
    for key in files.keys.sorted() where Self.isPayload(key.text) {
      let path = key.text
      let lacking = manifests.filter { $0.digests[key] == nil }
      if isStrict || lacking.count == manifests.count {
        for manifest in lacking {
          faults.append(BagFault(.bagUnlisted, in: path, detail: "not in \(manifest.file)"))
        }
      }
    }
  }

  private mutating func check(_ manifest: BagManifest, isPayload: Bool) {
    for (key, digest) in manifest.digests.sorted(by: { $0.key < $1.key }) {
      let path = key.text
      guard Self.isPayload(path) == isPayload else {
        faults.append(BagFault(.bagManifest, in: manifest.file, detail: "path: \(path)"))
        continue
      }
      guard let file = files[key] else {
        faults.append(BagFault(.bagMissing, in: path, detail: "in \(manifest.file)"))
        continue
      }
      let actual =
        switch manifest.algorithm {
        case "sha256": file.sha256
        case "sha512": file.sha512
        default: digest
        }
      if actual != digest {
        faults.append(BagFault(.bagDigest, in: path, detail: "not the one in \(manifest.file)"))
      }
    }
  }

  /// Checks `Payload-Oxum: OCTETS.FILES`, if it is present.
  private mutating func checkOxum(_ info: [BagReport.Field]) {
    let found = "\(payloadBytes).\(payloadFiles)"
    for field in info where field.name.lowercased() == "payload-oxum" && field.value != found {
      faults.append(
        BagFault(.bagOxum, in: "bag-info.txt", detail: "\(field.value), found \(found)"))
    }
  }
}

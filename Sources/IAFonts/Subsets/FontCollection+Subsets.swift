/// The subsets of the fonts that show some characters.
public struct FontSubsets: Sendable {
  /// The name of the family that was chosen for the request; characters that it does not have are in subsets of other
  /// families.
  public internal(set) var family = ""
  /// The subsets, those of the chosen family first.
  public internal(set) var subsets: [FontSubset] = []
  /// The faces for which no subset was created, with the reasons.
  public internal(set) var refusals: [(face: FontFace, reason: SubsetRefusal)] = []

  /// The total size of the subsets in bytes.
  public var byteCount: Int { subsets.reduce(0) { $0 + $1.bytes.count } }
}

extension FontCollection {
  /// Returns subsets of the faces that show characters: faces of the family that `match(_:)` chooses, and faces of
  /// other families for characters that it does not have.
  ///
  /// A family with a weight axis needs only one face for all weights.
  ///
  /// - Parameters:
  ///   - characters: The Unicode scalar values; those that no font has are ignored.
  ///   - request: The families and the slant; its weight is not used.
  ///   - weights: The weights that are shown.
  ///   - limit: The maximum total size in bytes.
  /// - Complexity: O(*c* + *b* · *f*) for *c* characters in *b* blocks of 128 and *f* faces, and the
  ///   time for reading the chosen files.
  public func subsets(
    of characters: Set<UInt32>, _ request: FontRequest, weights: Set<Int>, limit: Int
  ) -> FontSubsets {
    var request = request
    request.weight = 400
    var result = FontSubsets()
    var known: Set<Int> = []
    let own = match(request).face
    result.family = faces[own].families.first ?? ""
    for (number, characters) in assign(characters, to: own) {
      for (face, weights) in weighted(number, request, weights)
      where known.insert(face).inserted {
        do throws(SubsetRefusal) {
          result.subsets.append(
            try FontSubset.of(
              faces[face], characters: characters, weights: weights, limit: limit - result.byteCount
            ))
        } catch {
          result.refusals.append((faces[face], error))
        }
      }
    }
    return result
  }

  /// Returns the family that should replace a family to show weights.
  ///
  /// It is the family itself if its upright faces have all weights. Otherwise it is the first proportional family by
  /// name that has Latin letters and an axis with all weights, unless its name indicates serifs. If there is none, it
  /// is the family itself.
  ///
  /// - Parameter family: A name in any case, or a generic one.
  /// - Complexity: O(*f* · *w*) in the number of faces and of weights.
  public func family(showing weights: Set<Int>, insteadOf family: String) -> String {
    func shows(_ weight: Int, _ number: Int) -> Bool {
      !faces[number].isItalic && faces[number].weights.contains(Double(weight))
    }
    let family = chosenFamily(of: family)
    let own = faces(ofFamily: family)
    if weights.allSatisfy({ weight in own.contains { shows(weight, $0) } }) { return family }
    let found = faces.indices.first { number in
      let face = faces[number]
      let generic = FamilyNames.genericFamily(of: face.families.first ?? "")
      return face.isVariable && !face.isMonospaced && !face.isColor
        && (generic == nil || generic == "sans-serif") && has(0x41, in: number)
        && has(0x61, in: number) && weights.allSatisfy { shows($0, number) }
    }
    return found.flatMap { faces[$0].families.first } ?? family
  }

  /// Returns the faces with the characters that each shows in order, that of the request first.
  private func assign(
    _ characters: Set<UInt32>, to own: Int
  ) -> [(face: Int, characters: [UInt32])] {
    var assigned: [(face: Int, characters: [UInt32])] = [(own, [])]
    var places = [own: 0]
    // The characters of a block are usually in the same font.
    var lastOfBlock: [UInt32: Int] = [:]
    for character in characters.sorted() {
      var face: Int? = has(character, in: own) ? own : nil
      if face == nil, let last = lastOfBlock[character >> 7], has(character, in: last) {
        face = last
      }
      face =
        face
        ?? fallbackFace(for: character, wantsColor: false, like: faces[own], language: "")
      guard let face else { continue }
      if face != own { lastOfBlock[character >> 7] = face }
      let place = places[face] ?? assigned.count
      if place == assigned.count { assigned.append((face, [])) }
      places[face] = place
      assigned[place].characters.append(character)
    }
    return assigned.filter { !$0.characters.isEmpty }
  }

  /// Returns the faces of the family of a face that show some weights, with the weights of each.
  ///
  /// Weights from 600 on are not assigned to a face that is not bold, so that browsers embolden it.
  private func weighted(
    _ number: Int, _ request: FontRequest, _ weights: Set<Int>
  ) -> [(face: Int, weights: ClosedRange<Int>)] {
    let own = Int(faces[number].weights.lowerBound)...Int(faces[number].weights.upperBound)
    guard !faces[number].isVariable, let family = faces[number].families.first else {
      return [(number, own)]
    }
    var found = [(face: number, weights: own)]
    for weight in weights.sorted() {
      let other = match(
        FontRequest(families: [family], weight: weight, isItalic: request.isItalic)
      ).face
      let face = faces[other]
      guard face.families.first == family, weight < 600 || face.weights.upperBound >= 600
      else { continue }
      if let place = found.firstIndex(where: { $0.face == other }) {
        let known = found[place].weights
        found[place].weights = min(known.lowerBound, weight)...max(known.upperBound, weight)
      } else {
        found.append((other, weight...weight))
      }
    }
    return found
  }
}

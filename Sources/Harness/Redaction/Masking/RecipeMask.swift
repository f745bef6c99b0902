// SPDX-License-Identifier: Apache-2.0
// Keeps secrets out of the recipes of steps.

import HTTPMessages
import Results

/// Masks the recipes of a scenario. Where a literal holds a secret, a variable of the environment
/// stands for it; the same text gets the same variable.
struct RecipeMask {
  private let mask: Mask
  /// The variables by the texts that they stand for.
  private var names: [String: String] = [:]
  /// How many variables have a name before its number.
  private var counts: [String: Int] = [:]

  init(_ mask: Mask) { self.mask = mask }
}

extension RecipeMask {
  /// The steps with their recipes masked.
  mutating func masked(_ steps: [StepRecord]) -> [StepRecord] {
    steps.map { step in
      var step = step
      step.recipe = step.recipe.map { masked($0) }
      step.steps = masked(step.steps)
      return step
    }
  }

  private mutating func masked(_ recipe: StepRecipe) -> StepRecipe {
    var recipe = recipe
    for index in recipe.takes.indices {
      if case .body(let pointer) = recipe.takes[index].origin {
        recipe.takes[index].origin = .body(mask.maskedOwn(pointer))
      }
    }
    guard var request = recipe.request else { return recipe }
    request.method = mask.maskedOwn(request.method)
    request.target = masked(request.target)
    request.headers = request.headers.map { header in
      StepRecipe.Header(name: mask.maskedOwn(header.name), value: value(of: header))
    }
    request.body = masked(request.body)
    request.redirectURL = request.redirectURL.map { mask.maskedOwn($0) }
    recipe.request = request
    return recipe
  }

  /// The value of a header, of which nothing is shown that the suite did not write, unless such
  /// headers never hold a secret.
  private mutating func value(of header: StepRecipe.Header) -> [StepRecipe.Piece] {
    let pieces = masked(header.value)
    if case .shown = SecretPlaces.treatment(ofHeader: header.name) { return pieces }
    return pieces.map { piece in
      guard case .literal(let text) = piece else { return piece }
      let scheme = text.last == " " ? String(text.dropLast()) : text
      return SecretPlaces.isScheme(scheme) || mask.isKnown(text)
        ? piece : .environment(variable(for: text, named: header.name))
    }
  }

  private mutating func masked(_ pieces: [StepRecipe.Piece]) -> [StepRecipe.Piece] {
    pieces.flatMap { piece -> [StepRecipe.Piece] in
      switch piece {
      case .literal(let text): masked(text)
      // What an emulated provider writes is known; what it makes up is not in it.
      case .encoded(.plain, _): [piece]
      case .encoded(let coding, let inner): [.encoded(coding, masked(inner))]
      case .value, .environment, .device, .made, .time, .targetOrigin: [piece]
      }
    }
  }

  private mutating func masked(_ text: String) -> [StepRecipe.Piece] {
    let shown = mask.maskedOwn(text)
    if shown == text { return [.literal(text)] }
    var pieces: [StepRecipe.Piece] = []
    var literal = ""
    var isWord = false
    var part = ""
    func end(_ masks: inout RecipeMask) {
      let shown = masks.mask.maskedOwn(part)
      if isWord, shown != part {
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = ""
        pieces.append(.environment(masks.variable(for: part, named: Self.name(in: shown))))
      } else {
        literal += part
      }
      part = ""
    }
    for scalar in text.unicodeScalars {
      let belongs = !" \t\r\n\"'<>&,;{}".unicodeScalars.contains(scalar)
      if belongs != isWord {
        end(&self)
        isWord = belongs
      }
      part.unicodeScalars.append(scalar)
    }
    end(&self)
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    // A secret of several words.
    let rest = pieces.reduce(into: "") { all, piece in
      if case .literal(let text) = piece { all += text } else { all += "\n" }
    }
    if pieces.count == 1 || mask.maskedOwn(rest) != rest {
      return [.environment(variable(for: text, named: Self.name(in: shown)))]
    }
    return pieces
  }

  /// The name that stands for the first secret of a masked text.
  private static func name(in shown: String) -> String {
    guard let start = shown.firstIndex(of: "‹"), let end = shown[start...].firstIndex(of: "›")
    else {
      return ""
    }
    return String(shown[start..<end].dropFirst())
  }

  /// The variable for a text.
  private mutating func variable(for text: String, named name: String) -> String {
    if let known = names[text] { return known }
    var base = String(
      decoding: name.uppercased().utf8.map { byte -> UInt8 in
        0x41...0x5A ~= byte || 0x30...0x39 ~= byte ? byte : UInt8(ascii: "_")
      }.prefix(60), as: UTF8.self)
    // `SECRET_` keeps it apart from the variables of facts.
    base = "\(StepRecipe.variablePrefix)SECRET_\(base.isEmpty || base == "MASKED" ? "VALUE" : base)"
    let count = counts[base, default: 0] + 1
    counts[base] = count
    let variable = count == 1 ? base : "\(base)_\(count)"
    names[text] = variable
    return variable
  }
}

extension StepRecord {
  /// The same without recipes, also in the steps below it.
  var withoutRecipes: StepRecord {
    var step = self
    step.recipe = nil
    step.steps = steps.map(\.withoutRecipes)
    return step
  }
}

extension [StepRecord] {
  /// Whether one of the steps, or of the steps below them, has a recipe.
  var haveRecipes: Bool { contains { $0.recipe != nil || $0.steps.haveRecipes } }
}

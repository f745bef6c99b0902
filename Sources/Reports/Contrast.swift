// SPDX-License-Identifier: Apache-2.0
// The call that passed beside one that failed, and what tells them apart.

import Expectations
import Record
import Suites
import Text

/// The same call as one that failed, earlier in the same case, which was answered as expected. What
/// differs between them is what the failure depends on.
struct Contrast: Sendable {
  /// The name of the step that passed, and the status of its answer.
  let step: String
  let status: Int
  /// Its path, where that is another one.
  let path: String?
  /// What it had, and the call that failed had not in this way.
  let with: [String]
  /// The headers and fields that only the call that failed had.
  let without: [String]
  /// The headers of the call that failed which it did not have in this way, in lower case.
  let headers: Set<String>
  /// The parts that only it had.
  let own: [RequestParts.Part]
  /// Its header names that the call that failed has in other letters.
  let names: [String]
  /// Where among the steps it stands.
  let place: [Int]
  /// Whether all that it had in another way are documents.
  let onlyDocumentsDiffer: Bool

  /// How long a sentence may be: two lines.
  private static let sentenceLimit = 160
}

extension Contrast {
  /// Of several such calls the one that differs least, of these the last.
  ///
  /// - Parameters:
  ///   - visit: The step that failed.
  ///   - finding: The telling one; an answer in which a part is wrong is told from others of its
  ///     status alone.
  init?(
    of visit: StepVisit, in steps: [StepRecord], _ finding: Finding?, _ calls: CallNames
  ) {
    guard visit.step.action == .request, let failed = visit.step.exchanges.last,
      let parts = RequestParts(failed)
    else { return nil }
    let call = calls.name(of: visit.step)
    var best: (count: Int, contrast: Contrast)?
    steps.visit { other in
      guard other.place.lexicographicallyPrecedes(visit.place), other.step.action == .request,
        other.step.verdict.kind == .passed, let exchange = other.step.exchanges.last,
        exchange.status == failed.status || finding?.place == .status,
        calls.name(of: other.step) == call, let others = RequestParts(exchange)
      else { return }
      let contrast = Contrast(other, exchange.status, parts, others)
      let count = contrast.with.count + contrast.without.count + (contrast.path == nil ? 0 : 1)
      if count <= best?.count ?? .max { best = (count, contrast) }
    }
    guard let best else { return nil }
    self = best.contrast
  }

  private init(_ visit: StepVisit, _ status: Int, _ failed: RequestParts, _ passed: RequestParts) {
    let (gone, new) = (passed.differing(from: failed), failed.differing(from: passed))
    let names = Set(passed.parts.map(\.key))
    let known = Set(failed.parts.map(\.key))
    let (written, others) = (passed.headerNames, failed.headerNames)
    self.init(
      step: visit.step.name, status: status, path: gone.first { $0.kind == .path }?.text,
      with: Self.told(gone.filter { $0.kind != .path }, new),
      without: new.filter { $0.kind != .path && !names.contains($0.key) }
        .map { $0.name.isEmpty ? "a body" : "`\($0.shownName)`" },
      headers: Set(new.filter { $0.kind == .header }.map(\.name)),
      own: gone.filter { $0.kind != .path && !known.contains($0.key) },
      names: written.filter { $1 != others[$0, default: $1] }.values.sorted(), place: visit.place,
      onlyDocumentsDiffer: gone.allSatisfy(\.isDocument))
  }

  /// Documents are named after all else, and only shown where they alone differ: the values that do.
  private static func told(_ parts: [RequestParts.Part], _ failed: [RequestParts.Part]) -> [String]
  {
    let others = parts.filter { !$0.isDocument }
    return others.map(\.text)
      + parts.filter(\.isDocument).map { part in
        let known = failed.first { $0.key == part.key }?.values ?? []
        let values = part.values.filter { !known.contains($0) }
        return values.isEmpty || values.count > 3 || !others.isEmpty
          ? "another \(part.shownName)" : "\(part.shownName) with \(Wording.list(values))"
      }
  }

  /// Whether nothing tells the calls apart but when they were made.
  var isSame: Bool { path == nil && with.isEmpty && without.isEmpty && names.isEmpty }
  /// Whether documents tell them apart at most: a status has its time.
  var isNearlySame: Bool {
    path == nil && without.isEmpty && names.isEmpty && onlyDocumentsDiffer
  }

  /// `'Retrieve profiles' passed before, with the same request → 200`.
  var sentence: String {
    let begin = "'\(Sanitized.name(step, limit: 100))' passed before:"
    if isSame { return "\(begin) the same request → \(status)" }
    var parts: [String] = []
    if let path { parts.append("to \(path)") }
    let begun = "\(begin) the same call \(path ?? "") with without → 200"
    var room = Self.sentenceLimit - begun.count
    if !without.isEmpty { parts.append("without \(Self.listed(without, &room))") }
    if !names.isEmpty {
      let shown = names.map { "`\(Sanitized.line($0, limit: 40))`" }
      parts.append("with \(Self.listed(shown, &room)) in these letters")
    }
    if !with.isEmpty {
      parts.insert("with \(Self.listed(with, &room))", at: path == nil ? 0 : 1)
    }
    return "\(begin) the same call \(Wording.list(parts)) → \(status)"
  }

  /// The first, the others as far as there is room, and how many are left.
  private static func listed(_ texts: [String], _ room: inout Int) -> String {
    var shown: [String] = []
    for text in texts.map({ Sanitized.line($0, limit: 120) })
    where shown.isEmpty || text.count + 2 <= room {
      shown.append(text)
      room -= text.count + 2
    }
    let more = texts.count - shown.count
    return Wording.list(shown + (more > 0 ? [Wording.count(more, "other part")] : []))
  }
}

extension RequestParts {
  /// What a reader needs of the headers: those that tell it from a call that passed or, without one,
  /// from calls of another kind in the same case. The others are named.
  ///
  /// - Parameters:
  ///   - contrast: The call that passed.
  ///   - lacking: Parts that calls had which passed, and this one has not.
  ///   - steps: Those of the case.
  ///   - limit: How many characters can be shown.
  func headerLine(
    _ contrast: Contrast?, lacking: [Part], in steps: [StepRecord], limit: Int
  ) -> String? {
    let common = contrast == nil ? Self.common(in: steps) : nil
    let isTelling = { (part: Part) -> Bool in
      if part.isLong { return false }
      if let contrast { return contrast.headers.contains(part.name) }
      if let common { return !common.contains(part) }
      // What is secret tells nothing by itself.
      return !part.text.contains("‹")
    }
    let short = headers.filter { isTelling($0) && !$0.isDocument }
    var telling = short.isEmpty ? headers.filter(isTelling) : short
    while telling.count > 1, telling.map(\.text.count).reduce(0, +) > limit { telling.removeLast() }
    let texts = telling.map(\.text)
    let others = headers.filter { !telling.contains($0) }
    var parts = [texts.joined(separator: "; ")].filter { !$0.isEmpty }
    if !others.isEmpty {
      let how = contrast == nil ? "" : " as in the call that passed"
      let names = others.map { part in
        let isOther = contrast?.headers.contains(part.name) ?? false
        return "\(isOther ? "another " : "")\(part.shownName)"
      }
      parts.append("\(Wording.list(names))\(how)")
    }
    let missing = lacking.filter { $0.kind == .header || $0.kind == .query }.map(\.shownName)
    if !missing.isEmpty { parts.append("without \(Wording.list(missing))") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The headers that all calls of a case have; nil where there are not several calls.
  private static func common(in steps: [StepRecord]) -> Set<Part>? {
    var sets: [Set<Part>] = []
    var routes: Set<String> = []
    steps.visit { visit in
      guard visit.step.action == .request, let exchange = visit.step.exchanges.last,
        let parts = RequestParts(exchange)
      else { return }
      routes.insert(visit.step.route ?? exchange.url)
      sets.append(Set(parts.headers))
    }
    guard routes.count > 1 else { return nil }
    return sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
  }
}

extension RequestParts {
  /// The names of the headers as they were sent, by those in lower case.
  fileprivate var headerNames: [String: String] {
    Dictionary(
      parts.filter { $0.kind == .header }.map { ($0.name, String($0.text.prefix { $0 != ":" })) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension RequestParts.Part {
  /// By which it is found in another request.
  var key: [String] { [name, "\(kind)"] }

  /// The name as it was sent.
  var shownName: String {
    guard kind == .header else { return name }
    return text.prefix { $0 != ":" } + (isSpaced ? " (with blanks in its JSON)" : "")
  }
}

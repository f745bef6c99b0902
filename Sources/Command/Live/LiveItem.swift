// SPDX-License-Identifier: Apache-2.0
// What somebody sees of an application that is judged while it runs.

import Audit
import Expectations
import Formats
import Record
import Redaction
import Text

/// A thing that came, or that became of what came. The terminal and the page are made of these.
///
/// Texts from outside are masked when a value is made; `masked(by:)` masks what is known by now.
enum LiveItem: Sendable, Equatable {
  case entry(LiveEntry)
  case call(LiveCall)
  case device(LiveDevice)
  case ways([CookbookWay])
  case end(LiveEnd)

  /// What it takes the place of.
  enum Key: Hashable {
    case entry(Int)
    case call(Int)
    case device(Int)
    case ways
    case end
  }

  var key: Key {
    switch self {
    case .entry(let entry): .entry(entry.number)
    case .call(let call): .call(call.number)
    case .device(let device): .device(device.number)
    case .ways: .ways
    case .end: .end
    }
  }

  /// The same with what was shown of secrets that are known by now masked as well.
  func masked(by mask: Mask) -> LiveItem {
    switch self {
    case .entry(var entry):
      entry.path = mask.maskedOwn(entry.path)
      entry.broken = entry.broken.mapValues { broken in
        var broken = broken
        broken.sentence = mask.maskedOwn(broken.sentence)
        return broken
      }
      for index in entry.wrong.indices {
        entry.wrong[index].sentence = mask.maskedOwn(entry.wrong[index].sentence)
      }
      return .entry(entry)
    case .call(var call):
      call.request = mask.maskedDocument(call.request, isOwn: false)
      call.answer = call.answer.map { mask.maskedDocument($0, isOwn: false) }
      return .call(call)
    case .device(var device):
      // The model of a device looks like a code, and is none.
      var mask = mask
      mask.isCautious = false
      device.name = device.name.map { mask.maskedOwn($0) }
      return .device(device)
    case .ways, .end: return self
    }
  }
}

/// An exchange, and the rules that it obeys or breaks as far as that is known.
struct LiveEntry: Sendable, Equatable {
  /// That of the entry in the traffic, from 0.
  let number: Int
  /// When the request was sent, in milliseconds since 1970.
  let time: Int
  let method: String
  /// Without a query.
  var path: String
  /// nil without an answer.
  let status: Int?
  /// The calls that it may be, as the documents write them.
  let calls: [String]
  /// The numbers of its devices; empty while none is known.
  var devices: [Int] = []
  /// The numbers of the cookbook's steps that it reaches: `C5`.
  var steps: [String] = []
  var obeyed: Set<RulePlace> = []
  var broken: [RulePlace: Broken] = [:]
  /// How the answer of the service is wrong by itself.
  var wrong: [Wrong] = []

  /// How it breaks a rule.
  struct Broken: Sendable, Equatable {
    let ids: [String]
    /// What is wrong.
    var sentence: String
    let occasion: BrokenOccasion

    static func == (left: Self, right: Self) -> Bool {
      (left.ids, left.sentence, left.occasion.entry)
        == (right.ids, right.sentence, right.occasion.entry)
    }
  }

  /// How the answer breaks what a step expects of it.
  struct Wrong: Sendable, Equatable {
    /// The requirements.
    let ids: [String]
    /// What is wrong.
    var sentence: String
    let verdict: AnswerVerdict

    static func == (left: Self, right: Self) -> Bool {
      (left.ids, left.sentence) == (right.ids, right.sentence)
    }
  }

  private static let pathLimit = 200
  private static let sentenceLimit = 300

  init(_ exchange: RecordedExchange, _ number: Int, calls: [String], _ mask: Mask) {
    self.number = number
    self.calls = calls
    time = exchange.startedAt.milliseconds
    method = Sanitized.line(exchange.request.method, limit: 40)
    let path = exchange.request.url.withoutOrigin.prefix { $0 != "?" }
    self.path = Sanitized.line(mask.maskedName(String(path)), limit: Self.pathLimit)
    status = exchange.response.map(\.status)
  }

  var isSuccess: Bool { status.map { 200..<400 ~= $0 } ?? false }

  /// Notes a verdict, in the place of an earlier one of the same rule.
  mutating func add(_ verdict: LiveVerdict, _ mask: Mask) {
    obeyed.remove(verdict.rule)
    broken[verdict.rule] = nil
    guard let occasion = verdict.broken else {
      obeyed.insert(verdict.rule)
      return
    }
    broken[verdict.rule] = Broken(
      ids: occasion.blamed.map { Sanitized.line($0) },
      sentence: Self.sentence(
        occasion.findings.first.map(mask.masked).map { $0.nearest ?? "\($0.told)" }, mask),
      occasion: occasion)
  }

  /// Notes what the answer is worth.
  mutating func add(_ judgement: AnswerJudgement, _ mask: Mask) {
    guard case .judged(let verdicts) = judgement else { return }
    wrong = verdicts.filter { !$0.findings.isEmpty }.map { verdict in
      Wrong(
        ids: verdict.broken.map { Sanitized.line($0) },
        sentence: Self.sentence(verdict.findings.first.map(mask.masked).map { "\($0.told)" }, mask),
        verdict: verdict)
    }
  }

  private static func sentence(_ text: String?, _ mask: Mask) -> String {
    text.map { Sanitized.line(mask.maskedOwn($0), limit: sentenceLimit) } ?? ""
  }
}

/// A call of the framework.
struct LiveCall: Sendable, Equatable {
  /// From 0, in the order in which they were answered.
  let number: Int
  /// When it was asked, in milliseconds since 1970.
  let time: Int
  let name: String
  /// JSON.
  var request: String
  /// JSON; nil for a call without an answer.
  var answer: String?
  var devices: [Int] = []

  init(_ call: LoggedCall, _ number: Int, _ mask: Mask) {
    let shown = call.withoutDigests
    self.number = number
    time = call.time
    name = Sanitized.line(call.name, limit: 80)
    request = mask.maskedDocument(JSONWriter.text(.object(shown.request)), isOwn: false)
    answer = shown.answer.map { mask.maskedDocument(JSONWriter.text(.object($0)), isOwn: false) }
  }
}

/// A device, and how far it has come on the way through the cookbooks.
struct LiveDevice: Sendable, Equatable {
  /// From 1, in the order in which they were seen.
  let number: Int
  /// The model or the user agent; nil while nothing tells.
  var name: String?
  var progress: [CookbookProgress] = []
}

/// The end of the audit.
struct LiveEnd: Sendable, Equatable {
  let isGood: Bool
  let verdict: String
  let sentence: String
  /// The folder of the reports; nil where they could not be written.
  let reports: String?
}

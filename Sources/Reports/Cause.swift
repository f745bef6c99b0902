// SPDX-License-Identifier: Apache-2.0
// The causes of failures: failures with equal causes are one entry of every report.

import Expectations
import Formats
import Record
import Suites

/// The cause of a failure, as far as the answers tell it. Two failures with equal causes are
/// one entry, in all steps and scenarios that they were met in.
///
/// The parts are folded before they are compared, so that what differs by chance makes no second
/// entry:
///
/// - an **endpoint** is method and path, as the suite writes them, with `*` for each `${…}`; where a
///   record has no such route, the path that was sent, with `*` for each id;
/// - a **member** is the last name of its path, for an item of a list or a map with the name of
///   that (`mvpds/*`), so that `/profiles/Cablevision/mvpd` and `/mvpd` are the same member;
/// - in **texts**, ids of the target become `*` and runs of digits become `#`.
enum Cause: Hashable {
  /// The target answered every request of the run with the status.
  case everyAnswer(status: Int)
  /// The endpoint answered every request with the status, 400 or higher.
  case endpoint(String, status: Int)
  /// The endpoint refused with the status what it should have granted.
  case refusal(String, status: Int)
  /// Answers lack the member; those that are errors and the others have different ones.
  case missing(member: AnswerMember, isOfError: Bool)
  /// A member or header has the value. `expected` is empty where the value tells enough.
  case value(member: AnswerMember, found: String, expected: String)
  /// Something else is not as expected, and concerns the same requirements; without requirements,
  /// in the same step.
  case difference(place: String, expected: String, found: String, concern: String)
  /// An application broke a rule.
  case rule(String)
  /// There was no answer to judge.
  case problem(RunProblem.Kind, String)
  /// The scenario failed and nothing more is known.
  case unknown(String)
}

/// Finds the causes of the failures of one run.
struct CauseFinder {
  private let answers: RouteAnswers
  /// The only status that each endpoint answered, by its route, if it is 400 or higher.
  private let refusing: [String: Int]
  /// The only status of all answers, if it is 400 or higher.
  private let everyAnswer: Int?
  /// The requirements that are about every call.
  private let general: Set<String>

  /// - Parameters:
  ///   - answers: Those of the run.
  ///   - requirements: Those of the run; without them what breaks one about every call at several
  ///     calls is as many causes.
  init(_ answers: RouteAnswers, _ requirements: some Sequence<Requirement> = []) {
    self.answers = answers
    general = Set(requirements.filter { $0.endpoint == "*" }.map(\.id))
    refusing = answers.refusing
    everyAnswer = answers.everyAnswer
  }

  /// A finder that knows no answers but those it is asked about, for a run under way.
  ///
  /// - Parameter ids: The ids of the target: service provider and MVPDs.
  init(ids: [String]) { self.init(RouteAnswers(ids: ids)) }
}

extension CauseFinder {
  /// The causes of an incident; several where several things are wrong with one answer.
  func causes(of incident: Incident) -> [(cause: Cause, findings: [Finding])] {
    if let problem = incident.problem {
      return [(.problem(problem.kind, folded(problem.message)), [])]
    }
    guard let step = incident.step else {
      return [(.unknown(incident.location?.description ?? ""), incident.findings)]
    }
    // All that is wrong on the occasions of one rule is one thing to change in the application.
    if step.action == .traffic { return [(.rule(step.location.description), incident.findings)] }
    let status = incident.findings.first { $0.place == .status }
    let answered = step.exchanges.last?.status ?? 0
    if let status {
      // Other faults of the answer follow from its being another one.
      return [(cause(ofStatus: status, incident, answered), incident.findings)]
    }
    if answered > 0, let cause = cause(ofEvery: answered, step) {
      return [(cause, incident.findings)]
    }
    if incident.findings.isEmpty { return [(.unknown(step.location.description), [])] }
    var causes: [(cause: Cause, findings: [Finding])] = []
    for finding in incident.findings {
      let cause = cause(of: finding, incident, isOfError: answered >= 400)
      if let known = causes.firstIndex(where: { $0.cause == cause }) {
        causes[known].findings.append(finding)
      } else {
        causes.append((cause, [finding]))
      }
    }
    return causes
  }

  /// The cause, where the endpoint gave the same refusal to everybody.
  private func cause(ofEvery status: Int, _ step: StepRecord) -> Cause? {
    guard step.action == .request else { return nil }
    if everyAnswer == status { return .everyAnswer(status: status) }
    let route = answers.endpoint(of: step)
    return refusing[route] == status ? .endpoint(route, status: status) : nil
  }

  private func cause(ofStatus finding: Finding, _ incident: Incident, _ status: Int) -> Cause {
    guard let step = incident.step, step.action == .request, status > 0 else {
      return difference(finding, incident)
    }
    if let cause = cause(ofEvery: status, step) { return cause }
    if status >= 400, finding.expectedValue.namesSuccess {
      return .refusal(answers.endpoint(of: step), status: status)
    }
    return difference(finding, incident)
  }

  private func cause(of finding: Finding, _ incident: Incident, isOfError: Bool) -> Cause {
    guard let member = member(of: finding) else { return difference(finding, incident) }
    if finding.isMissing { return .missing(member: member, isOfError: isOfError) }
    // Two objects differ in much that is right; the sentence says what is wrong with one.
    if finding.foundValue.isObjectOrArray, let nearest = finding.nearest {
      return .value(member: member, found: folded(nearest), expected: "")
    }
    let found = folded(finding.found)
    // Two numbers that differ by chance may both be wrong, and not for one reason.
    return .value(
      member: member, found: found,
      expected: found == finding.found ? "" : folded(finding.expected))
  }

  private func difference(_ finding: Finding, _ incident: Incident) -> Cause {
    return .difference(
      place: folded(finding.place.description), expected: folded(finding.expected),
      found: folded(finding.found), concern: concern(of: finding, incident))
  }

  /// A body that can't be read is one thing of its endpoint, for all that is looked for in it; a way
  /// that leads nowhere is one thing for all who go it.
  private func concern(of finding: Finding, _ incident: Incident) -> String {
    if finding.place == .visit { return "" }
    if finding.isOfWholeBody, let step = incident.step, step.action == .request {
      return answers.endpoint(of: step)
    }
    let covers = incident.covers
    // What every call has to refuse is one thing, though each call has a requirement that says so.
    let shared = finding.place == .status ? covers.filter(general.contains) : []
    if !shared.isEmpty { return shared.joined(separator: " ") }
    return covers.isEmpty
      ? "\(incident.location(of: finding)) \(incident.step?.name ?? "")"
      : covers.joined(separator: " ")
  }
}

extension Finding {
  /// Whether it is about the body as a whole, or about a header that says how to read it.
  fileprivate var isOfWholeBody: Bool {
    switch place {
    case .text, .framing: true
    default: place == .body(.root)
    }
  }
}

extension CauseFinder {
  /// The text with the target's ids as `*` and runs of digits as `#`.
  private func folded(_ text: String) -> String {
    var output = text
    for id in answers.ids where output.contains(id) { output = output.replacing(id, with: "*") }
    guard output.utf8.contains(where: { 0x30...0x39 ~= $0 }) else { return output }
    var bytes: [UInt8] = []
    for byte in output.utf8 {
      guard 0x30...0x39 ~= byte else {
        bytes.append(byte)
        continue
      }
      if bytes.last != UInt8(ascii: "#") { bytes.append(UInt8(ascii: "#")) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The member or header that a finding is about; nil where it is about something else.
  private func member(of finding: Finding) -> AnswerMember? {
    func isID(_ name: String) -> Bool { answers.ids.contains(name) || RouteAnswers.isID(name[...]) }
    guard case .saved = finding.place else { return AnswerMember(finding.place, isID: isID) }
    // The source says where the value is looked for.
    let sources = finding.expectedValue.sources
    return (sources.count == 1 ? AnswerMember(sources[0], isID: isID) : nil)
      ?? .other(finding.expected)
  }
}

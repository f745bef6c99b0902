// SPDX-License-Identifier: Apache-2.0
// A rule of a cookbook for the calls of a framework.

import Formats
import Text

/// A requirement of a cookbook for a call of the framework. The harness refuses a call that breaks
/// it, whoever plays the framework.
package struct CallRule: Sendable, Equatable {
  enum Demand: Sendable, Equatable {
    /// The application has asked the person for permission before, with any answer.
    case permissionAsked
    /// The person has once granted permission before.
    case permissionGranted
    /// A member of the call has this value.
    case value(String, JSONValue)
    /// A member of the call has no other value; the framework takes this one where it is missing.
    case noOther(String, JSONValue)
    /// A member of the call is there, and no empty text or list.
    case any(String)
  }

  /// The id of the requirement.
  package let requirement: String
  package let cookbook: String
  /// The step's own number in the cookbook.
  package let number: String
  /// The call that the cookbook makes there.
  package let call: String
  let demand: Demand

  init(
    _ requirement: String, _ cookbook: String, _ number: String, _ call: String, _ demand: Demand
  ) {
    self.requirement = requirement
    self.cookbook = cookbook
    self.number = number
    self.call = call
    self.demand = demand
  }
}

extension CallRule {
  /// The step as suites name it: `COOKBOOK/NUMBER`.
  var step: String { "\(cookbook)/\(number)" }

  /// The call that is refused, in words that follow `refuses`.
  package var refused: String {
    let article = call.first.map("aeiou".contains) ?? false ? "an" : "a"
    let called = "\(article) \(call) call of step \(number)"
    return switch demand {
    case .permissionAsked: "\(called) before the application has asked for permission"
    case .permissionGranted: "\(called) before the user has granted permission"
    case .value(let member, let value), .noOther(let member, let value):
      "\(called) whose \(member) is not \(JSONWriter.text(value))"
    case .any(let member): "\(called) without \(member)"
    }
  }

  /// Whether a call keeps to it.
  func accepts(_ call: PartnerCall, after permission: AskedPermission) -> Bool {
    switch demand {
    case .permissionAsked: permission != .notAsked
    case .permissionGranted: permission == .granted
    case .value(let member, let value): call.arguments[member] == value
    case .noOther(let member, let value): (call.arguments[member] ?? value) == value
    case .any(let member):
      switch call.arguments[member] {
      case nil, .null, "", []: false
      default: true
      }
    }
  }
}

extension CallRule.Demand {
  /// The member of the call that it is about; nil if it is about the calls before.
  var member: String? {
    switch self {
    case .permissionAsked, .permissionGranted: nil
    case .value(let member, _), .noOther(let member, _), .any(let member): member
    }
  }

  /// The value that it wants, in words.
  fileprivate var wanted: String {
    switch self {
    case .value(_, let value), .noOther(_, let value): JSONWriter.text(value)
    case .permissionAsked, .permissionGranted, .any: "a value"
    }
  }

  /// Whether both are about the same, so that a call can do right by one and wrong by the other.
  fileprivate func isAboutSame(as other: Self) -> Bool {
    member == other.member && (member != nil || self == other)
  }
}

extension FrameworkDeclaration {
  /// The requirement that a call breaks; nil if it breaks none.
  ///
  /// A rule holds at its own step of the cookbook. A call of no step, or of one that has no such
  /// rule, is refused if it would be wrong in each step that makes this call.
  ///
  /// - Parameters:
  ///   - steps: Those of the cookbook that the call is, each as `COOKBOOK/NUMBER`.
  ///   - cookbook: That of the suite; if no rule is of it, the first rule's counts.
  ///   - permission: What the calls before have brought on this device.
  package func refusal(
    of call: PartnerCall, ofSteps steps: [String], in cookbook: String?,
    after permission: AskedPermission
  ) -> PartnerMisuse? {
    guard rules.contains(where: { $0.call == call.name }) else { return nil }
    let form = self.call(named: call.name)?.request
    let own =
      (rules.first { steps.contains($0.step) } ?? rules.first { $0.cookbook == cookbook }
      ?? rules[0]).cookbook
    var rest = rules.filter { rule in
      rule.cookbook == own && rule.demand.member.map { form?[$0] != nil } ?? true
    }
    while let first = rest.first {
      let same = rest.filter { $0.demand.isAboutSame(as: first.demand) }
      rest.removeAll { $0.demand.isAboutSame(as: first.demand) }
      let here = same.filter { steps.contains($0.step) }
      let rules = here.isEmpty ? same.filter { $0.call == call.name } : here
      let broken = rules.filter { !$0.accepts(call, after: permission) }
      if !broken.isEmpty, !here.isEmpty || broken.count == rules.count {
        return misuse(call, breaking: broken)
      }
    }
    return nil
  }

  /// The mistake of a call that breaks rules which are about the same.
  private func misuse(_ call: PartnerCall, breaking rules: [CallRule]) -> PartnerMisuse {
    let ids = rules.map(\.requirement).joined(separator: ", ")
    let found: String
    let remedy: String
    switch rules[0].demand {
    case .permissionAsked:
      found = "this \(call.name) call comes before the application has asked for permission"
      remedy =
        permission.map { "write a step 'partner: {\($0.name): {}}' before it" }
        ?? "ask for it before"
    case .permissionGranted:
      found = "this \(call.name) call comes before the user has granted permission"
      remedy = "leave it out"
    case .value(let member, _), .noOther(let member, _), .any(let member):
      let value = call.arguments[member].map { JSONWriter.text($0) } ?? "missing"
      found = "\(member) is \(value), and the cookbook asks for \(Self.demands(of: rules))"
      remedy = "change it"
    }
    return PartnerMisuse(
      "\(found) (\(ids)); \(remedy), or write 'hostile: true' if it is wrong on purpose")
  }

  /// The values that rules demand, with their steps: `false in step B1 or D1, true in step C3`.
  private static func demands(of rules: [CallRule]) -> String {
    rules.map(\.demand.wanted).unique.map { wanted in
      let numbers = rules.filter { $0.demand.wanted == wanted }.map(\.number).unique
      return "\(wanted) in step \(numbers.joined(separator: " or "))"
    }.joined(separator: ", ")
  }
}

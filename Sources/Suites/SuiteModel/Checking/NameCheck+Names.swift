// SPDX-License-Identifier: Apache-2.0
// Checks whether a variable is known at its place.

import Formats
import Text

extension NameCheck {
  /// Notes that a step uses the variables of an expression, and reports the unknown ones.
  mutating func use(_ expression: VariableExpression, _ walk: inout Walk) {
    for expression in expression.variables {
      guard let name = expression.name else { continue }
      walk.used.insert(name)
      if walk.saved.contains(name) || walk.given.contains(name) { continue }
      if walk.isFact(name) {
        checkFact(expression, walk)
        walk.facts.add(FactUse(name: name, parts: expression.parts))
      } else if Names.builtIns.contains(name) || walk.devices.contains(name) {
        checkBuiltIn(name, expression, walk)
      } else if !walk.lost.mayBind(name), !walk.declared.isOpen {
        report(
          .error, unknown(name, walk), walk.file, expression.position, expression.written.count + 3)
      }
    }
  }

  /// The message about an unknown variable.
  private mutating func unknown(_ name: String, _ walk: Walk) -> String {
    if let nearest = hints.nearest(
      to: name,
      among: walk.saved.union(walk.given).union(walk.named).union(walk.declared.names)
        .union(Names.builtIns))
    {
      return "unknown variable ${\(name)}, did you mean '\(nearest)'?"
    }
    if walk.declared.declarations.isEmpty {
      return
        "unknown variable ${\(name)}; if it is a fact of the target, facts.yaml has to declare "
        + "it, and there is none beside the suite, in the folder above or among the shipped suites"
    }
    return walk.isFragment
      ? "unknown variable ${\(name)}; a fragment sees what it takes, facts and built-ins"
      : "unknown variable ${\(name)}; save it in a step before, or declare it in facts.yaml if it "
        + "is a fact of the target"
  }

  /// Reports a part that a fact can't have.
  mutating func checkFact(_ expression: VariableExpression, _ walk: Walk) {
    guard !expression.parts.isEmpty, let name = expression.name,
      let problem = walk.declared[name]?.problem(withPart: expression.parts)
    else { return }
    report(
      .error, problem, walk.file, expression.position, expression.written.unicodeScalars.count + 3)
  }

  /// Reports a part that a built-in variable does not have.
  mutating func checkBuiltIn(
    _ name: String, _ expression: VariableExpression, _ walk: Walk
  ) {
    let known: [String]
    switch name {
    case "now": known = []
    case "run": known = ["id"]
    default: known = Names.deviceMembers
    }
    if known.isEmpty {
      if expression.parts.isEmpty { return }
    } else if case .member(let member)? = expression.parts.first, expression.parts.count == 1 {
      if known.contains(member) { return }
      report(
        .error,
        "'\(name)' has no '\(member)', known are \(known.joined(separator: ", "))", walk.file,
        expression.position, expression.written.count + 3)
      return
    }
    report(
      .error,
      known.isEmpty
        ? "'now' has no parts"
        : "write a part of '\(name)': \(name).\(known.joined(separator: ", \(name)."))",
      walk.file, expression.position, expression.written.count + 3)
  }

  mutating func report(
    _ severity: Diagnostic.Severity, _ message: String, _ file: String, _ position: Position,
    _ length: Int = 1
  ) {
    diagnostics.append(
      Diagnostic(severity, message, file: file, at: position, length: length))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Whether a name is bound at its place, and what to say where it is not.

import Documents
import Expectations
import JSON
import SourceText
import Templates

extension NameCheck {
  mutating func use(_ expression: VariableExpression, _ walk: inout Walk) {
    for expression in expression.variables {
      guard let name = expression.name else { continue }
      walk.used.insert(name)
      if walk.saved.contains(name) || walk.given.contains(name) { continue }
      if walk.named.contains(name) {
        walk.facts.add(FactUse(name: name, parts: expression.parts))
      } else if Names.builtIns.contains(name) || walk.devices.contains(name) {
        checkBuiltIn(name, expression, walk)
      } else if !walk.lost.mayBind(name) {
        report(
          .error, unbound(name, walk), walk.file, expression.position, expression.written.count + 3)
      }
    }
  }

  private mutating func unbound(_ name: String, _ walk: Walk) -> String {
    let known = walk.saved.union(walk.given).union(walk.named).union(Names.builtIns)
    if let nearest = hints.nearest(to: name, among: known) {
      return "nothing binds ${\(name)} here, did you mean '\(nearest)'?"
    }
    return walk.isFragment
      ? "nothing binds ${\(name)} here; a fragment sees what it takes, facts and built-ins"
      : "nothing binds ${\(name)} here; save it in a step before, or name it in 'needs' if it is a "
        + "fact of the target"
  }

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

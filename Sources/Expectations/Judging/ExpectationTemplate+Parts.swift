// SPDX-License-Identifier: Apache-2.0
// The parts of an expectation that can be judged where not all of an answer is known.

import Formats
import HTTP

extension ExpectationTemplate {
  /// The expectation without what is said of parts of an answer that are not known.
  ///
  /// - Parameters:
  ///   - isKnown: Whether a header of this name is known to be there or to be missing.
  ///   - hasBody: Whether the body is known.
  package func judging(
    headers isKnown: (_ name: String) -> Bool, hasBody: Bool
  ) -> ExpectationTemplate {
    var result = self
    result.headers = headers.filter { $0.name.constant.map(isKnown) ?? false }
    if !hasBody { (result.json, result.xml, result.text) = (nil, nil, nil) }
    result.alternatives = alternatives.map { alternative in
      Alternative(
        name: alternative.name,
        expectation: alternative.expectation.judging(headers: isKnown, hasBody: hasBody),
        position: alternative.position)
    }
    result.compiled = []
    return result
  }
}

extension Expectation {
  /// Whether it is about an answer with the status of this one; one that says nothing of the status is
  /// about every answer.
  package func isAbout(_ observation: Observation) -> Bool {
    guard let code = observation.response?.status else { return false }
    let scope = observation.scope()
    return (status?.accepts(.integer(code), in: scope) ?? true)
      && (either.isEmpty || either.contains { $0.expectation.isAbout(observation) })
  }
}

extension PlacePattern {
  /// Whether an answer has the part, so that a requirement shows there.
  package func isIn(_ observation: Observation) -> Bool {
    switch part {
    case .status: observation.response != nil
    case .header(let name): observation.response?.headers[name] != nil
    case .text: !(observation.response?.body.isEmpty ?? true)
    case .json: (try? observation.json.get()).map { Self.has(path[...], $0) } ?? false
    case .xml: (try? observation.xml.get()) != nil
    case .statuses, .saved: false
    }
  }

  private static func has(_ path: ArraySlice<Segment>, _ value: JSONValue) -> Bool {
    guard let first = path.first else { return true }
    let rest = path.dropFirst()
    let members: [(name: String, value: JSONValue)] =
      switch value {
      case .object(let object): object.members.map { ($0.name, $0.value) }
      case .array(let items): items.enumerated().map { (String($0), $1) }
      default: []
      }
    return members.contains { member in
      let isNamed = first.name.map { $0.utf8.elementsEqual(member.name.utf8) } ?? true
      return isNamed && has(rest, member.value) || first.isDeep && has(path, member.value)
    }
  }
}

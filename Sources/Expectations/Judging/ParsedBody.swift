// SPDX-License-Identifier: Apache-2.0
// A body of an answer as it was parsed, kept for the next pattern.

import Formats
import Synchronization

/// A body as it was parsed, kept for the next pattern.
final class ParsedBody: Sendable {
  struct Parsed {
    var json: Result<JSONValue, BodyProblem>?
    var xml: Result<XMLElement, BodyProblem>?
  }

  private let parsed: Mutex<Parsed>

  init(_ parsed: Parsed = Parsed()) { self.parsed = Mutex(parsed) }

  func json(_ bytes: [UInt8]) -> Result<JSONValue, BodyProblem> {
    parsed.withLock { parsed in
      let json = parsed.json ?? JSONProblem.read(bytes).mapError { BodyProblem($0, bytes) }
      parsed.json = json
      return json
    }
  }

  func xml(_ bytes: [UInt8]) -> Result<XMLElement, BodyProblem> {
    parsed.withLock { parsed in
      let xml = parsed.xml ?? BodyProblem.xml(bytes)
      parsed.xml = xml
      return xml
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// A body of an answer as it was parsed, kept for the next pattern.

import Formats
import Synchronization

/// A body as it was parsed, kept for the next pattern.
final class ParsedBody: Sendable {
  struct Parsed {
    var json: Result<JSONValue, BodyError>?
    var xml: Result<XMLElement, BodyError>?
  }

  private let parsed: Mutex<Parsed>

  init(_ parsed: Parsed = Parsed()) { self.parsed = Mutex(parsed) }

  func json(_ bytes: [UInt8]) -> Result<JSONValue, BodyError> {
    parsed.withLock { parsed in
      let json = parsed.json ?? JSONTextError.read(bytes).mapError { BodyError($0, bytes) }
      parsed.json = json
      return json
    }
  }

  func xml(_ bytes: [UInt8]) -> Result<XMLElement, BodyError> {
    parsed.withLock { parsed in
      let xml = parsed.xml ?? BodyError.xml(bytes)
      parsed.xml = xml
      return xml
    }
  }
}

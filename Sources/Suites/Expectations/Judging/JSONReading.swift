// SPDX-License-Identifier: Apache-2.0
// A text read as JSON, or why it can't be.

internal import Formats
internal import Text

/// A text read as JSON. An object with two members of one name is a problem, because readers
/// disagree on which of them counts.
struct JSONReading {
  enum Problem: Sendable, Equatable {
    case invalid(JSONError)
    case repeated(JSONDuplicate)
  }

  let value: JSONValue?
  let problem: Problem?

  init(_ bytes: [UInt8]) {
    do throws(JSONError) {
      let document = try JSONParser.document(bytes, limits: .answer)
      problem = document.duplicates.first.map { .repeated($0) }
      value = problem == nil ? document.root : nil
    } catch {
      problem = .invalid(error)
      value = nil
    }
  }
}

extension JSONReading.Problem {
  func reason(of bytes: [UInt8], as name: String) -> QuotingText {
    switch self {
    case .invalid where bytes.isEmpty: "\(name) is empty"
    case .invalid(let error):
      "\(name) is not JSON: at byte \(error.offset), \(error.description)"
    case .repeated(let duplicate):
      "\(name) has an object with two members `\(duplicate.name)`,"
        + " the second at byte \(duplicate.offset)"
    }
  }
}

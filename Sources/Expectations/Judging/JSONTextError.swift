// SPDX-License-Identifier: Apache-2.0
// Why a text can't be read as JSON.

import Formats
import Text

/// Why a text can't be read as JSON. An object with two members of one name is an error, because
/// readers disagree on which of them counts.
enum JSONTextError: Error {
  case invalid(JSONError)
  case repeated(JSONDuplicate)

  static func read(_ bytes: [UInt8]) -> Result<JSONValue, JSONTextError> {
    do throws(JSONError) {
      let document = try JSONParser.document(bytes, limits: .answer)
      return document.duplicates.first.map { .failure(.repeated($0)) } ?? .success(document.root)
    } catch {
      return .failure(.invalid(error))
    }
  }

  func reason(of bytes: [UInt8], as name: String) -> QuotingText {
    switch self {
    case .invalid where bytes.isEmpty: "\(name) is empty"
    case .invalid(let error): "\(name) is not JSON: at byte \(error.offset), \(error.description)"
    case .repeated(let duplicate):
      "\(name) has an object with two members `\(duplicate.name)`,"
        + " the second at byte \(duplicate.offset)"
    }
  }
}

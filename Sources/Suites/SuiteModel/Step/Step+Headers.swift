// SPDX-License-Identifier: Apache-2.0
// The default headers that a step sends.

import HTTP

extension Step {
  /// The default headers that its request sends: those of which it has no header of its own.
  package var sentDefaultHeaders: [RequestTemplate.Field] {
    guard case .request(let request) = action else { return [] }
    return defaultHeaders.filter { header in
      guard let name = header.name.constant else { return true }
      return !request.hasHeader(named: name)
    }
  }
}

extension RequestTemplate {
  /// Whether it has a header of this name of its own, so that a default does not count.
  fileprivate func hasHeader(named name: String) -> Bool {
    guard case .written(let fields) = headers else { return false }
    return fields.contains { $0.name.constant.map { HeaderList.isSame($0, name) } ?? false }
  }
}

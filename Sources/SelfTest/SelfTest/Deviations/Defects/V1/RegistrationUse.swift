// SPDX-License-Identifier: Apache-2.0
// The calls of REST API V1 that take a registration code.

/// The calls of REST API V1 that take a registration code, but for the browser's: it is refused at
/// another requestor for its domain as well, and no fact names a domain of that requestor.
enum RegistrationUse: String, CaseIterable {
  case check
  case preauthorization
  case retrieval
  case deletion
}

extension RegistrationUse {
  var endpoint: ServiceEndpoint {
    switch self {
    case .check: .v1CheckCode
    case .preauthorization: .v1PreauthorizeCode
    case .retrieval: .v1RetrieveCode
    case .deletion: .v1DeleteCode
    }
  }

  var requirements: [String] {
    switch self {
    case .check: ["V1-10-23"]
    case .preauthorization: ["V1-11-07"]
    case .retrieval, .deletion: ["V1-10-27"]
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The calls of REST API V1 that take a registration code.

/// The calls of REST API V1 that take a registration code.
enum RegistrationUse: String, CaseIterable {
  case check
  case preauthorization
  case retrieval
  case deletion
  case login
}

extension RegistrationUse {
  var endpoint: ServiceEndpoint {
    switch self {
    case .check: .v1CheckCode
    case .preauthorization: .v1PreauthorizeCode
    case .retrieval: .v1RetrieveCode
    case .deletion: .v1DeleteCode
    case .login: .v1Authenticate
    }
  }

  var requirements: [String] {
    switch self {
    case .check: ["V1-10-23"]
    case .preauthorization: ["V1-11-07"]
    case .retrieval, .deletion: ["V1-10-27"]
    case .login: ["V1-10-18"]
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The answers of the service, as far as the application uses them.

import Foundation

struct Registration: Decodable {
  let client_id: String
  let client_secret: String
}

struct TokenAnswer: Decodable {
  let access_token: String
  let expires_in: Double
}

/// A time in milliseconds since 1970, which the service writes as a number or as a text of digits.
struct Milliseconds: Decodable {
  let date: Date

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try? container.decode(String.self)
    let number = try text.flatMap(Double.init) ?? container.decode(Double.self)
    date = Date(timeIntervalSince1970: number / 1000)
  }
}

/// A truth value, which the service writes as a boolean or as a text.
struct Flag: Decodable {
  let isTrue: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try? container.decode(String.self)
    isTrue = try text.map { $0 == "true" } ?? container.decode(Bool.self)
  }
}

struct Profile: Decodable {
  let type: String
  let notAfter: Milliseconds

  /// Whether the service opens it only to who sends what the framework says.
  var isOfPartner: Bool { type == "appleSSO" }
}

struct Profiles: Decodable {
  /// By the id of the MVPD.
  let profiles: [String: Profile]

  /// The profile that is valid longest.
  func best(at now: Date) -> (mvpd: String, profile: Profile)? {
    profiles.filter { $0.value.notAfter.date > now }
      .max { ($0.value.notAfter.date, $0.key) < ($1.value.notAfter.date, $1.key) }
      .map { ($0.key, $0.value) }
  }
}

struct MVPD: Decodable {
  let id: String
  let displayName: String
  let isTempPass: Flag?
  let enablePlatformServices: Flag?
  let displayInPlatformPicker: Flag?
  let boardingStatus: String?
  /// Its name at the framework.
  let platformMappingId: String?

  /// Whether the viewer can sign in with it through the framework.
  var takesPart: Bool {
    enablePlatformServices?.isTrue == true && boardingStatus == "SUPPORTED"
  }
}

struct Configuration: Decodable {
  struct Requestor: Decodable { let mvpds: [MVPD] }

  let requestor: Requestor

  /// The MVPD that the framework calls so.
  func mvpd(mappedTo provider: String) -> MVPD? {
    requestor.mvpds.first { $0.platformMappingId == provider }
  }

  /// The providers that the picker of the framework may show.
  var inPlatformPicker: [String] {
    requestor.mvpds.filter { $0.displayInPlatformPicker?.isTrue == true }
      .compactMap(\.platformMappingId)
  }

  /// Those with which the viewer can sign in there.
  var featured: [String] {
    requestor.mvpds.filter { $0.displayInPlatformPicker?.isTrue == true && $0.takesPart }
      .compactMap(\.platformMappingId)
  }
}

/// The answer to who begins or resumes a session.
struct Session: Decodable {
  struct AuthenticationRequest: Decodable {
    /// For `VSAccountMetadataRequest.verificationToken`, as it is.
    let request: String
    /// For `VSAccountMetadataRequest.attributeNames`.
    let attributesNames: [String]
  }

  let actionName: String
  let url: String?
  let code: String?
  let mvpd: String?
  let missingParameters: [String]?
  let notAfter: Milliseconds?
  let authenticationRequest: AuthenticationRequest?
}

struct Decisions: Decodable {
  struct Decision: Decodable {
    struct Token: Decodable { let serializedToken: String }

    let resource: String
    let authorized: Flag
    let token: Token?
    let error: ServiceError?
  }

  let decisions: [Decision]
}

struct Logouts: Decodable {
  struct Logout: Decodable {
    let actionName: String
    let url: String?
  }

  /// By the id of the MVPD.
  let logouts: [String: Logout]
}

/// An error of the service; what an answer leaves out is nil.
struct ServiceError: Error, Decodable {
  private(set) var status: Int?
  let code: String?
  let message: String?
  let details: String?
  /// What the viewer or the application has to do first.
  let action: String?

  init(_ answer: HTTPAnswer) {
    let read = try? JSONDecoder().decode(Self.self, from: answer.body)
    code = read?.code
    message = read?.message
    details = read?.details
    action = read?.action
    status = answer.status
  }

  /// What the viewer reads.
  var text: String { details ?? message ?? code ?? "error \(status ?? 0)" }
}

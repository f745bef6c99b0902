// SPDX-License-Identifier: Apache-2.0
// Writes the data of a service as JSON, so that a test can read it back.

import Formats
import Text

@testable import ReferenceService

extension ServiceData {
  /// The form that `init(json:)` reads, with all members written out.
  var json: JSONValue {
    [
      "partner": .string(partner),
      "limits": [
        "preauthorize": .integer(limits.preauthorize), "authorize": .integer(limits.authorize),
      ],
      "lifetimes": [
        "session": .duration(lifetimes.session),
        "mediaToken": .duration(lifetimes.mediaToken),
        "decision": .duration(lifetimes.decision),
        "degradedProfile": .duration(lifetimes.degradedProfile),
      ],
      "enhancedErrorsInV1": .boolean(hasEnhancedErrorsInV1),
      "statements": .array(statements.map(\.json)),
      "serviceProviders": .array(serviceProviders.map(\.json)),
      "mvpds": .array(mvpds.map(\.json)),
    ]
  }
}

extension ServiceData.Statement {
  fileprivate var json: JSONValue {
    [
      "statement": .string(statement), "serviceProviders": .texts(serviceProviders),
      "approved": .boolean(isApproved), "scopes": .texts(scopes),
      "tokenLifetime": .duration(tokenLifetime),
    ]
  }
}

extension ServiceData.ServiceProvider {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "name": .string(name), "domains": .texts(domains),
      "redirectUrl": .string(redirectURL), "integrations": .array(integrations.map(\.json)),
    ]
  }
}

extension ServiceData.Integration {
  fileprivate var json: JSONValue {
    var members = JSONObject([
      (name: "mvpd", value: .string(mvpd)),
      (name: "active", value: .boolean(isActive)),
      (name: "enablePlatformServices", value: .boolean(enablePlatformServices)),
      (name: "displayInPlatformPicker", value: .boolean(displayInPlatformPicker)),
      (name: "enforcePlatformPermissions", value: .boolean(enforcePlatformPermissions)),
    ])
    if let degradation { members.append("degradation", .string(degradation.rawValue)) }
    return .object(members)
  }
}

extension ServiceData.MVPD {
  fileprivate var json: JSONValue {
    var members = JSONObject([
      (name: "id", value: .string(id)),
      (name: "displayName", value: .string(displayName)),
      (name: "logoUrl", value: .string(logoURL)),
    ])
    if let platformMappingID { members.append("platformMappingId", .string(platformMappingID)) }
    if let boardingStatus { members.append("boardingStatus", .string(boardingStatus.rawValue)) }
    members.append("attributeNames", .texts(attributeNames))
    members.append("logout", .boolean(hasLogout))
    members.append("profileLifetime", .duration(profileLifetime))
    if let temporary { members.append("temporary", temporary.json) }
    members.append("subscriber", subscriber.json)
    return .object(members)
  }
}

extension ServiceData.TemporaryAccess {
  fileprivate var json: JSONValue {
    var members = JSONObject([(name: "duration", value: .duration(duration))])
    if let resources { members.append("resources", .integer(resources)) }
    members.append("promotional", .boolean(isPromotional))
    return .object(members)
  }
}

extension ServiceData.Subscriber {
  fileprivate var json: JSONValue {
    [
      "userID": .string(userID),
      "attributes": .array(
        attributes.map { attribute in
          [
            "name": .string(attribute.name), "value": attribute.value,
            "encrypted": .boolean(attribute.isEncrypted),
          ]
        }),
      "permitted": .texts(permitted),
      "denied": .array(denied.map(\.json)),
    ]
  }
}

extension ServiceData.Denial {
  fileprivate var json: JSONValue {
    var members = JSONObject([
      (name: "resource", value: .string(resource)),
      (name: "code", value: .string(code.rawValue)),
    ])
    if let details { members.append("details", .string(details)) }
    return .object(members)
  }
}

extension JSONValue {
  fileprivate static func texts(_ texts: [String]) -> JSONValue {
    .array(texts.map { .string($0) })
  }

  fileprivate static func duration(_ duration: Duration) -> JSONValue {
    .string(DurationText.text(duration))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Reads the data of a service from a JSON file.

package import Formats

extension ServiceData {
  /// Reads the data from JSON. Members that are left out have their defaults.
  ///
  /// - Throws: `ServiceDataError` with all mistakes.
  package init(json: JSONValue) throws(ServiceDataError) {
    var reader = DataReader()
    let root = reader.object(
      json, "",
      members: [
        "partner", "limits", "lifetimes", "enhancedErrorsInV1", "identityKey", "statements",
        "serviceProviders", "mvpds",
      ])
    if json.object == nil { throw ServiceDataError(mistakes: reader.mistakes) }
    self.init(
      statements: reader.list(root, "statements") { $0.statement($1, $2) },
      serviceProviders: reader.list(root, "serviceProviders") { $0.serviceProvider($1, $2) },
      mvpds: reader.list(root, "mvpds") { $0.mvpd($1, $2) })
    partner = reader.text(root, "partner", default: partner)
    identityKey = reader.text(root, "identityKey", default: identityKey)
    if let value = root.members["limits"] {
      let object = reader.object(value, "/limits", members: ["preauthorize", "authorize"])
      limits.preauthorize = reader.count(object, "preauthorize", default: limits.preauthorize)
      limits.authorize = reader.count(object, "authorize", default: limits.authorize)
    }
    if let value = root.members["lifetimes"] {
      let object = reader.object(
        value, "/lifetimes",
        members: ["session", "mediaToken", "decision", "degradedProfile", "serviceToken"])
      lifetimes.serviceToken = reader.duration(
        object, "serviceToken", default: lifetimes.serviceToken)
      lifetimes.session = reader.duration(object, "session", default: lifetimes.session)
      lifetimes.mediaToken = reader.duration(object, "mediaToken", default: lifetimes.mediaToken)
      lifetimes.decision = reader.duration(object, "decision", default: lifetimes.decision)
      lifetimes.degradedProfile = reader.duration(
        object, "degradedProfile", default: lifetimes.degradedProfile)
    }
    hasEnhancedErrorsInV1 = reader.flag(root, "enhancedErrorsInV1", default: false)
    checkNames(&reader)
    if !reader.mistakes.isEmpty { throw ServiceDataError(mistakes: reader.mistakes) }
  }

  /// Checks that ids are unique, and that references lead to something.
  private func checkNames(_ reader: inout DataReader) {
    reader.checkUnique(statements.map(\.statement), "/statements", "statement")
    reader.checkUnique(serviceProviders.map(\.id), "/serviceProviders", "id")
    reader.checkUnique(mvpds.map(\.id), "/mvpds", "id")
    reader.checkUnique(mvpds.map { $0.platformMappingID ?? "" }, "/mvpds", "platformMappingId")
    let providers = Set(serviceProviders.map(\.id))
    for (index, statement) in statements.enumerated() {
      for (place, id) in statement.serviceProviders.enumerated() where !providers.contains(id) {
        reader.fail(
          "/statements/\(index)/serviceProviders/\(place)", "there is no such service provider")
      }
    }
    let known = Set(mvpds.map(\.id))
    for (index, provider) in serviceProviders.enumerated() {
      let pointer = "/serviceProviders/\(index)/integrations"
      for (place, integration) in provider.integrations.enumerated()
      where !known.contains(integration.mvpd) {
        reader.fail("\(pointer)/\(place)/mvpd", "there is no such MVPD")
      }
      reader.checkUnique(provider.integrations.map(\.mvpd), pointer, "mvpd")
    }
  }
}

extension DataReader {
  /// Checks that no two items have the same value; empty values don't count.
  fileprivate mutating func checkUnique(_ values: [String], _ pointer: String, _ name: String) {
    var first: [String: Int] = [:]
    for (index, value) in values.enumerated() where !value.isEmpty {
      if let earlier = first[value] {
        fail("\(pointer)/\(index)/\(name)", "the same as \(pointer)/\(earlier)/\(name)")
      } else {
        first[value] = index
      }
    }
  }

  fileprivate mutating func statement(
    _ value: JSONValue, _ pointer: String
  ) -> ServiceData.Statement {
    let object = object(
      value, pointer,
      members: ["statement", "serviceProviders", "approved", "scopes", "tokenLifetime"])
    var statement = ServiceData.Statement(
      text(object, "statement"), serviceProviders: texts(object, "serviceProviders"))
    statement.isApproved = flag(object, "approved", default: true)
    statement.scopes = texts(object, "scopes", default: statement.scopes)
    statement.tokenLifetime = duration(
      object, "tokenLifetime", default: statement.tokenLifetime, atLeast: .seconds(1))
    return statement
  }

  fileprivate mutating func serviceProvider(
    _ value: JSONValue, _ pointer: String
  ) -> ServiceData.ServiceProvider {
    let object = object(
      value, pointer, members: ["id", "name", "domains", "redirectUrl", "integrations"])
    let id = text(object, "id")
    let redirectURL = text(object, "redirectUrl")
    if !redirectURL.isEmpty, !redirectURL.isAbsoluteURL {
      fail(object.pointer("redirectUrl"), "expected an absolute URL")
    }
    return ServiceData.ServiceProvider(
      id: id, name: text(object, "name", default: id), domains: texts(object, "domains"),
      redirectURL: redirectURL,
      integrations: list(object, "integrations") { $0.integration($1, $2) })
  }

  private mutating func integration(
    _ value: JSONValue, _ pointer: String
  ) -> ServiceData.Integration {
    let object = object(
      value, pointer,
      members: [
        "mvpd", "active", "enablePlatformServices", "displayInPlatformPicker",
        "enforcePlatformPermissions", "degradation",
      ])
    var integration = ServiceData.Integration(text(object, "mvpd"))
    integration.isActive = flag(object, "active", default: true)
    integration.enablePlatformServices = flag(object, "enablePlatformServices", default: false)
    integration.displayInPlatformPicker = flag(object, "displayInPlatformPicker", default: false)
    integration.enforcePlatformPermissions = flag(
      object, "enforcePlatformPermissions", default: false)
    integration.degradation = choice(object, "degradation", ServiceData.Degradation.self)
    return integration
  }

  fileprivate mutating func mvpd(_ value: JSONValue, _ pointer: String) -> ServiceData.MVPD {
    let object = object(
      value, pointer,
      members: [
        "id", "displayName", "logoUrl", "platformMappingId", "boardingStatus", "attributeNames",
        "logout", "profileLifetime", "temporary", "subscriber",
      ])
    let id = text(object, "id")
    var mvpd = ServiceData.MVPD(id: id, displayName: text(object, "displayName", default: id))
    mvpd.logoURL = text(object, "logoUrl", default: mvpd.logoURL)
    mvpd.platformMappingID = optionalText(object, "platformMappingId")
    mvpd.boardingStatus = choice(object, "boardingStatus", ServiceData.BoardingStatus.self)
    mvpd.attributeNames = texts(object, "attributeNames", default: mvpd.attributeNames)
    mvpd.hasLogout = flag(object, "logout", default: true)
    mvpd.profileLifetime = duration(
      object, "profileLifetime", default: mvpd.profileLifetime, atLeast: .milliseconds(1))
    if let value = object.members["temporary"], value != .null {
      mvpd.temporary = temporary(value, object.pointer("temporary"))
    }
    if let value = object.members["subscriber"] {
      mvpd.subscriber = subscriber(value, object.pointer("subscriber"))
    }
    return mvpd
  }

  private mutating func temporary(
    _ value: JSONValue, _ pointer: String
  ) -> ServiceData.TemporaryAccess {
    let object = object(value, pointer, members: ["duration", "resources", "promotional"])
    if object.members["duration"] == nil {
      fail(object.pointer("duration"), "is missing: expected a duration")
    }
    var access = ServiceData.TemporaryAccess(duration: duration(object, "duration", default: .zero))
    if object.members["resources"] != nil {
      access.resources = count(object, "resources", default: 1)
    }
    access.isPromotional = flag(object, "promotional", default: false)
    return access
  }

  private mutating func subscriber(
    _ value: JSONValue, _ pointer: String
  ) -> ServiceData.Subscriber {
    let object = object(value, pointer, members: ["userID", "attributes", "permitted", "denied"])
    var subscriber = ServiceData.Subscriber()
    subscriber.userID = text(object, "userID", default: subscriber.userID)
    subscriber.attributes = list(object, "attributes", default: []) { $0.attribute($1, $2) }
    subscriber.permitted = texts(object, "permitted", default: [])
    subscriber.denied = list(object, "denied", default: []) { $0.denial($1, $2) }
    return subscriber
  }

  private mutating func attribute(_ value: JSONValue, _ pointer: String) -> ServiceData.Attribute {
    let object = object(value, pointer, members: ["name", "value", "encrypted"])
    if object.members["value"] == nil { fail(object.pointer("value"), "is missing") }
    return ServiceData.Attribute(
      text(object, "name"), object.members["value"] ?? .null,
      isEncrypted: flag(object, "encrypted", default: false))
  }

  /// Reads a denied resource: its id, or an object that also says how it is denied.
  private mutating func denial(_ value: JSONValue, _ pointer: String) -> ServiceData.Denial {
    if let resource = value.string, !resource.isEmpty { return ServiceData.Denial(resource) }
    let object = object(value, pointer, members: ["resource", "code", "details"])
    var denial = ServiceData.Denial(text(object, "resource"))
    denial.code = choice(object, "code", ErrorCode.self) ?? denial.code
    if denial.code.status != 403 { fail(object.pointer("code"), "expected a code of status 403") }
    denial.details = optionalText(object, "details")
    return denial
  }
}

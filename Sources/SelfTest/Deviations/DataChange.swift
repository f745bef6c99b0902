// SPDX-License-Identifier: Apache-2.0
// Changes of the service's data, by the names that the tables have for them.

internal import ReferenceService

/// A change of the service's data, by its name in the tables under `data`.
enum DataChange {
  typealias Change = @Sendable (inout ServiceData) -> Void

  static let named: [String: Change] = [
    "mapping-ids-like-mvpd-ids": { data in
      for index in data.mvpds.indices where data.mvpds[index].platformMappingID != nil {
        data.mvpds[index].platformMappingID = data.mvpds[index].id
      }
    },
    "long-mapping-ids": { data in
      for index in data.mvpds.indices {
        guard let id = data.mvpds[index].platformMappingID else { continue }
        data.mvpds[index].platformMappingID = "urn:tv.example:2201:\(id)@v1.0_a"
      }
    },
    "mapping-ids-of-one-letter": { data in
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz").map(String.init)
      for index in data.mvpds.indices where data.mvpds[index].platformMappingID != nil {
        data.mvpds[index].platformMappingID = letters[index % letters.count]
      }
    }, "mvpd-ids-with-blanks": { data in data.renameMVPDs { "\($0) & Söhne (1+1)" } },
    "mvpd-ids-of-digits": { data in
      let numbers = Dictionary(
        uniqueKeysWithValues: data.mvpds.enumerated().map { ($1.id, "00\(700 + $0)") })
      data.renameMVPDs { numbers[$0] ?? $0 }
    },
    "service-providers-in-lower-case": { data in
      data.renameServiceProviders { "\($0.lowercased())-tv.2030_x" }
    }, "resources-with-signs": { data in data.renameResources { "\($0)/é \"17\" <&>#%2F" } },
    "large-configuration": { data in
      for number in 1...500 {
        var mvpd = ServiceData.MVPD(id: "More\(number)", displayName: "More TV \(number)")
        if number.isMultiple(of: 2) {
          mvpd.platformMappingID = "tvp-more-\(number)"
          mvpd.boardingStatus = number.isMultiple(of: 4) ? .supported : .picker
        }
        data.mvpds.append(mvpd)
        for index in data.serviceProviders.indices {
          var integration = ServiceData.Integration(mvpd.id)
          integration.enablePlatformServices = number.isMultiple(of: 4)
          integration.displayInPlatformPicker = number.isMultiple(of: 2)
          data.serviceProviders[index].integrations.append(integration)
        }
      }
    },
    "many-domains": { data in
      for index in data.serviceProviders.indices {
        data.serviceProviders[index].domains += (1...20).map { "more-\($0).example" }
      }
    }, "eight-resources-at-once": { data in data.limits.preauthorize = 8 },
    "permissions-are-enforced": { data in
      for index in data.serviceProviders.indices {
        for other in data.serviceProviders[index].integrations.indices {
          data.serviceProviders[index].integrations[other].enforcePlatformPermissions = true
        }
      }
    }, "profiles-of-a-year": { data in data.setProfileLifetime(.seconds(365 * 86_400)) },
    "profiles-of-an-hour": { data in data.setProfileLifetime(.seconds(3600)) },
    "no-attributes": { data in
      for index in data.mvpds.indices { data.mvpds[index].subscriber.attributes = [] }
    }, "tokens-of-an-hour": { data in data.setTokenLifetime(.seconds(3600)) },
    "tokens-of-a-day": { data in data.setTokenLifetime(.seconds(86_400)) },
    "other-lifetimes": { data in
      data.lifetimes.mediaToken = .seconds(300)
      data.lifetimes.decision = .seconds(86_400)
      data.lifetimes.degradedProfile = .seconds(3600)
    }, "enhanced-errors-in-v1": { data in data.hasEnhancedErrorsInV1 = true },
  ]
}

extension ServiceData {
  fileprivate mutating func renameMVPDs(_ name: (String) -> String) {
    for index in mvpds.indices { mvpds[index].id = name(mvpds[index].id) }
    for index in serviceProviders.indices {
      for other in serviceProviders[index].integrations.indices {
        serviceProviders[index].integrations[other].mvpd = name(
          serviceProviders[index].integrations[other].mvpd)
      }
    }
  }

  fileprivate mutating func renameServiceProviders(_ name: (String) -> String) {
    for index in serviceProviders.indices {
      serviceProviders[index].id = name(serviceProviders[index].id)
    }
    for index in statements.indices {
      statements[index].serviceProviders = statements[index].serviceProviders.map(name)
    }
  }

  fileprivate mutating func renameResources(_ name: (String) -> String) {
    for index in mvpds.indices {
      mvpds[index].subscriber.permitted = mvpds[index].subscriber.permitted.map(name)
      for other in mvpds[index].subscriber.denied.indices {
        mvpds[index].subscriber.denied[other].resource = name(
          mvpds[index].subscriber.denied[other].resource)
      }
    }
  }

  /// Changes the lifetime of the profiles that last.
  fileprivate mutating func setProfileLifetime(_ lifetime: Duration) {
    for index in mvpds.indices where mvpds[index].profileLifetime > .seconds(60) {
      mvpds[index].profileLifetime = lifetime
    }
  }

  /// Changes the lifetime of the tokens that last.
  fileprivate mutating func setTokenLifetime(_ lifetime: Duration) {
    for index in statements.indices where statements[index].tokenLifetime > .seconds(60) {
      statements[index].tokenLifetime = lifetime
    }
  }
}

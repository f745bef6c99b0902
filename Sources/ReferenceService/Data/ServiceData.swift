// SPDX-License-Identifier: Apache-2.0
// The data of a reference service: applications, service providers, MVPDs.

package import Formats
import Text

/// The made-up world of a reference service. There is no list of cases: an MVPD is a degraded one, a
/// temporary pass and so on by the values of its members.
package struct ServiceData: Sendable, Equatable {
  /// The partner's name in paths, compared without case.
  package var partner = "Apple"
  /// How many resources one request may name.
  package var limits = Limits()
  package var lifetimes = Lifetimes()
  /// Whether the errors of REST API V1 have codes, as for accounts that have asked for them.
  package var hasEnhancedErrorsInV1 = false
  /// The key by which platforms and identity services sign, with HS256, and this service, too.
  package var identityKey = "the key of all emulated identities"
  package var statements: [Statement]
  package var serviceProviders: [ServiceProvider]
  package var mvpds: [MVPD]

  package struct Limits: Sendable, Equatable {
    package var preauthorize = 5
    package var authorize = 1
  }

  package struct Lifetimes: Sendable, Equatable {
    /// The lifetime of a code and of a request to the partner framework.
    package var session: Duration = .seconds(30 * 60)
    package var mediaToken: Duration = .seconds(7 * 60)
    package var decision: Duration = .seconds(77 * 60)
    package var degradedProfile: Duration = .seconds(60)
    package var serviceToken: Duration = .seconds(3600)
  }

  /// A registered application by its software statement.
  package struct Statement: Sendable, Equatable {
    /// The statement as the application sends it.
    package var statement: String
    /// The service providers that its access tokens are issued for.
    package var serviceProviders: [String]
    package var isApproved = true
    package var scopes = ["api:client:v1", "api:client:v2"]
    /// Whole seconds.
    package var tokenLifetime: Duration = .seconds(6 * 3600)

    package init(_ statement: String, serviceProviders: [String]) {
      self.statement = statement
      self.serviceProviders = serviceProviders
    }
  }

  package struct ServiceProvider: Sendable, Equatable {
    package var id: String
    package var name: String
    package var domains: [String]
    /// Where a user agent goes after the sign-in, back to the application.
    package var redirectURL: String
    package var integrations: [Integration]
  }

  /// An MVPD as one service provider has set it up.
  package struct Integration: Sendable, Equatable {
    package var mvpd: String
    /// Whether the integration is switched on. One that is off is neither listed nor served.
    package var isActive = true
    /// Whether the platform's single sign-on is on.
    package var enablePlatformServices = false
    package var displayInPlatformPicker = false
    package var enforcePlatformPermissions = false
    package var degradation: Degradation?

    package init(_ mvpd: String) { self.mvpd = mvpd }
  }

  /// The rules of degraded access.
  package enum Degradation: String, Sendable, CaseIterable {
    case authNAll = "AuthNAll"
    case authZAll = "AuthZAll"
    case authZNone = "AuthZNone"
  }

  /// The states of an MVPD at the platform. An MVPD that the platform doesn't know has none.
  package enum BoardingStatus: String, Sendable, CaseIterable {
    case supported = "SUPPORTED"
    case picker = "PICKER"
  }

  package struct MVPD: Sendable, Equatable {
    package var id: String
    package var displayName: String
    package var logoURL: String
    /// The MVPD's id at the partner framework, and the issuer of its SAML responses.
    package var platformMappingID: String?
    package var boardingStatus: BoardingStatus?
    /// The names of the SAML attributes that the MVPD is asked for.
    package var attributeNames = ["uid", "NameID", "uniqueId"]
    package var hasLogout = true
    package var profileLifetime: Duration = .seconds(30 * 86_400)
    package var temporary: TemporaryAccess?
    package var subscriber = Subscriber()

    package init(id: String, displayName: String) {
      self.id = id
      self.displayName = displayName
      logoURL = "https://logos.example/\(PercentEncoding.encode(id)).png"
    }
  }

  /// A temporary pass.
  package struct TemporaryAccess: Sendable, Equatable {
    /// How long access lasts from its first use. Zero stands for a mistake in the set-up.
    package var duration: Duration
    /// How many different resources may be played; nil for any number.
    package var resources: Int?
    /// Whether a request has to name the user by AP-TempPass-Identity.
    package var isPromotional = false
  }

  /// The one user that each MVPD has.
  package struct Subscriber: Sendable, Equatable {
    package var userID = "subscriber"
    package var attributes: [Attribute] = []
    /// The resources that may be played.
    package var permitted: [String] = []
    /// The resources that are denied with a reason. All others are denied without one.
    package var denied: [Denial] = []
  }
}

extension ServiceData {
  /// A metadata attribute of a user.
  package struct Attribute: Sendable, Equatable {
    package var name: String
    /// Text, number, boolean, list or map.
    package var value: JSONValue
    /// Whether the value is encrypted.
    package var isEncrypted: Bool

    package init(_ name: String, _ value: JSONValue, isEncrypted: Bool = false) {
      self.name = name
      self.value = value
      self.isEncrypted = isEncrypted
    }
  }

  /// A resource that the MVPD denies.
  package struct Denial: Sendable, Equatable {
    package var resource: String
    /// A code of the catalogue with status 403.
    package var code: ErrorCode = .authorizationDeniedByMVPD
    /// The MVPD's own words.
    package var details: String?

    package init(_ resource: String) { self.resource = resource }
  }
}

extension ServiceData.Subscriber {
  /// How the MVPD denies a resource; nil if the subscriber may play it.
  func denial(of resource: String) -> ServiceData.Denial? {
    if permitted.contains(resource) { return nil }
    return denied.first { $0.resource == resource } ?? ServiceData.Denial(resource)
  }
}

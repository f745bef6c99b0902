// SPDX-License-Identifier: Apache-2.0
// Behaviours of deviations that no data says, by name; the names of switches.

import Formats
import HTTP
package import ReferenceService

/// A way to alter what passes, by its name in the tables under `behaviour`.
struct Behaviour: Sendable {
  let name: String
  /// The words that it needs under `with`.
  let words: [String]
  /// The words that may stand there, too.
  let otherWords: [String]
  let make: @Sendable (BehaviourScope) -> Alteration

  init(
    _ name: String, with words: [String] = [], orWith otherWords: [String] = [],
    _ make: @escaping @Sendable (BehaviourScope) -> Alteration
  ) {
    self.name = name
    self.words = words
    self.otherWords = otherWords
    self.make = make
  }

  static let all: [Behaviour] =
    general + clients + partner + statuses + sessions + decisions + situations + v1 + errors + form
    + wire
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// The members of an entry that say where and how a behaviour is on.
struct BehaviourScope: Sendable {
  let endpoints: Set<ServiceEndpoint>
  /// Of the answers that are changed; nil for all, but for JSON only those of success.
  let statuses: ClosedRange<Int>?
  /// On the JSON of an answer.
  let conditions: [JSONCondition]
  /// The members under `with`.
  let words: JSONObject
}

extension BehaviourScope {
  /// The text of a word; empty where the entry has none.
  subscript(word: String) -> String { words[word]?.string ?? "" }

  /// The texts of a word.
  func texts(_ word: String) -> [String] { (words[word]?.array ?? []).compactMap(\.string) }

  func covers(_ request: HTTPRequest) -> Bool {
    ServiceEndpoint(request).map(endpoints.contains) ?? false
  }

  /// Whether the conditions hold of an answer.
  func holds(of response: HTTPResponse) -> Bool {
    conditions.isEmpty
      || response.json.map { json in conditions.allSatisfy { $0.holds(of: json) } } ?? false
  }

  func exchange(_ answer: @escaping Alteration.Passage) -> Alteration {
    .exchange(at: endpoints, answer)
  }

  func request(_ change: @escaping @Sendable (inout HTTPRequest) -> Void) -> Alteration {
    .request(at: endpoints, change)
  }

  /// Changes the answers that the entry means.
  func answer(
    _ change: @escaping @Sendable (inout HTTPResponse, HTTPRequest) -> Void
  ) -> Alteration {
    .answer(at: endpoints) { response, request in
      guard statuses?.contains(response.status) ?? true, holds(of: response) else { return }
      change(&response, request)
    }
  }

  /// Changes the JSON of the answers that the entry means.
  func json(_ change: @escaping @Sendable (inout JSONValue, HTTPRequest) -> Void) -> Alteration {
    answer { response, request in
      guard (statuses ?? 200...299).contains(response.status), var json = response.json else {
        return
      }
      change(&json, request)
      response.json = json
    }
  }

  /// Changes every object in the JSON of the answers that the entry means.
  func objects(_ change: @escaping @Sendable (JSONObject) -> JSONObject) -> Alteration {
    json { json, _ in
      json = json.mapped { value in value.object.map { .object(change($0)) } ?? value }
    }
  }
}

extension Behaviour {
  /// Those that entries of several areas name.
  static let general: [Behaviour] = [
    Behaviour("byte-order-mark") { scope in
      scope.answer { response, _ in
        if response.json != nil { response.body = [0xEF, 0xBB, 0xBF] + response.body }
      }
    },
    // Answers of one media type are sent as another.
    Behaviour("media-type", with: ["old", "new"]) { scope in
      scope.answer { response, _ in
        if response.headers["Content-Type"] == scope["old"] {
          response.headers.set("Content-Type", scope["new"])
        }
      }
    },
    // A call that repeats what it has answered before to a request that is the same by these fields.
    Behaviour("cache", with: ["by"]) { scope in
      let fields = scope.texts("by")
      return .behaviour([String: HTTPResponse]()) { request, ask, kept in
        guard scope.covers(request) else { return ask(request) }
        let key =
          ([request.target]
          + fields.map { field in
            field == "body"
              ? String(decoding: request.body, as: UTF8.self) : request.headers[field] ?? ""
          }).joined(separator: "\n")
        if let answer = kept[key] { return answer }
        let answer = ask(request)
        if answer.status == 200, scope.holds(of: answer) { kept[key] = answer }
        return answer
      }
    },
    // Drops a field of requests whose name is not written like this.
    Behaviour("field-by-case", with: ["field"]) { scope in
      let name = scope["field"]
      return scope.request { request in
        request.headers = HeaderList(
          request.headers.fields.filter { field in
            field.name == name || !HeaderList.isSame(field.name, name)
          })
      }
    },
    // The booleans of MVPDs as texts.
    Behaviour("flags-as-texts") { scope in
      scope.json { json, _ in
        json.replace("requestor/mvpds/*") { value in
          guard let object = value.object else { return value }
          return .object(
            object.members.map { member in
              let flag = member.value.boolean.map { $0 ? "true" : "false" }
              return (name: member.name, value: flag.map { .string($0) } ?? member.value)
            })
        }
      }
    },
  ]
}

extension Switch {
  /// All switches of the service, by their names.
  package static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let all: [Switch] =
    [
      .acceptsExpiredTokens, .acceptsTokensOfOtherProviders, .acceptsTokensOfAnyScope,
      .acceptsAnyServiceProvider, .assumesDeviceIdentifier, .servesMVPDsWithoutIntegration,
      .ignoresDegradation, .countsAllDevicesTogether, .decidesWithoutProfile,
      .decidesAboutNothing, .decidesAboutAnyNumber, .permitsEverything, .profilesOutliveLogouts,
      .codesNeedNoLogin, .takesCodesOfOthers, .retrievingUsesCodesUp, .pollingUsesCodesUp,
      .failureUsesCodesUp, .codesEndAllSessions, .tokensEndProfiles, .denialsEndProfiles,
      .takesSecretsOfOthers, .ignoresPartnerSetUp, .ignoresMissingParameters, .neverSeesProfiles,
      .ignoresPermissionOfStatus, .ignoresExpiryOfStatus, .ignoresFrameworkStatus,
      .savesNoPartnerProfile, .acceptsAnyResponse, .acceptsFailedResponses, .keepsExpiredProfiles,
      .temporaryAccessNeverEnds, .keepsProfilesAtLogout, .endsAllProfilesAtLogout,
      .assumesRedirectURL, .listsInactiveIntegrations, .countsPartnerProfilesForSessions,
      .asksForParametersFirst, .prefersDegradation, .opensLoginInFallback,
      .fallsBackWithoutIntegration, .countsPartnerProfileWithoutStatus,
      .checksStatusBeforeDegradation, .listsProfilesWithInvalidStatus, .listsDegradedProfiles,
      .countsPartnerProfileWithExpiredStatus, .countsPartnerProfileWithAnyStatus,
      .asksForIdentityOfEveryPass, .servesV1WithoutToken, .registersWithoutStatement,
      .acceptsAnyStatement, .acceptsUnapprovedStatements, .acceptsAnyRedirectURI,
      .acceptsAnySecret, .acceptsRepeatedParameters, .assumesGrantType, .acceptsAnyGrantType,
      .keepsReplacedSessions, .forgetsGivenParameters, .makesNoProfileByLogin,
      .breaksAtUnknownCodes, .sharesRegistrations, .v1LogoutLeavesAuthorizations,
      .v1RetrievingUsesCodesUp, .v1DeletionLeavesCodes, .v1DenialsEndTokens,
      .acceptsAnySignature, .acceptsUnsignedIdentities, .acceptsExpiredIdentities, .assumesSubject,
      .acceptsIdentitiesOfOthers, .refusesInvalidIdentities, .refusesMissingIdentities,
      .ignoresIdentities, .prefersServiceTokens, .takesTokensForIdentities,
      .sharesWithAllIdentities, .bindsAmazonToDevices, .bindsServiceTokensToProviders,
      .bindsIdentitiesToClients, .ignoresSingleSignOnSetUp, .renewsSharedProfiles,
      .renewsProfilesOfRoku, .showsOwnProfilesAsShared, .bindsOthersToDevices,
      .refusesInvalidIdentitiesButAmazons,
      .sharedProfilesOutliveLogouts, .keepsProfilesOfIdentity, .enrolsProfilesLater,
      .takesDevicesForUsers, .linksRepeatedly, .linksStrangers, .keepsUnlinkedDevices,
    ]
    + SignIn.allCases.flatMap { signIn in
      ProfileBinding.allCases.map { .shared(signIn, across: $0) }
    } + ProfileBinding.allCases.map { .logoutEnds(across: $0) }
    + TokenBinding.allCases.flatMap { [.sharedToken(across: $0), .v1LogoutEnds(across: $0)] }
    + AuthorizationBinding.allCases.map { .sharedAuthorization(across: $0) }
    + TokenEnding.allCases.map { .tokenOutlives($0) }
}

extension Behaviour {
  static let decisions: [Behaviour] = [
    Behaviour("unasked-decision") { scope in
      scope.json { json, _ in
        guard var extra = json["decisions"]?.array?.first else { return }
        extra.set("resource", "unasked")
        JSONEdit.append("decisions", extra).apply(to: &json)
      }
    },
    Behaviour("denial-as-a-whole") { scope in
      scope.answer { response, _ in
        guard response.status == 200, let items = response.json?["decisions"]?.array,
          let error = items.lazy.compactMap({ $0["error"] }).first,
          error["code"]?.string?.hasSuffix("denied_by_mvpd") == true
        else { return }
        response = .json(403, error)
      }
    },
    // Once a resource is permitted to a device, all are.
    Behaviour("one-permit-for-all") { scope in
      .behaviour([String: JSONValue]()) { request, ask, permits in
        var answer = ask(request)
        guard scope.covers(request), let decision = answer.json?["decisions"]?.array?.first else {
          return answer
        }
        let device = request.headers["AP-Device-Identifier"] ?? ""
        if decision["authorized"] == true {
          permits[device] = decision
        } else if var permit = permits[device], let resource = decision["resource"] {
          permit.set("resource", resource)
          answer.json = ["decisions": [permit]]
        }
        return answer
      }
    },
    // Refusals as the errors of items, with 200.
    Behaviour("refusal-by-item") { scope in
      scope.answer { response, request in
        guard let error = response.json else { return }
        let resources = (try? JSONParser.document(request.body).root)?["resources"]?.array ?? []
        let path = request.decodedSegments
        response = .json(
          200,
          [
            "decisions": .array(
              resources.map { resource in
                [
                  "resource": resource, "serviceProvider": .string(path[2]),
                  "mvpd": .string(path[5]), "source": "mvpd", "authorized": false, "error": error,
                ]
              })
          ])
      }
    },
    Behaviour("logout-of-all-devices") { scope in
      .behaviour(Set<String>()) { request, ask, devices in
        if let device = request.headers["AP-Device-Identifier"] { devices.insert(device) }
        let answer = ask(request)
        guard scope.covers(request), answer.status == 200 else { return answer }
        for device in devices { _ = ask(request.setting("AP-Device-Identifier", device)) }
        return answer
      }
    },
    Behaviour("relative-logout-urls") { scope in
      scope.json { json, _ in
        json.replace("logouts/*/url") { url in
          let text = url.string ?? ""
          guard let path = text.firstRange(of: "/mvpd/") else { return url }
          return .string(String(text[path.lowerBound...]))
        }
      }
    },
  ]
}

// SPDX-License-Identifier: Apache-2.0
// How the user came to be signed in before a call, and what the call has in another way.

import Formats
import Record
import Suites
import Text

/// The last sign-in in a user agent before a call, of those in its case the one that is most like the
/// call: it tells whether the call is made with the device and the client of the user, or with others.
struct UserSignIn: Sendable, Equatable {
  /// The MVPD that the requests of the sign-in name, and that of the call; nil where they name none.
  let mvpd: String?
  let askedMVPD: String?
  /// The names of the hidden values that both have, as one and as two: `access_token`.
  let same: [String]
  let other: [String]
}

extension UserSignIn {
  /// - Parameter mvpds: The ids of those that the target has.
  init?(before visit: StepVisit, in steps: [StepRecord], mvpds: [String]) {
    guard visit.step.action == .request, let asked = visit.step.exchanges.last else { return nil }
    var requests: [ExchangeRecord] = []
    var found: UserSignIn?
    steps.visit { earlier in
      guard earlier.place.lexicographicallyPrecedes(visit.place) else { return }
      switch earlier.step.action {
      case .request: requests += earlier.step.exchanges.suffix(1)
      case .user where earlier.step.verdict.kind == .passed:
        guard let way = earlier.step.exchanges.first else { return }
        let begin = Self.beginning(of: way, among: requests)
        let signIn = UserSignIn(earlier.step.exchanges + [begin].compactMap(\.self), asked, mvpds)
        if signIn.distance <= found?.distance ?? .max { found = signIn }
      case .partner, .user, .wait, .use, .traffic: break
      }
    }
    guard let found else { return nil }
    self = found
  }

  private init(_ way: [ExchangeRecord], _ asked: ExchangeRecord, _ mvpds: [String]) {
    let (known, own) = (HiddenParts(way), HiddenParts([asked]))
    let named = { (exchanges: [ExchangeRecord]) in
      exchanges.lazy.compactMap { RequestParts($0)?.named(mvpds) }.first
    }
    self.init(
      mvpd: named(way.reversed()), askedMVPD: named([asked]), same: own.names(sharedWith: known),
      other: own.names(differingFrom: known))
  }

  /// The request whose answer gave the code with which the user agent came, else the last.
  private static func beginning(
    of way: ExchangeRecord, among requests: [ExchangeRecord]
  ) -> ExchangeRecord? {
    let codes = HiddenParts.masks(in: way.url.withoutOrigin).map(\.text)
    let giving = requests.last { request in
      codes.contains { request.detail?.responseBody.contains($0) ?? false }
    }
    return giving ?? requests.last
  }

  private var isOfOtherMVPD: Bool { mvpd != nil && askedMVPD != nil && mvpd != askedMVPD }

  private var distance: Int { other.count + (isOfOtherMVPD ? 1 : 0) }
}

extension UserSignIn {
  /// What the call has in another way, for a headline: ``with another `access_token` than at the user's
  /// sign-in``, `for Quarry, while the user signed in at Harbor`; nil where it is all the same.
  var difference: String? {
    let others = other.isEmpty ? nil : "with another \(Self.listed(other))"
    if let mvpd, let askedMVPD, isOfOtherMVPD {
      let end = ", while the user signed in at \(mvpd)"
      return "for \(askedMVPD)\(others.map { " \($0)" } ?? "")\(end)"
    }
    return others.map { "\($0) than at the user's sign-in" }
  }

  /// ``the user signed in at Harbor, with another `access_token` and the same `deviceId` ``.
  var sentence: String {
    let place = mvpd.map { " at \($0)" } ?? ""
    let parts = [(other, "another"), (same, "the same")].compactMap { names, word in
      names.isEmpty ? nil : "\(word) \(Self.listed(names))"
    }
    return "the user signed in\(place)\(parts.isEmpty ? "" : ", with \(Wording.list(parts))")"
  }

  static func listed(_ names: [String]) -> String {
    Wording.list(names.map { "`\(Sanitized.line($0, limit: 40))`" })
  }
}

extension RequestParts {
  /// The first of some ids that a part of the path, or a field, is.
  func named(_ ids: [String]) -> String? {
    for part in parts {
      switch part.kind {
      case .path:
        if let id = part.text.split(separator: "/").lazy.map(String.init).first(where: ids.contains)
        {
          return id
        }
      case .query, .field: if ids.contains(part.meaning) { return part.meaning }
      case .header, .body: break
      }
    }
    return nil
  }
}

extension IncidentGroup {
  /// What is known of who is signed in, where a call fails on some occasions: the state of the framework
  /// on the device, and the sign-in in a user agent. nil for other failures.
  var signedIn: String? {
    guard isOccasional, let visit = incident.visit else { return nil }
    var parts = [visit.openState(in: scenario.steps)].compactMap(\.self)
    if let signIn { parts.append(signIn.sentence) }
    // What a shared fragment begins with may have been given to it.
    if parts.isEmpty { return fragments.isEmpty ? "no user has signed in" : nil }
    return parts.joined(separator: "; ")
  }
}

extension StepVisit {
  /// The state in which the framework of its device was opened last, in words: `the framework is in the
  /// state granted-signed-in with tvp-harbor-2201`; nil where none was.
  fileprivate func openState(in steps: [StepRecord]) -> String? {
    var request: String?
    steps.visit { earlier in
      guard earlier.place.lexicographicallyPrecedes(place), earlier.step.device == step.device,
        let call = earlier.step.call, call.name == "open"
      else { return }
      request = call.request
    }
    guard let members = request.flatMap({ try? JSONParser.document(Array($0.utf8)).root })?.object,
      let state = members["state"]?.string
    else { return nil }
    let with = members["provider"]?.string.map { " with \($0)" } ?? ""
    return "the framework is in the state \(Sanitized.line(state + with, limit: 100))"
  }
}

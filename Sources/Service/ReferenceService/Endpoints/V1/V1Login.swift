// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/authenticate: the user agent goes to the MVPD's login.

internal import Encodings
internal import HTTPMessages

extension Exchange {
  func authenticateV1(_ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let query = query
    guard let requestor = query.text("requestor_id"), let code = query.text("reg_code"),
      let mvpd = query.text("mso_id"), let domain = query.text("domain_name"),
      query["noflash"] == "true", query["no_iframe"] == "true",
      let url = query.text("redirect_url"), Self.isURL(url)
    else { throw .page(status: 400) }
    let key = RegistrationKey(requestor: requestor, code: code)
    guard let provider = directory.provider(requestor), provider.provider.domains.contains(domain),
      provider.integrations[mvpd] != nil, directory.mvpd(mvpd)?.temporary == nil,
      store.registration(key, at: now) != nil
    else { throw .page(status: 400) }
    return beginLogin(mvpd, .registration(key, mvpd: mvpd, redirectURL: url), &store)
  }
}

// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/authenticate: the user agent goes to the MVPD's login.

/// REST API V1: sends the user agent of a registration code to the MVPD's login page.
enum V1LoginEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let query = call.request.query
    guard let requestor = query.text("requestor_id"), let code = query.text("reg_code"),
      let mvpd = query.text("mso_id"), let domain = query.text("domain_name"),
      query["noflash"] == "true", query["no_iframe"] == "true",
      let url = query.text("redirect_url"), url.isAbsoluteURL
    else { throw .page(status: 400) }
    let key = RegistrationKey(requestor: requestor, code: code)
    guard let provider = call.directory.provider(requestor),
      provider.provider.domains.contains(domain), provider.integrations[mvpd] != nil,
      call.directory.mvpd(mvpd)?.temporary == nil,
      store.registration(key, at: call.now) != nil
    else { throw .page(status: 400) }
    return store.beginLogin(mvpd, .registration(key, mvpd: mvpd, redirectURL: url), call)
  }
}

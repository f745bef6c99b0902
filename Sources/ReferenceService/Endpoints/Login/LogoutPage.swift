// SPDX-License-Identifier: Apache-2.0
// GET /mvpd/{mvpd}/logout: the logout page of an emulated MVPD.

/// The logout page of an MVPD, which sends the user agent back to the application.
enum LogoutPage: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    guard call.directory.mvpd(call.path[.mvpd]) != nil,
      let url = call.request.query.text("redirect_url"), url.isAbsoluteURL
    else { throw .page(status: 400) }
    return .redirect(to: url)
  }
}

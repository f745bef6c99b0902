// SPDX-License-Identifier: Apache-2.0
// What variants make of the answers to sessions, and to the two calls of partner single sign-on.

extension VariantRow {
  static let sessions = [
    Row(
      "absolute-session-urls", create, #"200 {"url":"/a"}"#, #"200 {"url":"http://h/a"}"#,
      headers: ["Host": "h"]),
    Row("absolute-session-urls", create, #"200 {"x":1}"#),
    Row(
      "urls-only-to-authenticate", create, #"200 {"actionName":"resume","url":"/a"}"#,
      #"200 {"actionName":"resume"}"#),
    Row("urls-only-to-authenticate", partner, #"200 {"actionName":"authenticate","url":"/a"}"#),
    Row(
      "domain-for-domainname", retrieve,
      #"200 {"missingParameters":["mvpd","domainName"],"existingParameters":{"domainName":"d","mvpd":"m"}}"#,
      #"200 {"missingParameters":["mvpd","domain"],"existingParameters":{"mvpd":"m","domain":"d"}}"#
    ),
    Row(
      "domain-for-domainname", create, #"200 {"missingParameters":["domainName"]}"#,
      #"200 {"missingParameters":["domain"]}"#),
    Row(
      "domain-and-domainname", retrieve, #"200 {"existingParameters":{"domainName":"d"}}"#,
      #"200 {"existingParameters":{"domainName":"d","domain":"d"}}"#),
    Row(
      "existing-and-missing", retrieve, #"200 {"existingParameters":{},"missingParameters":[]}"#,
      #"200 {"existing":{},"missing":[]}"#),
    Row(
      "long-codes", create, #"200 {"code":"AB","url":"/x/AB"}"#,
      #"200 {"code":"AB-long-17","url":"/x/AB-long-17"}"#),
    Row("long-codes", create, #"400 {"code":"AB","url":"/x/AB"}"#),
    Row(
      "another-code-after-resume", resume, #"200 {"code":"AB","url":"/x/AB"}"#,
      #"200 {"code":"AB99","url":"/x/AB99"}"#),
    Row("another-code-after-resume", resume, #"400 {"code":"AB"}"#),
    Row("another-code-after-resume", create, #"200 {"code":"AB"}"#),
    Row(
      "no-mvpd-where-signed-in", create, #"200 {"actionName":"authorize","mvpd":"m"}"#,
      #"200 {"actionName":"authorize"}"#),
    Row("no-mvpd-where-signed-in", create, #"200 {"actionName":"resume","mvpd":"m"}"#),
    Row(
      "code-where-signed-in", resume, #"200 {"actionName":"authorize"}"#,
      #"200 {"actionName":"authorize","code":"ABCDEFG"}"#),
    Row("code-where-signed-in", partner, #"200 {"actionName":"authorize"}"#),
    Row("code-where-signed-in", create, #"200 {"actionName":"resume"}"#),
    Row(
      "missing-parameters-where-none-is", create, #"200 {"a":1}"#,
      #"200 {"a":1,"missingParameters":[]}"#),
    Row("missing-parameters-where-none-is", retrieve, #"200 {"missingParameters":["a"]}"#),
    Row(
      "surplus-missing-parameters", resume, #"200 {"actionName":"authenticate"}"#,
      #"200 {"actionName":"authenticate","missingParameters":["device"]}"#),
    Row("surplus-missing-parameters", create, #"200 {"actionName":"authenticate"}"#),
    Row(
      "null-device-members", retrieve, #"200 {"device":{"a":1,"b":{}},"c":2}"#,
      #"200 {"device":{"a":null,"b":null},"c":2}"#),
    Row(
      "session-ids-of-another-form", create, #"200 {"sessionId":"a"}"#,
      #"200 {"sessionId":"session:17/a"}"#),
    Row(
      "sessions-of-an-hour", create, #"200 {"notAfter":"5","notBefore":"5"}"#,
      #"200 {"notAfter":"1800005","notBefore":"5"}"#),
    Row(
      "malformed-redirect-url-is-refused", partner,
      #"200 {"reasonType":"missing_parameters_fallback"}"#,
      refusal(400, "invalid_parameter_redirect_url"), body: "redirectUrl=nowhere"),
    Row(
      "malformed-redirect-url-is-refused", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      body: "redirectUrl=nowhere"),
    Row(
      "malformed-redirect-url-is-refused", partner,
      #"200 {"reasonType":"missing_parameters_fallback"}"#, body: "redirectUrl=a%3A%2F%2Fb"),
  ]

  private static let fallback =
    #""actionName":"authenticate","actionType":"interactive","url":"/api/v2/authenticate/ORCHARD/AB","mvpd":"m"}"#

  static let partnerSessions = [
    Row(
      "saml-in-capitals", partner, #"200 {"authenticationRequest":{"type":"saml"}}"#,
      #"200 {"authenticationRequest":{"type":"SAML"}}"#),
    Row(
      "partner-in-lower-case", partner, #"200 {"url":"/a/sso/Apple"}"#,
      #"200 {"url":"/a/sso/apple"}"#),
    Row(
      "no-attribute-names", partner, #"200 {"authenticationRequest":{"attributesNames":["a"]}}"#,
      #"200 {"authenticationRequest":{"attributesNames":[]}}"#),
    Row(
      "fallback-asks-for-mvpd", partner, "200 {\"reasonType\":\"pfs_fallback\",\(fallback)",
      #"200 {"reasonType":"pfs_fallback","actionName":"resume","actionType":"direct","url":"/api/v2/ORCHARD/sessions/AB","missingParameters":["mvpd"]}"#
    ),
    Row(
      "fallback-asks-for-mvpd-and-names-it", partner,
      "200 {\"reasonType\":\"configuration_fallback\",\(fallback)",
      #"200 {"reasonType":"configuration_fallback","actionName":"resume","actionType":"direct","url":"/api/v2/ORCHARD/sessions/AB","mvpd":"m","missingParameters":["mvpd"]}"#
    ),
    Row("fallback-asks-for-mvpd", partner, "200 {\"reasonType\":\"none\",\(fallback)"),
    Row(
      "fallback-asks-for-mvpd", partner,
      #"200 {"reasonType":"pfs_fallback","actionName":"resume","url":"/a/b/c/d/e"}"#),
    Row(
      "unknown-provider-by-configuration", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      #"200 {"reasonType":"configuration_fallback"}"#, headers: granted),
    Row(
      "unknown-provider-by-configuration", partner,
      #"200 {"reasonType":"pfs_fallback","mvpd":"m"}"#, headers: granted),
    Row(
      "unknown-provider-by-configuration", partner, #"200 {"reasonType":"none"}"#, headers: granted),
    Row(
      "unknown-provider-by-configuration", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      headers: nobody),
    Row(
      "unknown-provider-by-configuration", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      headers: denied),
    Row("unknown-provider-by-configuration", partner, #"200 {"reasonType":"pfs_fallback"}"#),
    Row(
      "unreadable-status-is-refused", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      refusal(400, "invalid_header_pfs_permission_access_not_present"),
      headers: ["AP-Partner-Framework-Status": "!"]),
    Row(
      "unreadable-status-is-refused", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      refusal(400, "invalid_header_pfs_permission_access_not_present"), headers: status("{}")),
    Row(
      "unreadable-status-is-refused", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      headers: denied),
    Row("unreadable-status-is-refused", partner, #"200 {"reasonType":"pfs_fallback"}"#),
    Row(
      "unreadable-status-is-refused", partner, #"200 {"reasonType":"none"}"#, headers: status("{}")),
    Row("created-with-200", partnerProfile, "201 {}", "200 {}"),
    Row("found-with-201", partnerProfile, "200 {}", "201 {}"),
    Row(
      "invalid-status-gives-no-profiles", partnerProfile, #"400 {"code":"invalid_header_pfs_x"}"#,
      #"200 {"profiles":{}}"#),
    Row("invalid-status-gives-no-profiles", partnerProfile, #"400 {"code":"x"}"#),
    Row(
      "invalid-status-creates-nothing", partnerProfile, #"400 {"code":"invalid_header_pfs_x"}"#,
      #"201 {"profiles":{}}"#),
    Row(
      "absent-status-is-refused", partnerProfile, "200 {}",
      refusal(400, "invalid_header_pfs_permission_access_not_present")),
    Row("absent-status-is-refused", partnerProfile, "200 {}", headers: granted),
    Row("absent-status-is-refused", partnerProfile, #"400 {"code":"x"}"#),
    Row(
      "refused-access-by-its-provider", partnerProfile,
      #"400 {"code":"invalid_header_pfs_permission_x"}"#,
      #"400 {"code":"invalid_header_pfs_provider_id_not_determined"}"#, headers: nobody),
    Row(
      "refused-access-by-its-provider", partnerProfile,
      #"400 {"code":"invalid_header_pfs_permission_x"}"#, headers: denied),
    Row(
      "refused-access-by-its-provider", partnerProfile,
      #"400 {"code":"invalid_header_pfs_provider_x"}"#, headers: nobody),
  ]
}

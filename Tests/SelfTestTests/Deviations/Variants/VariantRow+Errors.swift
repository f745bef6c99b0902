// SPDX-License-Identifier: Apache-2.0
// What variants make of errors and decisions.

extension VariantRow {
  static let errors = [
    Row(
      "integration-codes-exchanged", profiles, #"400 {"code":"invalid_integration"}"#,
      #"400 {"code":"invalid_parameter_mvpd"}"#),
    Row(
      "integration-codes-exchanged", profiles, #"400 {"code":"invalid_parameter_mvpd"}"#,
      #"400 {"code":"invalid_integration"}"#),
    Row("integration-codes-exchanged", profiles, #"400 {"code":"x"}"#),
    Row("integration-codes-exchanged", profiles, #"401 {"code":"invalid_integration"}"#),
    Row(
      "code-errors-exchanged", retrieve, #"400 {"code":"invalid_parameter_code"}"#,
      #"400 {"code":"invalid_authentication_session"}"#),
    Row(
      "unknown-service-provider-by-token", profiles,
      #"400 {"code":"invalid_parameter_service_provider"}"#,
      refusal(401, "invalid_access_token_service_provider", action: "application-registration")),
    Row("unknown-service-provider-by-token", profiles, #"400 {"code":"x"}"#),
    Row(
      "pass-errors-without-action", authorize,
      #"200 {"d":[{"code":"temporary_access_x","action":"a"},{"code":"invalid_configuration_temporary_access","action":"b"},{"code":"x","action":"c"}]}"#,
      #"200 {"d":[{"code":"temporary_access_x","action":"none"},{"code":"invalid_configuration_temporary_access","action":"none"},{"code":"x","action":"c"}]}"#
    ),
    Row(
      "short-errors", profiles, #"400 {"code":"x","helpUrl":"h","trace":"t","details":"d"}"#,
      #"400 {"code":"x"}"#),
    Row("short-errors", profiles, #"200 {"trace":"t","details":"d"}"#),
    Row(
      "errors-with-details", profiles, #"400 {"code":"x"}"#,
      #"400 {"code":"x","details":"Ask your \"provider\"."}"#),
    Row("errors-with-details", profiles, #"200 {"code":"x"}"#),
    Row("other-traces", profiles, #"499 {"trace":"x"}"#, #"499 {"trace":"1-67891233-abcdef"}"#),
    Row("other-traces", profiles, #"500 {"trace":"x"}"#),
    Row("no-body-of-401-and-405", profiles, #"401 {"code":"x"}"#, "401 "),
    Row("no-body-of-401-and-405", profiles, #"405 {"code":"x"}"#, "405 "),
    Row("no-body-of-401-and-405", profiles, #"403 {"code":"x"}"#),
    Row(
      "pages-of-401-and-405", profiles, #"405 {"code":"x"}"#, "405 <html><body>405</body></html>"),
    Row(
      "pages-of-401-and-405", profiles, #"401 {"code":"x"}"#, "401 <html><body>401</body></html>"),
    Row("pages-of-401-and-405", profiles, #"400 {"code":"x"}"#),
    Row(
      "json-of-401-without-code", profiles, #"401 {"code":"x"}"#,
      #"401 {"message":"Unauthorized","status":401}"#),
    Row("json-of-401-without-code", profiles, #"405 {"code":"x"}"#),
    Row("wrapped-errors", profiles, #"400 {"code":"x"}"#, #"400 {"error":{"code":"x"}}"#),
    Row("wrapped-errors", profiles, #"399 {"code":"x"}"#),
  ]

  /// Each resource of the request with an error.
  private static func byItem(_ code: String) -> String {
    let items = ["a", "b"].map { resource in
      #"{"resource":"\#(resource)","serviceProvider":"ORCHARD","mvpd":"Harbor","source":"mvpd","authorized":false,"error":{"code":"\#(code)"}}"#
    }
    return "200 {\"decisions\":[\(items.joined(separator: ","))]}"
  }

  static let decisions =
    [
      Row(
        "decisions-reversed", authorize, #"200 {"decisions":[1,2]}"#, #"200 {"decisions":[2,1]}"#),
      Row(
        "permits-as-texts", preauthorize,
        #"200 {"decisions":[{"authorized":true},{"authorized":false}]}"#,
        #"200 {"decisions":[{"authorized":"true"},{"authorized":"false"}]}"#),
      Row(
        "blank-after-the-resource", authorize, #"200 {"decisions":[{"resource":"a"}]}"#,
        #"200 {"decisions":[{"resource":"a "}]}"#),
      Row(
        "decisions-without-times", authorize,
        #"200 {"decisions":[{"notBefore":1,"notAfter":2,"token":{"notAfter":3}}]}"#,
        #"200 {"decisions":[{"token":{"notAfter":3}}]}"#),
      Row(
        "tokens-with-issue-time", authorize, #"200 {"decisions":[{"token":{"notBefore":1}},{}]}"#,
        #"200 {"decisions":[{"token":{"notBefore":1,"issuedAt":1}},{}]}"#),
      Row(
        "times-of-all-decisions", preauthorize, #"200 {"decisions":[{}]}"#,
        #"200 {"decisions":[{"notBefore":1752149281000,"notAfter":4102444800000}]}"#),
      Row(
        "missing-profile-with-200", authorize, #"403 {"code":"authenticated_profile_x"}"#,
        #"200 {"code":"authenticated_profile_x"}"#),
      Row("missing-profile-with-200", authorize, #"403 {"code":"x"}"#),
      Row(
        "too-many-resources-with-400", authorize, #"403 {"code":"too_many_resources"}"#,
        #"400 {"code":"too_many_resources"}"#),
      Row("too-many-resources-with-400", authorize, #"403 {"code":"x"}"#),
      Row(
        "withheld-profile-with-403", authorize, #"400 {"code":"invalid_header_pfs_x"}"#,
        #"403 {"code":"invalid_header_pfs_x"}"#),
      Row("withheld-profile-with-403", authorize, #"400 {"code":"x"}"#),
      Row(
        "withheld-profile-is-missing", authorize, #"400 {"code":"invalid_header_pfs_x"}"#,
        refusal(403, "authenticated_profile_missing", action: "authentication")),
      Row(
        "withheld-profile-has-expired", authorize, #"400 {"code":"invalid_header_pfs_x"}"#,
        refusal(403, "authenticated_profile_expired", action: "authentication")),
      Row("withheld-profile-is-missing", authorize, #"400 {"code":"x"}"#),
      Row(
        "no-logout-without-profile", logout,
        #"200 {"logouts":{"a":{"actionName":"invalid"},"b":{"actionName":"logout"}}}"#,
        #"200 {"logouts":{"b":{"actionName":"logout"}}}"#),
      Row(
        "relative-logout-urls", logout,
        #"200 {"logouts":{"a":{"url":"http://h/mvpd/x?y=/mvpd/"},"b":{"url":"http://h/z"}}}"#,
        #"200 {"logouts":{"a":{"url":"/mvpd/x?y=/mvpd/"},"b":{"url":"http://h/z"}}}"#),
      Row(
        "null-logout-urls", logout, #"200 {"logouts":{"a":{},"b":{"url":"u"}}}"#,
        #"200 {"logouts":{"a":{"url":null},"b":{"url":"u"}}}"#),
    ]
    + [
      ("missing-profile-by-item", "authenticated_profile_x"),
      ("request-faults-by-item", "invalid_header_device_identifier"),
      ("request-faults-by-item", "invalid_parameter_service_provider"),
      ("integration-by-item", "invalid_integration"),
      ("integration-by-item", "invalid_parameter_mvpd"),
      ("too-many-resources-by-item", "too_many_resources"),
      ("withheld-profile-by-item", "invalid_header_pfs_x"),
    ].flatMap { name, code in
      [
        Row(
          name, authorize, #"403 {"code":"\#(code)"}"#, byItem(code),
          body: #"{"resources":["a","b"]}"#),
        Row(name, preauthorize, #"403 {"code":"x"}"#, body: #"{"resources":["a","b"]}"#),
      ]
    }
}

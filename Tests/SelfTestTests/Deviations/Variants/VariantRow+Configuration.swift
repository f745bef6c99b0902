// SPDX-License-Identifier: Apache-2.0
// What variants make of configurations and profiles, and of the answers of REST API V1.

extension VariantRow {
  private static func mvpds(_ list: String) -> String {
    "200 {\"requestor\":{\"mvpds\":[\(list)]}}"
  }

  static let configurations = [
    Row("mvpds-beside-requestor", configuration, mvpds("1"), #"200 {"requestor":{},"mvpds":[1]}"#),
    Row(
      "mvpds-in-both-places", configuration, mvpds("1"),
      #"200 {"requestor":{"mvpds":[1]},"mvpds":[1]}"#),
    Row(
      "short-configuration", configuration,
      #"200 {"device":1,"time":2,"clientType":3,"os":4,"a":5}"#, #"200 {"a":5,"errorReporting":{}}"#
    ),
    Row(
      "domains-as-names", configuration, #"200 {"requestor":{"domains":[{"name":"a"},{"x":1}]}}"#,
      #"200 {"requestor":{"domains":["a",{"x":1}]}}"#),
    Row(
      "flags-as-texts", configuration, mvpds(#"{"a":true,"b":false,"c":1}"#),
      mvpds(#"{"a":"true","b":"false","c":1}"#)),
    Row(
      "no-platform-fields-where-off", configuration,
      mvpds(
        #"{"enablePlatformServices":false,"displayInPlatformPicker":true,"enforcePlatformPermissions":true,"id":"a"},{"enablePlatformServices":true,"id":"b"}"#
      ),
      mvpds(#"{"id":"a"},{"enablePlatformServices":true,"id":"b"}"#)),
    Row(
      "picker-without-platform-fields", configuration,
      mvpds(
        #"{"boardingStatus":"PICKER","enablePlatformServices":false,"displayInPlatformPicker":true,"platformMappingId":"x"},{"boardingStatus":"SUPPORTED","platformMappingId":"y"}"#
      ),
      mvpds(#"{"boardingStatus":"PICKER"},{"boardingStatus":"SUPPORTED","platformMappingId":"y"}"#)),
    Row(
      "null-boarding-status", configuration, mvpds(#"{"id":"a"},{"boardingStatus":"PICKER"}"#),
      mvpds(#"{"id":"a","boardingStatus":null},{"boardingStatus":"PICKER"}"#)),
    Row("mvpds-reversed", configuration, mvpds("1,2"), mvpds("2,1")),
    Row("mvpds-reversed", "GET /api/v1/config/ORCHARD", mvpds("1,2")),
    Row("profile-of-another-mvpd", profiles, #"200 {"profiles":{}}"#),
    Row(
      "proxied-issuer", profiles,
      #"200 {"profiles":{"a":{"type":"regular","issuer":"a"},"b":{"type":"appleSSO","issuer":"b"}}}"#,
      #"200 {"profiles":{"a":{"type":"regular","issuer":"Proxy"},"b":{"type":"appleSSO","issuer":"b"}}}"#
    ),
    Row(
      "faulty-status-is-refused", profiles, "200 {}",
      refusal(400, "invalid_header_pfs_permission_access_not_granted"), headers: denied),
    Row(
      "faulty-status-is-refused", profiles, "200 {}",
      refusal(400, "invalid_header_pfs_permission_access_not_granted"), headers: status("[]")),
    Row("faulty-status-is-refused", profiles, "200 {}", headers: granted),
    Row("faulty-status-is-refused", profiles, "200 {}"),
    Row("faulty-status-is-refused", profiles, "401 {}", headers: denied),
    Row(
      "expired-status-is-refused", profiles, "200 {}",
      refusal(400, "invalid_header_pfs_provider_info_expired"),
      headers: status(#"{"frameworkProviderInfo":{"expirationDate":"1599999999999"}}"#)),
    Row(
      "expired-status-is-refused", profiles, "200 {}",
      headers: status(#"{"frameworkProviderInfo":{"expirationDate":"1600000000000"}}"#)),
    Row("expired-status-is-refused", profiles, "200 {}", headers: granted),
    Row(
      "expired-status-is-refused", profiles, "400 {}",
      headers: status(#"{"frameworkProviderInfo":{"expirationDate":"1"}}"#)),
    Row(
      "device-identifier-everywhere", configuration, "200 {}",
      refusal(400, "invalid_header_device_identifier")),
    Row(
      "device-identifier-everywhere", configuration, "200 {}",
      headers: ["AP-Device-Identifier": "x"]),
    Row("device-identifier-everywhere", profiles, "200 {}"),
    Row("no-trailing-slashes", "GET /api/v2/ORCHARD/profiles/?a=b", "200 {}", "404 "),
    Row("no-trailing-slashes", "GET /api/v2/ORCHARD/profiles?a=/", "200 {}"),
    Row(
      "media-types-are-checked", create, "200 {}", "415 ", headers: ["Content-Type": "text/plain"]),
    Row("media-types-are-checked", authorize, "200 {}", "415 "),
    Row(
      "media-types-are-checked", authorize, "200 {}",
      headers: ["Content-Type": "Application/JSON; charset=utf-8"]),
    Row(
      "media-types-are-checked", create, "200 {}",
      headers: ["Content-Type": "application/x-www-form-urlencoded"]),
    Row("media-types-are-checked", retrieve, "200 {}"),
  ]

  static let v1 = [
    Row(
      "v1-null-details", "GET /api/v1/authorize", #"403 {"a":1}"#, #"403 {"a":1,"details":null}"#),
    Row("v1-null-details", "GET /api/v1/authorize", #"403 {"details":"d"}"#),
    Row("v1-null-details", "GET /api/v1/authorize", #"200 {"a":1}"#),
    Row("v1-null-details", profiles, #"403 {"a":1}"#),
    Row("v1-403-for-401", "GET /api/v1/authorize", "401 {}", "403 {}"),
    Row("v1-403-for-401", profiles, "401 {}"),
    Row(
      "v1-expiries-as-numbers", "GET /api/v1/tokens/media", #"200 {"expires":"5"}"#,
      #"200 {"expires":5}"#),
    Row(
      "v1-expiries-as-numbers", "GET /api/v1/tokens/authn", #"200 {"expires":"5"}"#,
      #"200 {"expires":5}"#),
    Row(
      "v1-expiries-as-numbers", "GET /api/v1/tokens/authz", #"200 {"expires":"5"}"#,
      #"200 {"expires":5}"#),
    Row(
      "v1-expiries-as-numbers", "GET /api/v1/authorize", #"200 {"expires":"5"}"#,
      #"200 {"expires":5}"#),
    Row(
      "v1-code-times-as-texts", "POST /reggie/v1/R/regcode", #"201 {"generated":1,"expires":2}"#,
      #"201 {"generated":"1","expires":"2"}"#),
    Row(
      "v1-null-mvpd-of-codes", "GET /reggie/v1/R/regcode/C", #"200 {"a":1}"#,
      #"200 {"a":1,"mvpd":null}"#),
    Row("v1-empty-mvpd-of-codes", "GET /reggie/v1/R/regcode/C", #"200 {"mvpd":"m"}"#),
    Row("v1-no-metadata-is-404", "GET /api/v1/tokens/usermetadata", "412 {}", "404 {}"),
    Row("v1-no-metadata-is-404", "GET /api/v1/tokens/usermetadata", "403 {}"),
    Row(
      "v1-bodies-of-success", "GET /api/v1/checkauthn", "200 ",
      #"200 {"status":200,"message":"Success"}"#),
    Row(
      "v1-bodies-of-success", "GET /api/v1/checkauthn/C", "200 ",
      #"200 {"status":200,"message":"Success"}"#),
    Row("v1-bodies-of-success", "GET /api/v1/checkauthn", "403 {}"),
    Row("v1-deleted-codes-are-refused", "DELETE /reggie/v1/R/regcode/C", "404 {}", "400 {}"),
    Row(
      "v1-plain-errors-of-items", "GET /api/v1/preauthorize",
      #"200 {"resources":[{"error":{"a":1}},{"id":"b"}]}"#,
      #"200 {"resources":[{"error":{"status":403,"message":"User not authorized"}},{"id":"b"}]}"#),
    Row(
      "v1-decisions-reversed", "GET /api/v1/preauthorize/C", #"200 {"resources":[1,2]}"#,
      #"200 {"resources":[2,1]}"#),
  ]
}

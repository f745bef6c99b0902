// SPDX-License-Identifier: Apache-2.0
// Variants in the form of the answers.

internal import HTTPMessages
internal import ReferenceService

extension Variant {
  static let form: [Variant] = [
    Variant(
      "header-names-in-capitals", by: "RFC 9110, section 5.1",
      summary: "The names of header fields are in capitals",
      .answer(at: ServiceEndpoint.everywhere) { response, _ in
        response.headers = HeaderList(
          response.headers.fields.map { HeaderField($0.name.uppercased(), $0.value) })
      }),
    Variant(
      "tokens-of-one-hour", by: "Dynamic Client Registration API, expires_in",
      summary: "Access tokens last an hour",
      data: { data in
        for index in data.statements.indices
        where data.statements[index].tokenLifetime > .seconds(3600) {
          data.statements[index].tokenLifetime = .seconds(3600)
        }
      }),
  ]
}

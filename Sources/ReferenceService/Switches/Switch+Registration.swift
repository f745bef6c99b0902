// SPDX-License-Identifier: Apache-2.0
// Switches of Dynamic Client Registration.

extension Switch {
  /// A registration needs no software statement.
  package static let registersWithoutStatement = Switch("registers-without-statement")
  /// Any software statement is taken for a known one.
  package static let acceptsAnyStatement = Switch("accepts-any-statement")
  /// A software statement need not be approved.
  package static let acceptsUnapprovedStatements = Switch("accepts-unapproved-statements")
  /// A redirect URI need not be a URI.
  package static let acceptsAnyRedirectURI = Switch("accepts-any-redirect-uri")
  /// The token endpoint does not compare the client secret.
  package static let acceptsAnySecret = Switch("accepts-any-secret")
  /// The token endpoint takes the first of repeated parameters.
  package static let acceptsRepeatedParameters = Switch("accepts-repeated-parameters")
  /// A missing grant type is taken for the one that there is.
  package static let assumesGrantType = Switch("assumes-grant-type")
  /// Any grant type is taken for the one that there is.
  package static let acceptsAnyGrantType = Switch("accepts-any-grant-type")
}

// SPDX-License-Identifier: Apache-2.0
// The certificate and the key of a server.

/// The certificate and the key by which a server speaks TLS, loaded.
package struct TLSIdentity: Sendable {
  let context: any SecureContext

  /// - Parameters:
  ///   - certificateFile: The certificate in PEM form, with its chain.
  ///   - keyFile: Its key in PEM form, without a password.
  /// - Throws: `.file` for a file that can't be used; `.libraryMissing`.
  package init(certificateFile: String, keyFile: String) throws(TLSError) {
    for file in [certificateFile, keyFile] {
      if let reason = System.reasonNotToRead(file) { throw .file(file, reason) }
    }
    context = try TLSSettings(
      certificateFile: certificateFile, keyFile: keyFile, isVerified: false
    ).makeContext(isServer: true)
  }
}

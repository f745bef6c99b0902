// SPDX-License-Identifier: Apache-2.0
// How a client does TLS.

/// Whom to trust and who to be. Copies share what is loaded from it, which happens once, when the
/// first secure connection is made.
package struct TLSSettings: Sendable {
  /// Certificates in PEM form that are trusted instead of the system's.
  package let caFile: String?
  /// The client's certificate in PEM form, with its chain.
  package let certificateFile: String?
  /// The key of the certificate in PEM form, without a password; nil where it is in its file.
  package let keyFile: String?
  /// Whether the certificate of the service and its name are checked.
  package let isVerified: Bool
  private let store = SecureContextStore()

  package init(
    caFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil,
    isVerified: Bool = true
  ) {
    self.caFile = caFile
    self.certificateFile = certificateFile
    self.keyFile = keyFile
    self.isVerified = isVerified
  }

  /// Why this program can make no secure connection at all; nil where it can.
  #if canImport(Musl)
    package static let refusal: TLSError? = .libraryNotLoadable
  #else
    package static let refusal: TLSError? = nil
  #endif

  /// Loads the files, as the first secure connection would. Without files, does nothing.
  ///
  /// - Throws: `.file` for one that can't be used; `.libraryMissing`.
  package func checkFiles() throws(TLSError) {
    let files = [caFile, certificateFile, keyFile].compactMap(\.self)
    guard !files.isEmpty else { return }
    for file in files {
      if let reason = System.reasonNotToRead(file) { throw .file(file, reason) }
    }
    _ = try context()
  }

  /// The loaded settings.
  ///
  /// - Throws: `.libraryMissing`, or `.file` for one that can't be used.
  func context() throws(TLSError) -> any SecureContext {
    try store.value { () throws(TLSError) in try makeContext(isServer: false) }
  }
}

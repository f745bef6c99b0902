// SPDX-License-Identifier: Apache-2.0
// The functions of OpenSSL, found when the first secure connection is made.

#if canImport(Glibc)
  import Glibc

  /// The part of OpenSSL 3 or 1.1 that a client and a server need. Nothing of it is linked: a program that
  /// never speaks `https` never loads it.
  struct OpenSSL: Sendable {
    typealias Pointer = OpaquePointer
    typealias Text = UnsafePointer<CChar>

    let clientMethod: @Sendable @convention(c) () -> Pointer?
    let serverMethod: @Sendable @convention(c) () -> Pointer?
    let newContext: @Sendable @convention(c) (Pointer?) -> Pointer?
    let freeContext: @Sendable @convention(c) (Pointer?) -> Void
    let controlContext:
      @Sendable @convention(c) (Pointer?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
    let loadTrusted: @Sendable @convention(c) (Pointer?, Text?, Text?) -> CInt
    let useSystemTrust: @Sendable @convention(c) (Pointer?) -> CInt
    let setVerification: @Sendable @convention(c) (Pointer?, CInt, Pointer?) -> Void
    let useCertificate: @Sendable @convention(c) (Pointer?, Text?) -> CInt
    let useKey: @Sendable @convention(c) (Pointer?, Text?, CInt) -> CInt
    let checkKey: @Sendable @convention(c) (Pointer?) -> CInt
    let certificate: @Sendable @convention(c) (Pointer?) -> Pointer?
    let isForHost:
      @Sendable @convention(c) (
        Pointer?, Text?, Int, CUnsignedInt, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
      ) -> CInt
    let isForAddress: @Sendable @convention(c) (Pointer?, Text?, CUnsignedInt) -> CInt
    let setPasswordCallback:
      @Sendable @convention(c) (
        Pointer?,
        @convention(c) (UnsafeMutablePointer<CChar>?, CInt, CInt, UnsafeMutableRawPointer?) -> CInt
      ) -> Void
    let setCertificateCallback:
      @Sendable @convention(c) (
        Pointer?,
        @convention(c) (Pointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CInt
      ) -> Void
    let newSession: @Sendable @convention(c) (Pointer?) -> Pointer?
    let freeSession: @Sendable @convention(c) (Pointer?) -> Void
    let setStreams: @Sendable @convention(c) (Pointer?, Pointer?, Pointer?) -> Void
    let setHost: @Sendable @convention(c) (Pointer?, Text?) -> CInt
    let setHostFlags: @Sendable @convention(c) (Pointer?, CUnsignedInt) -> Void
    let control: @Sendable @convention(c) (Pointer?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
    let setExtra: @Sendable @convention(c) (Pointer?, CInt, UnsafeMutableRawPointer?) -> CInt
    let extra: @Sendable @convention(c) (Pointer?, CInt) -> UnsafeMutableRawPointer?
    let parameters: @Sendable @convention(c) (Pointer?) -> Pointer?
    let setAddress: @Sendable @convention(c) (Pointer?, Text?) -> CInt
    let connect: @Sendable @convention(c) (Pointer?) -> CInt
    let accept: @Sendable @convention(c) (Pointer?) -> CInt
    let read: @Sendable @convention(c) (Pointer?, UnsafeMutableRawPointer?, CInt) -> CInt
    let write: @Sendable @convention(c) (Pointer?, UnsafeRawPointer?, CInt) -> CInt
    let shutDown: @Sendable @convention(c) (Pointer?) -> CInt
    let error: @Sendable @convention(c) (Pointer?, CInt) -> CInt
    let verification: @Sendable @convention(c) (Pointer?) -> CLong
    let verificationText: @Sendable @convention(c) (CLong) -> Text?
    let nextError: @Sendable @convention(c) () -> CUnsignedLong
    let clearErrors: @Sendable @convention(c) () -> Void
    let reasonText: @Sendable @convention(c) (CUnsignedLong) -> Text?
    let memory: @Sendable @convention(c) () -> Pointer?
    let newStream: @Sendable @convention(c) (Pointer?) -> Pointer?
    let readStream: @Sendable @convention(c) (Pointer?, UnsafeMutableRawPointer?, CInt) -> CInt
    let writeStream: @Sendable @convention(c) (Pointer?, UnsafeRawPointer?, CInt) -> CInt

    /// The library of this system; nil without one that fits.
    static let installed: OpenSSL? = {
      for name in ["libssl.so.3", "libssl.so.1.1"] {
        if let handle = dlopen(name, RTLD_NOW), let library = try? OpenSSL(handle) {
          return library
        }
      }
      return nil
    }()

    private struct Missing: Error {}

    /// - Throws: where a function is missing: the library is unfit.
    private init(_ handle: UnsafeMutableRawPointer) throws(Missing) {
      func find<Function>(_ name: String) throws(Missing) -> Function {
        guard let address = dlsym(handle, name) else { throw Missing() }
        return unsafeBitCast(address, to: Function.self)
      }
      clientMethod = try find("TLS_client_method")
      serverMethod = try find("TLS_server_method")
      newContext = try find("SSL_CTX_new")
      freeContext = try find("SSL_CTX_free")
      controlContext = try find("SSL_CTX_ctrl")
      loadTrusted = try find("SSL_CTX_load_verify_locations")
      useSystemTrust = try find("SSL_CTX_set_default_verify_paths")
      setVerification = try find("SSL_CTX_set_verify")
      useCertificate = try find("SSL_CTX_use_certificate_chain_file")
      useKey = try find("SSL_CTX_use_PrivateKey_file")
      checkKey = try find("SSL_CTX_check_private_key")
      certificate = try find("SSL_CTX_get0_certificate")
      isForHost = try find("X509_check_host")
      isForAddress = try find("X509_check_ip_asc")
      setPasswordCallback = try find("SSL_CTX_set_default_passwd_cb")
      setCertificateCallback = try find("SSL_CTX_set_client_cert_cb")
      newSession = try find("SSL_new")
      freeSession = try find("SSL_free")
      setStreams = try find("SSL_set_bio")
      setHost = try find("SSL_set1_host")
      setHostFlags = try find("SSL_set_hostflags")
      control = try find("SSL_ctrl")
      setExtra = try find("SSL_set_ex_data")
      extra = try find("SSL_get_ex_data")
      parameters = try find("SSL_get0_param")
      setAddress = try find("X509_VERIFY_PARAM_set1_ip_asc")
      connect = try find("SSL_connect")
      accept = try find("SSL_accept")
      read = try find("SSL_read")
      write = try find("SSL_write")
      shutDown = try find("SSL_shutdown")
      error = try find("SSL_get_error")
      verification = try find("SSL_get_verify_result")
      verificationText = try find("X509_verify_cert_error_string")
      nextError = try find("ERR_get_error")
      clearErrors = try find("ERR_clear_error")
      reasonText = try find("ERR_reason_error_string")
      memory = try find("BIO_s_mem")
      newStream = try find("BIO_new")
      readStream = try find("BIO_read")
      writeStream = try find("BIO_write")
    }
  }
#endif

// SPDX-License-Identifier: Apache-2.0
// The functions of OpenSSL, found when the first secure connection is made.

#if canImport(Glibc)
  import Glibc

  /// The part of OpenSSL 3 or 1.1 that a client and a server need. Nothing of it is linked: a program that
  /// never speaks `https` never loads it.
  struct OpenSSL: Sendable {
    typealias Pointer = OpaquePointer
    typealias Text = UnsafePointer<CChar>

    let clientMethod: ClientMethod
    let serverMethod: ClientMethod
    let newContext: NewContext
    let freeContext: FreeContext
    let controlContext: ControlContext
    let loadTrusted: LoadTrusted
    let useSystemTrust: UseSystemTrust
    let setVerification: SetVerification
    let useCertificate: UseCertificate
    let useKey: UseKey
    let checkKey: CheckKey
    let setPasswordCallback: SetPasswordCallback
    let setCertificateCallback: SetCertificateCallback
    let newSession: NewSession
    let freeSession: FreeSession
    let setStreams: SetStreams
    let setHost: SetHost
    let setHostFlags: SetHostFlags
    let control: Control
    let setExtra: SetExtra
    let extra: Extra
    let parameters: Parameters
    let setAddress: SetAddress
    let connect: Connect
    let accept: Connect
    let read: Read
    let write: Write
    let shutDown: ShutDown
    let error: Error
    let verification: Verification
    let verificationText: VerificationText
    let nextError: NextError
    let clearErrors: ClearErrors
    let reasonText: ReasonText
    let memory: Memory
    let newStream: NewStream
    let readStream: ReadStream
    let writeStream: WriteStream
  }

  extension OpenSSL {
    typealias ClientMethod = @Sendable @convention(c) () -> Pointer?
    typealias NewContext = @Sendable @convention(c) (Pointer?) -> Pointer?
    typealias FreeContext = @Sendable @convention(c) (Pointer?) -> Void
    typealias ControlContext =
      @Sendable @convention(c) (Pointer?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
    typealias LoadTrusted = @Sendable @convention(c) (Pointer?, Text?, Text?) -> CInt
    typealias UseSystemTrust = @Sendable @convention(c) (Pointer?) -> CInt
    typealias SetVerification = @Sendable @convention(c) (Pointer?, CInt, Pointer?) -> Void
    typealias UseCertificate = @Sendable @convention(c) (Pointer?, Text?) -> CInt
    typealias UseKey = @Sendable @convention(c) (Pointer?, Text?, CInt) -> CInt
    typealias CheckKey = @Sendable @convention(c) (Pointer?) -> CInt
    typealias SetPasswordCallback =
      @Sendable @convention(c) (
        Pointer?,
        @convention(c) (UnsafeMutablePointer<CChar>?, CInt, CInt, UnsafeMutableRawPointer?) -> CInt
      ) -> Void
    typealias SetCertificateCallback =
      @Sendable @convention(c) (
        Pointer?,
        @convention(c) (Pointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CInt
      ) -> Void
    typealias NewSession = @Sendable @convention(c) (Pointer?) -> Pointer?
    typealias FreeSession = @Sendable @convention(c) (Pointer?) -> Void
    typealias SetStreams = @Sendable @convention(c) (Pointer?, Pointer?, Pointer?) -> Void
    typealias SetHost = @Sendable @convention(c) (Pointer?, Text?) -> CInt
    typealias SetHostFlags = @Sendable @convention(c) (Pointer?, CUnsignedInt) -> Void
    typealias Control =
      @Sendable @convention(c) (Pointer?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
    typealias SetExtra = @Sendable @convention(c) (Pointer?, CInt, UnsafeMutableRawPointer?) -> CInt
    typealias Extra = @Sendable @convention(c) (Pointer?, CInt) -> UnsafeMutableRawPointer?
    typealias Parameters = @Sendable @convention(c) (Pointer?) -> Pointer?
    typealias SetAddress = @Sendable @convention(c) (Pointer?, Text?) -> CInt
    typealias Connect = @Sendable @convention(c) (Pointer?) -> CInt
    typealias Read = @Sendable @convention(c) (Pointer?, UnsafeMutableRawPointer?, CInt) -> CInt
    typealias Write = @Sendable @convention(c) (Pointer?, UnsafeRawPointer?, CInt) -> CInt
    typealias ShutDown = @Sendable @convention(c) (Pointer?) -> CInt
    typealias Error = @Sendable @convention(c) (Pointer?, CInt) -> CInt
    typealias Verification = @Sendable @convention(c) (Pointer?) -> CLong
    typealias VerificationText = @Sendable @convention(c) (CLong) -> Text?
    typealias NextError = @Sendable @convention(c) () -> CUnsignedLong
    typealias ClearErrors = @Sendable @convention(c) () -> Void
    typealias ReasonText = @Sendable @convention(c) (CUnsignedLong) -> Text?
    typealias Memory = @Sendable @convention(c) () -> Pointer?
    typealias NewStream = @Sendable @convention(c) (Pointer?) -> Pointer?
    typealias ReadStream =
      @Sendable @convention(c) (Pointer?, UnsafeMutableRawPointer?, CInt) -> CInt
    typealias WriteStream = @Sendable @convention(c) (Pointer?, UnsafeRawPointer?, CInt) -> CInt

    /// The library of this system, or nil where there is none that fits.
    static let installed: OpenSSL? = {
      for name in ["libssl.so.3", "libssl.so.1.1"] {
        if let handle = dlopen(name, RTLD_NOW), let library = OpenSSL(handle) { return library }
      }
      return nil
    }()

    private init?(_ handle: UnsafeMutableRawPointer) {
      // A function that is missing makes the library unfit.
      func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
        dlsym(handle, name).map { unsafeBitCast($0, to: type) }
      }
      guard
        let clientMethod = find("TLS_client_method", ClientMethod.self),
        let serverMethod = find("TLS_server_method", ClientMethod.self),
        let newContext = find("SSL_CTX_new", NewContext.self),
        let freeContext = find("SSL_CTX_free", FreeContext.self),
        let controlContext = find("SSL_CTX_ctrl", ControlContext.self),
        let loadTrusted = find("SSL_CTX_load_verify_locations", LoadTrusted.self),
        let useSystemTrust = find("SSL_CTX_set_default_verify_paths", UseSystemTrust.self),
        let setVerification = find("SSL_CTX_set_verify", SetVerification.self),
        let useCertificate = find("SSL_CTX_use_certificate_chain_file", UseCertificate.self),
        let useKey = find("SSL_CTX_use_PrivateKey_file", UseKey.self),
        let checkKey = find("SSL_CTX_check_private_key", CheckKey.self),
        let setPasswordCallback = find("SSL_CTX_set_default_passwd_cb", SetPasswordCallback.self),
        let setCertificateCallback = find(
          "SSL_CTX_set_client_cert_cb", SetCertificateCallback.self),
        let newSession = find("SSL_new", NewSession.self),
        let freeSession = find("SSL_free", FreeSession.self),
        let setStreams = find("SSL_set_bio", SetStreams.self),
        let setHost = find("SSL_set1_host", SetHost.self),
        let setHostFlags = find("SSL_set_hostflags", SetHostFlags.self),
        let control = find("SSL_ctrl", Control.self),
        let setExtra = find("SSL_set_ex_data", SetExtra.self),
        let extra = find("SSL_get_ex_data", Extra.self),
        let parameters = find("SSL_get0_param", Parameters.self),
        let setAddress = find("X509_VERIFY_PARAM_set1_ip_asc", SetAddress.self),
        let connect = find("SSL_connect", Connect.self),
        let accept = find("SSL_accept", Connect.self),
        let read = find("SSL_read", Read.self),
        let write = find("SSL_write", Write.self),
        let shutDown = find("SSL_shutdown", ShutDown.self),
        let error = find("SSL_get_error", Error.self),
        let verification = find("SSL_get_verify_result", Verification.self),
        let verificationText = find("X509_verify_cert_error_string", VerificationText.self),
        let nextError = find("ERR_get_error", NextError.self),
        let clearErrors = find("ERR_clear_error", ClearErrors.self),
        let reasonText = find("ERR_reason_error_string", ReasonText.self),
        let memory = find("BIO_s_mem", Memory.self),
        let newStream = find("BIO_new", NewStream.self),
        let readStream = find("BIO_read", ReadStream.self),
        let writeStream = find("BIO_write", WriteStream.self)
      else { return nil }
      self.clientMethod = clientMethod
      self.serverMethod = serverMethod
      self.newContext = newContext
      self.freeContext = freeContext
      self.controlContext = controlContext
      self.loadTrusted = loadTrusted
      self.useSystemTrust = useSystemTrust
      self.setVerification = setVerification
      self.useCertificate = useCertificate
      self.useKey = useKey
      self.checkKey = checkKey
      self.setPasswordCallback = setPasswordCallback
      self.setCertificateCallback = setCertificateCallback
      self.newSession = newSession
      self.freeSession = freeSession
      self.setStreams = setStreams
      self.setHost = setHost
      self.setHostFlags = setHostFlags
      self.control = control
      self.setExtra = setExtra
      self.extra = extra
      self.parameters = parameters
      self.setAddress = setAddress
      self.connect = connect
      self.accept = accept
      self.read = read
      self.write = write
      self.shutDown = shutDown
      self.error = error
      self.verification = verification
      self.verificationText = verificationText
      self.nextError = nextError
      self.clearErrors = clearErrors
      self.reasonText = reasonText
      self.memory = memory
      self.newStream = newStream
      self.readStream = readStream
      self.writeStream = writeStream
    }
  }
#endif

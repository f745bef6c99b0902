// SPDX-License-Identifier: Apache-2.0
// TLS over a plain stream, by the OpenSSL of the system.

#if canImport(Glibc)
  import Glibc

  extension ClientSettings {
    /// Secure connections are byte streams like any other here.
    func bufferedTransport(with origin: Origin) -> (any BufferedTransport)? { nil }
  }

  extension TLSSettings {
    func makeContext(isServer: Bool) throws(TLSError) -> any SecureContext {
      guard let library = OpenSSL.installed else { throw .libraryMissing }
      return try OpenSSLContext(library, self, isServer: isServer)
    }
  }

  /// A stream that encrypts. OpenSSL works on memory; this moves the bytes to and from the socket,
  /// so that a write to a closed connection raises no signal and nothing waits.
  final class TLSStream: ByteStream {
    private let plain: PlainStream
    private let library: OpenSSL
    private let context: OpenSSLContext
    private let session: OpaquePointer
    /// The bytes for OpenSSL and those from it; the session owns both.
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    /// Whom the certificate has to be for; nil on the server's side.
    private let host: String?
    /// Bytes from OpenSSL that the socket did not take yet.
    private var unsent = ByteBuffer()
    private var hasEnded = false
    private(set) var endIsDoubtful = false
    /// Whether the service asked for a certificate that is not there; shared with a C callback.
    private let wasAsked = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

    init(_ plain: PlainStream, _ context: OpenSSLContext, host: String?) throws(TLSError) {
      self.plain = plain
      self.context = context
      self.host = host
      library = context.library
      guard let session = library.newSession(context.pointer) else {
        throw .other("no session could be made")
      }
      guard let incoming = library.newStream(library.memory()),
        let outgoing = library.newStream(library.memory())
      else {
        library.freeSession(session)
        throw .other("no memory")
      }
      self.session = session
      self.incoming = incoming
      self.outgoing = outgoing
      library.setStreams(session, incoming, outgoing)
      wasAsked.initialize(to: false)
      _ = library.setExtra(session, 0, wasAsked)
      // From here on `deinit` frees what was made.
      if let host, !setIdentity(host) { throw .uncheckable(host) }
    }

    /// Tells OpenSSL whom the certificate has to be for.
    ///
    /// - Returns: false where it takes no such name. It would then accept any certificate.
    private func setIdentity(_ host: String) -> Bool {
      // X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS: none within a label (RFC 9525, section 6.3).
      // X509_CHECK_FLAG_NEVER_CHECK_SUBJECT: a subject's common name is not an identity (section 2).
      library.setHostFlags(session, 0x4 | 0x20)
      if System.isNumeric(host) {
        guard context.isVerified else { return true }
        return library.setAddress(library.parameters(session), host) == 1
      }
      // The dot of the root is not part of a name in a certificate, nor in the handshake (RFC 6066,
      // section 3).
      let name = host.hasSuffix(".") ? String(host.dropLast()) : host
      // OpenSSL takes an empty name for none.
      guard !name.isEmpty, library.setHost(session, name) == 1 else { return false }
      // SSL_CTRL_SET_TLSEXT_HOSTNAME
      var text = name.utf8CString
      return text.withUnsafeMutableBytes { library.control(session, 55, 0, $0.baseAddress) } == 1
    }

    deinit {
      library.freeSession(session)
      wasAsked.deallocate()
    }

    var descriptor: Int32 { plain.descriptor }
    var mayHoldBytes: Bool { true }

    func handshake() -> StreamStep {
      drive { host == nil ? library.accept(session) : library.connect(session) }
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> StreamStep {
      drive { library.read(session, buffer.baseAddress, CInt(clamping: buffer.count)) }
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> StreamStep {
      // One record at a time, so that memory stays bounded while the socket is full.
      if let step = flush() { return step }
      let count = min(bytes.count, 16 * 1024)
      let step = drive { library.write(session, bytes.baseAddress, CInt(count)) }
      if case .moved = step, case .failed(let fault)? = flush() { return .failed(fault) }
      return step
    }

    func finish() {
      library.clearErrors()
      _ = library.shutDown(session)
      _ = flush()
    }

    /// Calls OpenSSL until it has done something or needs the socket to be ready.
    private func drive(_ call: () -> CInt) -> StreamStep {
      while true {
        library.clearErrors()
        let result = call()
        if result > 0 { return .moved(Int(result)) }
        switch library.error(session, result) {
        case 2:  // SSL_ERROR_WANT_READ
          if let step = flush() { return step }
          if let step = fill() { return step }
        case 3:  // SSL_ERROR_WANT_WRITE
          if let step = flush() { return step }
        case 6:  // SSL_ERROR_ZERO_RETURN: the other side said goodbye
          return .ended
        default:
          let fault = fault()
          // The alert that says why goes out, if it can.
          _ = flush()
          return .failed(.tls(fault))
        }
      }
    }

    /// Moves bytes from OpenSSL to the socket; nil once there are none left.
    private func flush() -> StreamStep? {
      while true {
        if unsent.isEmpty {
          let count = withUnsafeTemporaryAllocation(byteCount: 17 * 1024, alignment: 16) { space in
            let count = library.readStream(outgoing, space.baseAddress, CInt(space.count))
            if count > 0 { unsent.append(space.prefix(Int(count))) }
            return count
          }
          if count <= 0 { return nil }
        }
        let step = unsent.withUnread { plain.send($0) }
        guard case .moved(let count) = step else { return step }
        unsent.discard(count)
      }
    }

    /// Moves bytes from the socket to OpenSSL; nil once some have moved.
    private func fill() -> StreamStep? {
      if hasEnded { return .ended }
      return withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 16) { space in
        let step = plain.receive(into: space)
        switch step {
        case .moved(let count):
          _ = library.writeStream(incoming, space.baseAddress, CInt(count))
          return nil
        case .ended:
          // Without a goodbye anyone between may have cut the connection (RFC 9112, section 9.8).
          hasEnded = true
          endIsDoubtful = true
          return step
        case .waitForReading, .waitForWriting, .failed: return step
        }
      }
    }

    private func fault() -> TLSError {
      let verification = library.verification(session)
      let code = library.nextError()
      library.clearErrors()
      let text = library.reasonText(code).map { String(cString: $0) }
      guard let host else {
        return OpenSSLErrors.serverFault(reason: Int(code & 0xFFF), text: text)
      }
      return OpenSSLErrors.fault(
        reason: Int(code & 0xFFF), text: text, verification: context.isVerified ? verification : 0,
        verificationText: library.verificationText(verification).map { String(cString: $0) },
        host: host, wasAskedForCertificate: wasAsked.pointee,
        hasCertificate: context.hasCertificate)
    }
  }
#endif

// SPDX-License-Identifier: Apache-2.0
// A framework whose answers come from a program: a process for each device.

import Formats

/// The framework of one device in one state; a program answers for it.
final class CommandFramework {
  private let session: CommandSession
  private let opening: Int

  init(session: CommandSession, opening: Int) {
    self.session = session
    self.opening = opening
  }
}

extension CommandFramework: PartnerFramework {
  func permission(prompting: Bool, deadline: PartnerDeadline) throws(PartnerError)
    -> PermissionAnswer
  {
    let call = PartnerCall.permission(prompting: prompting)
    let result = try result(of: call, deadline: deadline)
    return try read(call) { () throws(FormError) in try PermissionAnswer(result) }
  }

  func metadata(_ request: MetadataRequest, deadline: PartnerDeadline) throws(PartnerError)
    -> AccountMetadata
  {
    let call = PartnerCall.metadata(request)
    let result = try result(of: call, deadline: deadline)
    return try read(call) { () throws(FormError) in try AccountMetadata(result) }
  }

  func authenticate(_ request: AuthenticationRequest, deadline: PartnerDeadline)
    throws(PartnerError) -> AccountMetadata
  {
    let call = PartnerCall.authenticate(request)
    let result = try result(of: call, deadline: deadline)
    return try read(call) { () throws(FormError) in try AccountMetadata(result) }
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {
    switch try session.answer(to: .user(action), of: opening, deadline: deadline) {
    case .result: break
    case .error(let error):
      let message = error["message"]?.string.map { ": \($0)" } ?? ""
      let sentence = "the program can't do the user's \(action.name)\(message)"
      throw CommandReply.isUnsupported(error) ? .unsupported(sentence) : .failed(sentence)
    }
  }

  /// The status header. The program answers with an object, which is encoded here, or with a string,
  /// which is sent as it is.
  func status(deadline: PartnerDeadline) throws(PartnerError) -> String? {
    switch try session.answer(to: .status, of: opening, deadline: deadline) {
    case .result(.null): return nil
    case .result(.string(let header)): return header
    case .result(let value) where value.object != nil: return FrameworkStatus.headerValue(value)
    case .result(let value):
      throw session.fault("answered the status call with \(FormReader.kind(value))")
    case .error(let error):
      guard (try? FrameworkError(error))?.isUnavailable == true else {
        throw session.fault("answered the status call with an error")
      }
      return nil
    }
  }

  private func result(of call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError)
    -> JSONValue
  {
    switch try session.answer(to: .call(call), of: opening, deadline: deadline) {
    case .result(let result): return result
    case .error(let value):
      throw .framework(try read(call) { () throws(FormError) in try FrameworkError(value) })
    }
  }

  private func read<Answer>(_ call: PartnerCall, _ read: () throws(FormError) -> Answer)
    throws(PartnerError) -> Answer
  {
    do throws(FormError) {
      return try read()
    } catch {
      throw session.fault(
        "answered the \(call.name) call with something of another form: \(error.sentence)")
    }
  }
}

/// The programs of one job.
///
/// A device that is opened takes a free program, or a new one is started. The program is free again
/// once the device's framework is gone. So a job has as many processes as it ever had devices in a
/// state at once. For one thread.
package final class CommandPool {
  private let makeSession: () -> CommandSession
  private var free: [CommandSession] = []

  /// - Parameter makeSession: Makes a session, whose process starts when it is first asked.
  package init(makeSession: @escaping () -> CommandSession) {
    self.makeSession = makeSession
  }
}

extension CommandPool {
  /// Opens a state on a device that is in none. May block until the deadline.
  ///
  /// - Throws: the errors of `CommandSession.open`.
  package func open(
    _ opening: FrameworkOpening, surroundings: FrameworkSurroundings, deadline: PartnerDeadline
  ) throws(PartnerError) -> any PartnerFramework {
    let session = free.popLast() ?? makeSession()
    do throws(PartnerError) {
      let framework = try session.open(opening, now: surroundings.now(), deadline: deadline)
      return LeasedFramework(framework, session: session, pool: self)
    } catch {
      free.append(session)
      throw error
    }
  }

  fileprivate func take(back session: CommandSession) { free.append(session) }
}

/// A framework that gives its program back to the pool when it is gone.
private final class LeasedFramework: PartnerFramework {
  private let framework: any PartnerFramework
  private let session: CommandSession
  private let pool: CommandPool

  init(_ framework: any PartnerFramework, session: CommandSession, pool: CommandPool) {
    self.framework = framework
    self.session = session
    self.pool = pool
  }

  deinit { pool.take(back: session) }

  func permission(prompting: Bool, deadline: PartnerDeadline) throws(PartnerError)
    -> PermissionAnswer
  {
    try framework.permission(prompting: prompting, deadline: deadline)
  }

  func metadata(_ request: MetadataRequest, deadline: PartnerDeadline) throws(PartnerError)
    -> AccountMetadata
  {
    try framework.metadata(request, deadline: deadline)
  }

  func authenticate(_ request: AuthenticationRequest, deadline: PartnerDeadline)
    throws(PartnerError) -> AccountMetadata
  {
    try framework.authenticate(request, deadline: deadline)
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {
    try framework.user(action, deadline: deadline)
  }

  func status(deadline: PartnerDeadline) throws(PartnerError) -> String? {
    try framework.status(deadline: deadline)
  }
}

// SPDX-License-Identifier: Apache-2.0
// The programs of one job: one process for each device in a state.

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

// SPDX-License-Identifier: Apache-2.0
// A framework whose answers come from a program: a process for each device.

import Formats

/// The framework of one device in one state; a program answers for it.
final class CommandFramework {
  private let session: CommandSession
  private let opening: Int
  private let declaration: FrameworkDeclaration
  /// Called when the framework is gone.
  fileprivate var end: () -> Void = {}

  init(session: CommandSession, opening: Int, declaration: FrameworkDeclaration) {
    self.session = session
    self.opening = opening
    self.declaration = declaration
  }

  deinit { end() }
}

extension CommandFramework: PartnerFramework {
  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer
  {
    let content = try session.answer(to: .call(call), of: opening, deadline: deadline)
    do throws(FormError) {
      switch content {
      case .error(let value): return .error(try declaration.completed(error: value))
      case .result(let value):
        let form = declaration.call(named: call.name)?.answer ?? .any
        return .result(try form.completed(value, "the answer"))
      }
    } catch {
      throw session.fault(
        "answered the \(call.name) call with something of another form: \(error.sentence)")
    }
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

  /// The value, from an object that is encoded here, or a string that is sent as it is.
  func value(_ name: String, deadline: PartnerDeadline) throws(PartnerError) -> String? {
    switch try session.answer(to: .status(of: name), of: opening, deadline: deadline) {
    case .result(.null): return nil
    case .result(.string(let header)) where header.utf8.allSatisfy({ ![0, 10, 13].contains($0) }):
      return header
    case .result(let value) where value.object != nil: return FrameworkValue.header(value)
    case .result(let value):
      let what = value.string == nil ? FormReader.kind(value) : "several lines"
      throw session.fault("answered the status call with \(what)")
    case .error(let error) where PartnerAnswer.isUnavailable(error): return nil
    case .error: throw session.fault("answered the status call with an error")
    }
  }
}

/// The programs of one job.
///
/// A device takes a free program, or a new one, until its framework is gone. So a job has as many
/// processes as it ever had devices in a state at once. For one thread.
final class CommandPool {
  private let makeSession: () -> CommandSession
  private var free: [CommandSession] = []

  /// - Parameter makeSession: Makes a session, whose process starts when it is first asked.
  init(makeSession: @escaping () -> CommandSession) { self.makeSession = makeSession }

  /// Opens a state on a device that is in none. May block until the deadline.
  ///
  /// - Throws: the errors of `CommandSession.open`.
  func open(
    _ opening: FrameworkOpening, environment: FrameworkEnvironment, deadline: PartnerDeadline
  ) throws(PartnerError) -> any PartnerFramework {
    let session = free.popLast() ?? makeSession()
    do throws(PartnerError) {
      let framework = try session.open(opening, now: environment.now(), deadline: deadline)
      framework.end = { [self] in
        session.close()
        free.append(session)
      }
      return framework
    } catch {
      free.append(session)
      throw error
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// One process of a program that answers as the framework.

import Formats
import Text

/// One process of a program for one device of one job, from the first state to the last.
///
/// A program that does not answer each message once and in time is ended: the call fails with what
/// it did, and the next state starts a new process. Only one thread may use a session.
final class CommandSession {
  private let program: String
  private let declaration: FrameworkDeclaration
  private let start: (PartnerDeadline) throws(PartnerError) -> LineConversation
  private var conversation: LineConversation?
  private var nextID = 1
  /// The ids of `close` messages: the program may answer them, but the session does not wait.
  private var unawaitedIDs: Set<Int> = []
  /// The number of states opened so far, by which a framework knows whether its state is still open.
  private(set) var opening = 0
  /// The states that the program supports; nil as long as it has not said so.
  private var states: Set<String>?
  /// Whether the program has been told to open a state, and not yet to close it.
  private var isOpen = false
  /// The last thing that the program did before it was ended.
  private var lastFault = "is not running"

  /// - Parameters:
  ///   - program: The program in messages.
  ///   - start: Starts the process; throws `PartnerError.failed` if that is impossible.
  init(
    program: String, declaration: FrameworkDeclaration = FrameworkRegistry.standard,
    start: @escaping (PartnerDeadline) throws(PartnerError) -> LineConversation
  ) {
    self.program = program
    self.declaration = declaration
    states = declaration.supported
    self.start = start
  }

  deinit { conversation?.end() }
}

extension CommandSession {
  /// Asks a new process for its declaration, and ends it. May block until the deadline.
  ///
  /// - Returns: The standard one, and why, for a program that does anything else than to declare: it
  ///   may be older than `hello`, and what is wrong with it shows when a state is opened.
  /// - Throws: `PartnerError.failed` if it can't be started, or declares something of another form.
  func hello(deadline: PartnerDeadline) throws(PartnerError) -> FrameworkDeclaration {
    conversation = try start(deadline)
    defer { end() }
    var standard = declaration
    standard.silence = "\(program) declared nothing when it was asked hello"
    let content = try? exchange(.hello, deadline: deadline)
    if content == nil { standard.silence = "\(program) \(lastFault)" }
    guard case .result(let result)? = content, FrameworkDeclaration.isOne(result) else {
      return standard
    }
    do throws(FormError) {
      return try FrameworkDeclaration(result, otherwise: declaration)
    } catch {
      throw fault("answered the hello call with something of another form: \(error.sentence)")
    }
  }

  /// Opens a state, and closes the one that was open. May block until the deadline.
  ///
  /// - Throws: `PartnerError.unsupported` for a state that is not among those that the program has
  ///   named, or that it can't be in with these options; `PartnerError.failed` if it can't be
  ///   started, or misbehaves.
  func open(
    _ opening: FrameworkOpening, now: Timestamp, deadline: PartnerDeadline
  ) throws(PartnerError) -> CommandFramework {
    try checkSupport(of: opening)
    if conversation == nil {
      conversation = try start(deadline)
      nextID = 1
      unawaitedIDs = []
    } else if isOpen {
      try send(.close, deadline: deadline)
    }
    isOpen = true
    self.opening += 1
    let framework = CommandFramework(session: self, opening: self.opening, declaration: declaration)
    switch try exchange(.open(opening, now: now), deadline: deadline) {
    case .result(let result):
      try readStates(in: result)
      try checkSupport(of: opening)
      return framework
    case .error(let error) where CommandReply.isUnsupported(error):
      throw .unsupported(
        "\(program) does not support the state '\(opening.state)' as the scenario needs it"
          + Self.message(of: error))
    case .error(let error):
      throw .failed("\(program) can't open the state '\(opening.state)'" + Self.message(of: error))
    }
  }

  /// Reads the states that the program names when it opens one, if it does.
  private func readStates(in result: JSONValue) throws(PartnerError) {
    guard let named = result["states"] else { return }
    guard let list = FormReader.texts(named) else {
      throw fault("answered the open call with 'states' that are no array of strings")
    }
    states = Set(list)
  }

  private func checkSupport(of opening: FrameworkOpening) throws(PartnerError) {
    guard let states, !states.contains(opening.state) else { return }
    throw .unsupported("\(program) does not support the state '\(opening.state)'")
  }

  /// Tells the program that the scenario is over: it may let go of a device that others need.
  func close() {
    if isOpen, conversation != nil { _ = try? send(.close, deadline: .now) }
    isOpen = false
  }

  /// Ends the process, if there is one. The next state starts another.
  func end() {
    close()
    conversation?.end()
    conversation = nil
  }

  /// Sends a message and waits for its answer.
  ///
  /// - Parameter opening: The number of the state for which the message is sent.
  func answer(to message: CommandMessage, of opening: Int, deadline: PartnerDeadline)
    throws(PartnerError) -> CommandReply.Content
  {
    guard conversation != nil else {
      throw .failed("\(program) \(lastFault), and with it the state of the device is gone")
    }
    guard opening == self.opening else {
      throw .failed("the state of the device has been opened anew")
    }
    return try exchange(message, deadline: deadline)
  }

  /// Ends a program that has answered in another form.
  func fault(_ what: String) -> PartnerError {
    lastFault = what
    conversation?.end()
    conversation = nil
    return .failed("\(program) \(what)")
  }

  private func exchange(_ message: CommandMessage, deadline: PartnerDeadline)
    throws(PartnerError) -> CommandReply.Content
  {
    // The program must not have written anything unasked.
    try takeUnasked("before the \(message.name) call")
    let id = try send(message, deadline: deadline)
    while true {
      let reply = try receive(for: message, deadline: deadline)
      if unawaitedIDs.remove(reply.id) != nil { continue }
      guard reply.id == id else {
        throw fault(
          reply.id > 0 && reply.id < id
            ? "answered message \(reply.id) twice"
            : "answered message \(reply.id) when asked \(id), the \(message.name) call")
      }
      try takeUnasked("after its answer to the \(message.name) call")
      return reply.content
    }
  }

  @discardableResult
  private func send(_ message: CommandMessage, deadline: PartnerDeadline) throws(PartnerError)
    -> Int
  {
    let id = nextID
    nextID += 1
    if message == .close { unawaitedIDs.insert(id) }
    switch conversation?.send(message.line(id: id), deadline) {
    case .sent, nil:
      // A program that leaves out what it does not know ends here, without a wait.
      if message == .hello { conversation?.endInput() }
      return id
    case .ended(let how):
      throw fault(
        "\(LineConversation.ending(how, else: "closed its input")) before the"
          + " \(message.name) call")
    case .late: throw fault("did not read the \(message.name) call in time")
    }
  }

  private func receive(for message: CommandMessage, deadline: PartnerDeadline)
    throws(PartnerError) -> CommandReply
  {
    switch conversation?.receive(deadline) ?? .ended(nil) {
    case .line(let line): return try reply(line, to: message)
    case .ended(let how):
      let ending = LineConversation.ending(how, else: LineConversation.ended)
      throw fault("\(ending) instead of answering the \(message.name) call")
    case .late: throw fault("did not answer the \(message.name) call in time")
    case .tooLong:
      throw fault(
        "answered the \(message.name) call with a line of more than"
          + " \(LineConversation.lineLimitBytes) bytes")
    }
  }

  private func reply(_ line: [UInt8], to message: CommandMessage) throws(PartnerError)
    -> CommandReply
  {
    do throws(FormError) {
      return try CommandReply(line: line)
    } catch {
      throw fault("answered the \(message.name) call with \(error.sentence)")
    }
  }

  private func takeUnasked(_ place: String) throws(PartnerError) {
    // Each turn removes an allowed line, and there are only so many of these.
    while case .line(let line)? = conversation?.receive(.now) {
      guard let reply = try? CommandReply(line: line) else {
        throw fault("wrote a line that was not asked for, \(place)")
      }
      guard unawaitedIDs.remove(reply.id) != nil else {
        throw fault(
          reply.id > 0 && reply.id < nextID
            ? "answered message \(reply.id) twice"
            : "answered message \(reply.id), which was not asked, \(place)")
      }
    }
  }

  private static func message(of error: JSONValue) -> String {
    error["message"]?.string.map { ": \($0)" } ?? ""
  }
}

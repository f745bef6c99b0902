// SPDX-License-Identifier: Apache-2.0
// A running program that reads and writes lines on its standard streams.

package import Partner

/// A running program. Only one thread may use it at a time.
package final class ChildProcess {
  /// How long to wait for the exit status of a program that has closed its output.
  private static let endingMilliseconds = 100

  private let streams: ChildStreams
  private let owner: ChildProcesses
  private let errorOutput: ErrorOutput
  private let errors: @Sendable (ErrorText) -> Void
  private let lineLimitBytes: Int
  /// Bytes that were read; those from `start` on have not been returned yet.
  private var buffer: [UInt8] = []
  private var start = 0
  /// There is no line feed between `start` and this index.
  private var searched = 0
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var isInputEnded = false
  private var isEnded = false

  init(
    _ streams: ChildStreams, owner: ChildProcesses, lineLimitBytes: Int,
    errors: @escaping @Sendable (ErrorText) -> Void
  ) {
    self.streams = streams
    self.owner = owner
    self.lineLimitBytes = lineLimitBytes
    self.errors = errors
    errorOutput = ErrorOutput(streams.errors)
  }

  deinit { end() }
}

extension ChildProcess {
  /// The number of the process, which is also that of its group.
  package var number: Int32 { streams.process }

  /// Writes a line and a line feed. Blocks until the program has read it, or until the deadline.
  package func send(
    _ line: [UInt8], until deadline: ContinuousClock.Instant
  ) -> LineConversation.Sending {
    guard !isInputEnded else { return .ended(nil) }
    // A program that starts at the same moment may hold our pipe open, so a write can't tell.
    if let how = ending(waits: false) { return .ended(how) }
    var rest = (line + [0x0A])[...]
    while !rest.isEmpty {
      switch ProcessSystem.write(streams.input, rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .over: return .ended(ending(waits: true))
      case .later:
        if owner.isInterrupted { return .ended(Self.interruption) }
        guard wait(for: streams.input, isWriting: true, until: deadline) else { return .late }
      }
    }
    return .sent
  }

  /// Returns the next line. Blocks until there is one, or until the deadline; with a deadline in the
  /// past, returns what is already there.
  package func receive(until deadline: ContinuousClock.Instant) -> LineConversation.Reception {
    guard !isEnded else { return .ended(nil) }
    while true {
      if let found = lineInBuffer() { return found }
      switch ProcessSystem.read(streams.output, into: &chunk) {
      case .bytes(let count): append(chunk[..<count])
      case .over: return .ended(ending(waits: ContinuousClock.now < deadline))
      case .later:
        if owner.isInterrupted { return .ended(Self.interruption) }
        guard wait(for: streams.output, isWriting: false, until: deadline) else { return .late }
      }
    }
  }

  /// Passes on what the program has written to its standard error.
  package func passOnErrors() {
    if let text = errorOutput.take() { errors(text) }
  }

  /// Ends the input of the program, which may still write.
  package func endInput() {
    guard !isInputEnded else { return }
    isInputEnded = true
    ProcessSystem.closeDescriptor(streams.input)
  }

  /// Ends the program and its process group, without waiting for them; for that, call
  /// `ChildProcesses.wait`.
  package func end() {
    guard !isEnded else { return }
    isEnded = true
    passOnErrors()
    endInput()
    ProcessSystem.closeDescriptor(streams.output)
    owner.end(streams.process, errorOutput, errors)
  }

  private static let interruption = "with the run"

  private func append(_ bytes: ArraySlice<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    buffer += bytes
  }

  /// The next line that was already read.
  private func lineInBuffer() -> LineConversation.Reception? {
    guard let feed = buffer[max(start, searched)...].firstIndex(of: 0x0A) else {
      searched = buffer.count
      return buffer.count - start > lineLimitBytes ? .tooLong : nil
    }
    var line = buffer[start..<feed]
    start = feed + 1
    searched = start
    guard line.count <= lineLimitBytes else { return .tooLong }
    if line.last == 0x0D { line.removeLast() }
    return .line(Array(line))
  }

  /// Waits until a descriptor is ready.
  ///
  /// - Returns: false if the deadline has passed.
  private func wait(
    for descriptor: Int32, isWriting: Bool, until deadline: ContinuousClock.Instant
  ) -> Bool {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return false }
    // Rounded up, so that the wait does not end before the deadline.
    let (seconds, attoseconds) = left.components
    let milliseconds =
      seconds >= 3600
      ? 3_600_000 : Int32(seconds) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
    ProcessSystem.wait(
      for: descriptor, isWriting: isWriting, or: owner.wakeDescriptor,
      or: errorOutput.waitDescriptor, milliseconds: milliseconds)
    errorOutput.read()
    return true
  }

  /// How the program ended; nil if it still runs and has only closed a stream.
  private func ending(waits: Bool) -> String? {
    for attempt in 0...(waits ? Self.endingMilliseconds : 0) {
      if attempt > 0 { ProcessSystem.pause(milliseconds: 1) }
      switch ProcessSystem.ending(of: streams.process) {
      case .status(let status)?: return "with status \(status)"
      case .signal(let number)?: return "by signal \(number)"
      case nil: continue
      }
    }
    return nil
  }
}

/// A program and our ends of its standard streams; reading and writing these never blocks.
struct ChildStreams: Sendable {
  let process: Int32
  /// We write to it.
  let input: Int32
  /// We read from it.
  let output: Int32
  /// We read from it.
  let errors: Int32
}

extension ChildStreams {
  /// Starts a program in a process group of its own.
  ///
  /// - Parameter file: The executable file, as `ProgramCommand.file` returns it.
  static func start(
    _ command: ProgramCommand, file: String, environment: [String: String]
  ) -> Result<ChildStreams, SpawnError> {
    var pipes: [(reading: Int32, writing: Int32)] = []
    for _ in 0..<3 {
      guard let pipe = ProcessSystem.makePipe() else {
        for pipe in pipes { close([pipe.reading, pipe.writing]) }
        return .failure(SpawnError(error: SpawnError.noDescriptors))
      }
      pipes.append(pipe)
    }
    let (input, output, errors) = (pipes[0], pipes[1], pipes[2])
    let result = ProcessSystem.spawn(
      file, command.words, environment: environment, folder: command.folder,
      input: input.reading, output: output.writing, errors: errors.writing)
    close([input.reading, output.writing, errors.writing])
    let ours = [input.writing, output.reading, errors.reading]
    switch result {
    case .success(let process):
      for descriptor in ours { ProcessSystem.makeNonBlocking(descriptor) }
      return .success(
        ChildStreams(process: process, input: ours[0], output: ours[1], errors: ours[2]))
    case .failure(let failure):
      close(ours)
      return .failure(failure)
    }
  }

  private static func close(_ descriptors: [Int32]) {
    for descriptor in descriptors { ProcessSystem.closeDescriptor(descriptor) }
  }
}

extension SpawnError {
  /// Why a program can't be started.
  func sentence(_ command: ProgramCommand) -> String {
    let start = "'\(command.program)' can't be started"
    switch error {
    case Self.notFound:
      return "\(start): there is no such file; perhaps the interpreter that its first line names"
        + " is missing"
    case Self.noFormat:
      return
        "\(start): it is not a program for this machine; a script begins with a line '#!/bin/sh'"
    case Self.isBeingWritten: return "\(start): a process has it open for writing"
    case Self.noDescriptors: return "\(start): no descriptors are left"
    default: return "\(start): \(ProcessSystem.text(of: error))"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Starts a process, with our ends of its standard streams.

/// A program and our ends of its standard streams; reading and writing these never blocks.
struct ChildStreams: Sendable {
  let attendant: Attendant
  /// We write to it.
  let input: Int32
  /// We read from it.
  let output: Int32
  /// We read from it.
  let errors: Int32
}

extension ChildStreams {
  /// Starts the attendant that starts a program.
  ///
  /// - Parameters:
  ///   - file: The executable file, as `ProgramCommand.file` returns it.
  ///   - executable: The executable file of this program.
  static func start(
    _ command: ProgramCommand, file: String, environment: [String: String], executable: String?
  ) -> Result<ChildStreams, ChildProcessError> {
    guard let executable else {
      return .failure(
        ChildProcessError(
          "'\(command.program)' can't be started: the file of this program isn't known"))
    }
    var pipes: [(reading: Int32, writing: Int32)] = []
    let pairs =
      [ProcessSystem.makePipe, ProcessSystem.makePipe, ProcessSystem.makePipe]
      + [ProcessSystem.makeConversation]
    for make in pairs {
      guard let pipe = make() else {
        for pipe in pipes { close([pipe.reading, pipe.writing]) }
        return .failure(
          ChildProcessError("'\(command.program)' can't be started: no descriptors are left"))
      }
      pipes.append(pipe)
    }
    let (input, output, errors, control) = (pipes[0], pipes[1], pipes[2], pipes[3])
    let result = ProcessSystem.spawn(
      executable, ["partner-attendant", AttendantProcess.word, file] + command.words,
      environment: environment, folder: command.folder, input: input.reading,
      output: output.writing, errors: errors.writing, control: control.reading)
    close([input.reading, output.writing, errors.writing, control.reading])
    let ours = [input.writing, output.reading, errors.reading]
    switch result {
    case .success(let process):
      for descriptor in ours { ProcessSystem.makeNonBlocking(descriptor) }
      return .success(
        ChildStreams(
          attendant: Attendant(process: process, control: control.writing), input: ours[0],
          output: ours[1], errors: ours[2]))
    case .failure(let failure):
      close(ours + [control.writing])
      return .failure(ChildProcessError(sentence(failure, command)))
    }
  }

  /// Why the program can't be started; nil once it runs. Blocks until that is known.
  func startError(of command: ProgramCommand) -> ChildProcessError? {
    switch attendant.waitForStart() {
    case .started?: nil
    case .failed(let error)?:
      ChildProcessError(Self.sentence(SpawnFailure(error: error), command))
    case .ended?, nil:
      ChildProcessError(
        "'\(command.program)' can't be started: the process that starts it has ended or hangs")
    }
  }

  private static func close(_ descriptors: [Int32]) {
    for descriptor in descriptors { ProcessSystem.closeDescriptor(descriptor) }
  }

  private static func sentence(_ failure: SpawnFailure, _ command: ProgramCommand) -> String {
    let start = "'\(command.program)' can't be started"
    switch failure.error {
    case SpawnFailure.notFound:
      return "\(start): there is no such file; perhaps the interpreter that its first line names"
        + " is missing"
    case SpawnFailure.noFormat:
      return
        "\(start): it is not a program for this machine; a script begins with a line '#!/bin/sh'"
    case SpawnFailure.isBeingWritten:
      return "\(start): a process has it open for writing"
    default: return "\(start): \(ProcessSystem.text(of: failure.error))"
    }
  }
}

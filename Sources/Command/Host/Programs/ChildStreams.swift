// SPDX-License-Identifier: Apache-2.0
// Starts a process, with our ends of its standard streams.

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
  ) -> Result<ChildStreams, SpawnFailure> {
    var pipes: [(reading: Int32, writing: Int32)] = []
    for _ in 0..<3 {
      guard let pipe = ProcessSystem.makePipe() else {
        for pipe in pipes { close([pipe.reading, pipe.writing]) }
        return .failure(SpawnFailure(error: SpawnFailure.noDescriptors))
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

extension SpawnFailure {
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

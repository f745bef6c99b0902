// SPDX-License-Identifier: Apache-2.0
// A folder of scripts and files for one test.

import Foundation

/// A folder of scripts and files that is removed with this value.
package final class ProgramFolder {
  package let path: String

  package init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "sso-conformance-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension ProgramFolder {
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// - Returns: The file's path.
  @discardableResult
  package func write(_ text: String, to name: String, permissions: Int = 0o644) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: file(name))
    return file(name)
  }

  /// Writes a shell script that can be executed.
  @discardableResult
  package func script(_ body: String, as name: String) throws -> String {
    try write("#!/bin/sh\n\(body)\n", to: name, permissions: 0o755)
  }

  /// The text of a file; empty where there is none.
  package func text(of name: String) -> String {
    (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
  }

  /// The numbers that a file has, one on a line: of processes that scripts have noted.
  package func numbers(in name: String) -> [Int32] {
    text(of: name).split(whereSeparator: \.isNewline).compactMap { Int32($0) }
  }
}

/// Whether a process is there; one that has ended and was not reaped is not.
package func isRunning(_ process: Int32) -> Bool {
  kill(process, 0) == 0 && !(processRow(process)?.state.hasPrefix("Z") ?? false)
}

/// Those of the processes that stay, which those that have just been killed don't.
package func staying(_ processes: [Int32]) -> [Int32] {
  let deadline = ContinuousClock.now + .seconds(5)
  var left = processes.filter(isRunning)
  while !left.isEmpty, ContinuousClock.now < deadline {
    usleep(1000)
    left = left.filter(isRunning)
  }
  return left
}

/// The processes of a group, on systems that list them in `/proc`.
package func members(ofGroup group: Int32) -> [Int32] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return names.compactMap { Int32($0) }.filter { processRow($0)?.group == group }
}

/// What `/proc` has on a process.
private func processRow(_ process: Int32) -> (state: Substring, group: Int32?)? {
  // The name of the program, in parentheses, may hold anything.
  guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
    let fields = line.split(separator: ")").last?.split(separator: " "), fields.count > 2
  else { return nil }
  return (fields[0], Int32(fields[2]))
}

// SPDX-License-Identifier: Apache-2.0
// The processes of this machine, as `/proc` lists them; where there is none, there are none.

import Foundation

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

/// The processes of a group.
package func members(ofGroup group: Int32) -> [Int32] {
  allProcesses().filter { processRow($0)?.group == group }
}

/// The processes that a process has started, those that they have started, and so on, as far as the
/// ones between are there.
package func descendants(of process: Int32) -> [Int32] {
  let rows = allProcesses().compactMap { number in processRow(number).map { (number, $0.parent) } }
  var found = [process]
  var index = 0
  while index < found.count {
    found += rows.filter { $0.1 == found[index] && !found.contains($0.0) }.map(\.0)
    index += 1
  }
  return Array(found.dropFirst())
}

/// Kills what runs in a folder, or below it: what a program of a test has left behind there.
func killProcesses(in folder: String) {
  var space = [CChar](repeating: 0, count: 4096)
  for process in allProcesses() {
    let count = readlink("/proc/\(process)/cwd", &space, space.count)
    guard count > 0 else { continue }
    let path = String(decoding: space[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    if path == folder || path.hasPrefix("\(folder)/") { kill(process, SIGKILL) }
  }
}

private func allProcesses() -> [Int32] {
  ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
}

/// What `/proc` has on a process.
private func processRow(_ process: Int32) -> (state: Substring, parent: Int32?, group: Int32?)? {
  // The name of the program, in parentheses, may hold anything.
  guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
    let fields = line.split(separator: ")").last?.split(separator: " "), fields.count > 2
  else { return nil }
  return (fields[0], Int32(fields[1]), Int32(fields[2]))
}

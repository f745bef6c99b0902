// SPDX-License-Identifier: Apache-2.0
// Tests of files and terminals: read within bounds, written aside, as wide as they are.

import Foundation
import Suites
import TestSupport
import Testing

@testable import Command

struct FileWritingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test func `writes pieces in their order, in place of what was there`() throws {
    let path = try folder.write("earlier", to: "report.md")
    try Files.write(to: path) { take in
      for piece in ["one ", "", "two ", String(repeating: "x", count: 1_000_000)] {
        take(Array(piece.utf8))
      }
      // Until it is whole, the earlier one is there.
      #expect((try? Files.read(path)) == Array("earlier".utf8))
    }
    let bytes = try Files.read(path)
    #expect(bytes.count == 1_000_008 && bytes.starts(with: "one two xx".utf8))
    #expect(try names == ["report.md"])
  }

  @Test(arguments: [
    ("absent/report.md", "it can't be written: no such file or directory"),
    ("folder", "it can't be written: is a directory"),
  ])
  func `says why a file can't be written, and leaves none`(name: String, message: String) throws {
    try folder.write("", to: "folder/file")
    #expect(throws: FileError(message)) {
      try Files.write(Array("text".utf8), to: folder.file(name))
    }
    #expect(try names == ["folder"])
  }

  @Test func `puts files in their places together, and not before all are written`() throws {
    try folder.write("earlier", to: "a")
    let files = try UnfinishedFiles(in: folder.path)
    let complete = try ["a", "b"].map { try files.write($0) { $0(Array("new".utf8)) } }
    #expect(try Files.read("\(folder.path)/a") == Array("earlier".utf8))
    #expect(Files.kind("\(folder.path)/b") == nil)
    for file in complete { try files.place(file) }
    #expect(try Files.read("\(folder.path)/a") == Array("new".utf8))
    #expect(try Files.read("\(folder.path)/b") == Array("new".utf8))
  }

  @Test func `adds to the end of a file, and makes one where there is none`() throws {
    let path = "\(folder.path)/summary.md"
    var counts: [Int] = []
    func add(_ text: String?) throws -> Bool {
      try Files.append(to: path) { count in
        counts.append(count)
        return text.map { Array($0.utf8) }
      }
    }
    #expect(try add("one\n"))
    #expect(try !add(nil))
    #expect(try add("two\n"))
    #expect(counts == [0, 4, 4])
    #expect(try Files.read(path) == Array("one\ntwo\n".utf8))
  }

  @Test(arguments: [
    ("/dev/null", "it is not a file"), ("pipe", "it is not a file"),
    ("folder", "it can't be written: is a directory"),
    ("absent/summary.md", "it can't be written: no such file or directory"),
  ])
  func `adds to nothing but a file`(name: String, message: String) throws {
    try folder.write("", to: "folder/file")
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    let path = name.hasPrefix("/") ? name : "\(folder.path)/\(name)"
    #expect(throws: FileError(message)) {
      try Files.append(to: path) { _ in Array("text".utf8) }
    }
    // Somebody reads from the pipe.
    guard name == "pipe" else { return }
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(throws: FileError(message)) {
      try Files.append(to: path) { _ in Array("text".utf8) }
    }
  }

  @Test func `lets only the owner read a private file, whoever could before`() throws {
    let path = try folder.write("earlier", to: "recording.json", permissions: 0o666)
    try Files.write(to: path, isPrivate: true) { take in
      // Nobody else can read it while it is written either.
      let aside = (try? names.first { $0.hasSuffix(".part") }) ?? ""
      #expect(folder.permissions(of: aside) == 0o700)
      take(Array("secret".utf8))
    }
    #expect(folder.permissions(of: "recording.json") == 0o600)
    #expect(try Files.read(path) == Array("secret".utf8))
  }

  @Test func `lets all read another file who may read what this user makes`() throws {
    let path = try folder.write("earlier", to: "report.md", permissions: 0o600)
    try Files.write(Array("new".utf8), to: path)
    close(open("\(folder.path)/own", O_WRONLY | O_CREAT, 0o666))
    #expect(folder.permissions(of: "report.md") == folder.permissions(of: "own"))
  }

  @Test func `sweeps what a killed process has left, and nothing else`() throws {
    let left = ".sso-conformance-0123456789abcdef.part"
    try folder.write("half", to: "\(left)/0")
    let others = [
      "report.md.part", "junit.xml.12345.part", ".sso-conformance-0123.part",
      ".sso-conformance-0123456789abcdeF.part", ".sso-conformance-0123456789abcdef0.part/0",
      ".sso-conformance-0123456789abcdef.parts/0", ".sso-conformances0123456789abcdef.part/0",
      ".sso-conformance-1123456789abcdef.part",
    ]
    // The last is a file, and no run makes one of that name.
    for name in others { try folder.write("kept", to: name) }
    try folder.write("kept", to: ".sso-conformance-2123456789abcdef.part/notes.txt")
    let running = try UnfinishedFiles(in: folder.path)
    let report = try running.write("report.md") { $0(Array("whole".utf8)) }
    #expect(try Files.prepareFolder(folder.path))
    try running.place(report)
    #expect(try Files.read("\(folder.path)/report.md") == Array("whole".utf8))
    #expect(Files.kind("\(folder.path)/\(left)") == nil)
    for name in others { #expect(Files.kind("\(folder.path)/\(name)") == .file, "\(name)") }
    #expect(Files.kind("\(folder.path)/.sso-conformance-2123456789abcdef.part/notes.txt") == .file)
  }

  @Test(arguments: [
    ("", "it is empty, and has to name a folder"), ("file", "it is a file, not a folder"),
    ("file/Reports/", "'FOLDER/file' is a file, not a folder"),
    ("lost", "it is a link, and there is nothing where it leads to"),
    ("lost/Reports", "'FOLDER/lost' is a link, and there is nothing where it leads to"),
    ("circle/Reports", "'FOLDER/circle' is a link, and too many levels of symbolic links"),
    (String(repeating: "x", count: 256), "it can't be made: file name too long"),
    ("/proc/no-such-folder", "it can't be made: no such file or directory"),
  ])
  func `says what keeps a folder from being used`(name: String, message: String) throws {
    try folder.write("", to: "file")
    for (link, destination) in [("lost", "nowhere"), ("circle", "circle")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(link)", withDestinationPath: destination)
    }
    let path = name.isEmpty || name.hasPrefix("/") ? name : "\(folder.path)/\(name)"
    #expect(throws: FileError(message.replacing("FOLDER", with: folder.path))) {
      try Files.prepareFolder(path)
    }
  }

  @Test(arguments: ["new", "new/inner/", "link/inner"])
  func `makes a folder with those above it, also behind a link`(name: String) throws {
    try folder.write("", to: "there/file")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "there")
    for _ in 1...2 { try Files.prepareFolder("\(folder.path)/\(name)") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(name)") == [])
  }
}

struct ReportPlaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The arguments of a run that sends nothing, with its reports in the folder.
  private func run() throws -> CommandLine {
    let suite = try folder.write(
      "suite: S\nscenarios: [{scenario: A, steps: [{step: B, request: {GET: /}, expect: {status: 200}}]}]",
      to: "s.yaml")
    return CommandLine(["run", suite, "--reports", "\(folder.path)/r"])
  }

  @Test func `says where another run is going to write`() throws {
    let warning = "warning: another run is going to write its reports to '\(folder.path)/r'"
    #expect(!(try run()).errors.contains(warning))
    let other = try UnfinishedFiles(in: "\(folder.path)/r")
    let second = try run()
    #expect(second.errors.contains(warning), "\(second.errors)")
    withExtendedLifetime(other) {}
  }

  @Test(arguments: ["junit.xml", "report.md", "report.html", "report.json"])
  func `says before a run that a folder is in the place of a report`(name: String) throws {
    try folder.write("", to: "r/\(name)/file")
    let run = try run()
    #expect(run.status == .invalidInput && run.errors.contains("'\(name)' in it is a folder"))
  }

  @Test func `has the folder for itself while reports are placed there`() throws {
    let lock = try #require(try Files.lock(folder.path, patience: .zero))
    let other = open(folder.path, O_RDONLY)
    #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
    Files.unlock(lock)
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    close(other)
  }

  @Test(.waits) func `says who holds the lock of a folder for too long`() throws {
    let script =
      "import fcntl, os, sys, time; f = os.open(sys.argv[1], os.O_RDONLY); "
      + "fcntl.flock(f, fcntl.LOCK_EX); print('locked', flush=True); sys.stdin.read()"
    let (holder, input, output) = (Process(), Pipe(), Pipe())
    holder.executableURL = URL(filePath: "/usr/bin/env")
    holder.arguments = ["python3", "-c", script, folder.path]
    (holder.standardInput, holder.standardOutput) = (input, output)
    try holder.run()
    // The process has the lock once it says so.
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    #expect {
      _ = try Files.lock(folder.path, patience: .milliseconds(60))
    } throws: { error in
      guard let error = error as? FolderLockedError else { return false }
      return error.holder == nil || error.holder == Int(holder.processIdentifier)
    }
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
    let lock = try #require(try Files.lock(folder.path, patience: .zero))
    Files.unlock(lock)
  }

  @Test func `makes the next folder that is free beside another`() throws {
    try folder.write("", to: "Reports/file")
    let paths = try ["Reports", "Reports/"].map { try Files.makeFolder(beside: folder.file($0)) }
    #expect(paths == ["Reports-2", "Reports-3"].map { folder.file($0) })
  }

  @Test func `leaves nothing unfinished where the process ends at once`() throws {
    let files = try UnfinishedFiles(in: folder.path)
    try withExtendedLifetime(files) {
      _ = try files.write("a") { $0([1]) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
      UnfinishedFiles.removeAll(in: folder.path)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }
}

struct FileReadingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func message(_ path: String, limit: Int = 100) -> String {
    do throws(FileError) {
      return "\(try Files.read(path, limit: limit, patience: 0).count) bytes"
    } catch {
      return error.message
    }
  }

  @Test func `reads as many bytes as the limit allows, and says where there are more`() throws {
    let path = try folder.write(String(repeating: "x", count: 100), to: "file")
    #expect(message(path) == "100 bytes")
    #expect(message(path, limit: 99) == "it has more than 99 bytes, which is the limit")
  }

  @Test(arguments: [("", "it is a folder"), ("/absent", "there is no such file or folder")])
  func `says what can't be read`(name: String, expected: String) {
    #expect(message("\(folder.path)\(name)") == expected)
  }

  /// Of a pipe that its writer keeps open.
  @Test(arguments: [
    (101, "it has more than 100 bytes, which is the limit"),
    (100, "it is not a file but a pipe or a device, and nothing came from it in 0 s"),
  ])
  func `stops at the limit where there is no end`(count: Int, expected: String) {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let bytes = [UInt8](repeating: 0x78, count: count)
    #expect(write(ends[1], bytes, count) == count)
    #expect(message("/dev/fd/\(ends[0])") == expected)
  }

  @Test func `reads no more of a device than a person writes`() {
    let expected = "it has more than \(Files.limitBytes) bytes, which is the limit"
    #expect(message("/dev/zero", limit: 1 << 30) == expected)
  }

  @Test func `does not wait for a pipe that nobody writes to`() throws {
    let path = "\(folder.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(
      message(path) == "it is not a file but a pipe or a device, and nothing came from it in 0 s")
  }

  @Test func `reads a pipe, such as that of a shell's <(command)`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    #expect(write(ends[1], "abc", 3) == 3)
    close(ends[1])
    defer { close(ends[0]) }
    #expect(try Files.read("/dev/fd/\(ends[0])", limit: 100) == Array("abc".utf8))
  }

  @Test func `opens a file to read parts of it, and nothing else`() throws {
    let file = try #require(OpenFile(try folder.write("abcdef", to: "file")))
    #expect(file.count == 6 && file.read(2, 4) == Array("cdef".utf8))
    #expect(file.read(2, 5) == nil && file.read(6, 0) == [])
    let path = "\(folder.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    for other in [path, folder.path, "/dev/null", "\(folder.path)/absent"] {
      #expect(OpenFile(other) == nil, "\(other)")
    }
  }

  @Test func `tells files from folders, links and what is neither`() throws {
    let file = try folder.write("", to: "file")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "file")
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    #expect(Files.kind(file) == .file && Files.kind(folder.path) == .folder)
    #expect(Files.kind("\(folder.path)/link") == .link)
    #expect(Files.kind("\(folder.path)/pipe") == .other)
    #expect(Files.kind("\(folder.path)/absent") == nil)
    #expect(try Files.list(folder.path).sorted() == ["file", "link", "pipe"])
    let error = #expect(throws: FileError.self) { try Files.list("\(folder.path)/absent") }
    #expect(error?.message == "there is no such file or folder")
    for name in ["file", "link", "pipe", "absent"] { Files.remove("\(folder.path)/\(name)") }
    #expect(try Files.list(folder.path) == [])
  }

  @Test(arguments: [0, 1, 7, 8, 9, 32])
  func `makes as many random bytes as are asked for`(count: Int) {
    #expect(Machine.randomBytes(count).count == count)
    #expect(count < 7 || Machine.randomBytes(count) != Machine.randomBytes(count))
  }
}

struct TerminalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What is read of so many bytes that stand at standard input. A file gives them: a program that
  /// another test starts meanwhile and that takes it over waits for nothing.
  private func input(of count: Int, limit: Int) throws -> [UInt8]? {
    let path = try folder.write(String(repeating: "x", count: count), to: "input")
    let file = open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    let former = fcntl(0, F_DUPFD_CLOEXEC, 3)
    dup2(file, 0)
    close(file)
    defer {
      if former >= 0 { dup2(former, 0) } else { close(0) }
      if former >= 0 { close(former) }
    }
    return Terminal.readInput(limit: limit)
  }

  /// One after the other: there is one standard input. The last are of more than one piece.
  @Test func `reads standard input to its end, up to the limit and no more`() throws {
    for (count, limit, isRead) in [
      (0, 0, true), (0, 100, true), (1, 0, false), (99, 100, true), (100, 100, true),
      (101, 100, false), (65536, 65536, true), (65537, 65536, false), (200_000, 200_000, true),
      (200_000, 199_999, false),
    ] {
      #expect(
        try input(of: count, limit: limit)
          == (isRead ? [UInt8](repeating: UInt8(ascii: "x"), count: count) : nil),
        "\(count) bytes, limit \(limit)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Reads one file and prints what is in it.

import Formats
import Suites
import Text

/// Reads one file and prints what is in it.
struct Inspection {
  /// How much of standard input is read.
  private static let inputLimitBytes = 256 * 1024 * 1024

  private let console: Console

  init(_ console: Console) { self.console = console }

  func printDocuments(of path: String) throws(UsageError) -> ExitStatus {
    let file = try source(path)
    do {
      var output: [UInt8] = []
      for document in try YAMLParser.documents(of: file) {
        document.root.appendJSON(to: &output)
        output.append(0x0A)
      }
      console.output(Printed(json: String(decoding: output, as: UTF8.self)))
      return .success
    } catch {
      return refuse(error.description, file, at: error.position, length: error.length)
    }
  }

  func printNodes(
    _ query: String, in path: String, asPaths: Bool
  ) throws(UsageError) -> ExitStatus {
    let written = SourceFile(name: "query", text: query)
    let compiled: JSONPath
    do {
      compiled = try JSONPath(query)
    } catch {
      return refuse(error, written)
    }
    for warning in compiled.warnings {
      remark(.warning, "\(warning)", written, at: written.position(at: warning.offset))
    }
    let file = try source(path)
    let document: JSONDocument
    do {
      document = try JSONParser.document(file.bytes)
    } catch {
      return refuse(error.description, file, at: file.position(at: error.offset))
    }
    for duplicate in document.duplicates {
      remark(
        .warning, "the name '\(duplicate.name)' is repeated; queries see only the first", file,
        at: file.position(at: duplicate.offset))
    }
    do {
      var output: [UInt8] = Array("[".utf8)
      for (index, node) in try compiled.nodes(in: document.root).enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        if asPaths {
          JSONWriter.append(node.normalizedPath, to: &output)
        } else {
          output += JSONWriter.bytes(node.value)
        }
      }
      output += "]\n".utf8
      console.output(Printed(json: String(decoding: output, as: UTF8.self)))
      return .success
    } catch {
      return refuse(error, written)
    }
  }

  private func source(_ path: String) throws(UsageError) -> SourceFile {
    if path == "-" {
      guard let bytes = console.input(Self.inputLimitBytes) else {
        throw UsageError("standard input has more than \(Self.inputLimitBytes) bytes")
      }
      return SourceFile(name: path, bytes: bytes)
    }
    return try UsageError.naming("'\(path)'") { () throws(FileError) in
      SourceFile(name: path, bytes: try Files.read(path))
    }
  }

  private func refuse(_ error: JSONPathError, _ query: SourceFile) -> ExitStatus {
    refuse(error.description, query, at: query.position(at: error.offset))
  }

  private func refuse(
    _ message: String, _ file: SourceFile, at position: Position, length: Int = 1
  ) -> ExitStatus {
    remark(.error, message, file, at: position, length: length)
    return .invalidInput
  }

  private func remark(
    _ severity: Diagnostic.Severity, _ message: String, _ file: SourceFile,
    at position: Position, length: Int = 1
  ) {
    let remark = Diagnostic(severity, message, file: file.name, at: position, length: length)
    console.error(remark.printed(in: file))
  }
}

extension YAMLNode {
  /// Appends the value of the node as JSON in one line. A number that JSON does not have, such as
  /// `.inf`, becomes a string. The recursion is safe: the parser limits how deep nodes are nested.
  fileprivate func appendJSON(to output: inout [UInt8]) {
    if let tag {
      output += "{".utf8
      JSONWriter.append("!\(tag.name)", to: &output)
      output += ":".utf8
    }
    switch content {
    case .scalar(let scalar):
      switch scalar.coreValue {
      case .null: output += "null".utf8
      case .boolean(let value): output += (value ? "true" : "false").utf8
      case .integer(let literal), .float(let literal): output += literal.utf8
      case .nonFinite(let text), .string(let text): JSONWriter.append(text, to: &output)
      }
    case .sequence(let items):
      output.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        item.appendJSON(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .mapping(let entries):
      output.append(UInt8(ascii: "{"))
      for (index, entry) in entries.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        if case .scalar(let key) = entry.key.content { JSONWriter.append(key.text, to: &output) }
        output.append(UInt8(ascii: ":"))
        entry.value.appendJSON(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
    if tag != nil { output += "}".utf8 }
  }
}

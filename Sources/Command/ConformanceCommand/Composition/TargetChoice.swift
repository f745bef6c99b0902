// SPDX-License-Identifier: Apache-2.0
// Reads --target and --set; starts the reference service if it is the target.

import Documents
import Encodings
import HTTPMessages
import HTTPTransport
import Host
import JSON
import ReferenceService
import SourceText
import SuiteModel
import YAML

/// The target of a run. The reference service is started when it is chosen.
struct TargetChoice {
  var profile: Profile
  /// The server of the reference service; nil for another target. Stop it after the run.
  let server: HTTPServer?
  /// The folder of the profile's file. Paths in the profile are relative to it; nil where the
  /// profile is not a file.
  let folder: String?

  static let reference = "reference"
}

extension TargetChoice {
  /// Reads `--target` and `--set`.
  ///
  /// - Throws: `UsageError`; for a profile it lists all mistakes.
  init(
    _ arguments: Arguments, _ console: Console, facts declared: FactTable
  ) throws(UsageError) {
    let target = arguments.value("target") ?? Self.reference
    if target == Self.reference {
      self = try Self.embedded(declared)
    } else if target.contains("://") {
      do {
        profile = Profile(name: target, baseURL: try BaseURL(target), declared: declared)
      } catch {
        throw UsageError("--target: \(error.description)")
      }
      server = nil
      folder = nil
    } else {
      profile = try Self.read(target, declared, console)
      server = nil
      folder = ProfilePath.folder(of: target)
    }
    for assignment in arguments.all("set") { try set(assignment) }
  }

  private static func embedded(_ declared: FactTable) throws(UsageError) -> TargetChoice {
    let service = ReferenceService(
      now: { Timestamp(milliseconds: Machine.milliseconds) }, randomBytes: Machine.randomBytes)
    let server = HTTPServer { service.answer($0.request, from: $0.peer) }
    do {
      let port = try server.start()
      var profile = Profile(
        name: reference, baseURL: try BaseURL("http://127.0.0.1:\(port)"), declared: declared)
      for fact in service.facts.members { profile.facts[fact.name] = fact.value }
      return TargetChoice(profile: profile, server: server, folder: nil)
    } catch let error as TransportError {
      throw UsageError("the reference service could not be started: \(error.description)")
    } catch {
      throw UsageError("the reference service could not be started: \(error)")
    }
  }

  private static func read(
    _ path: String, _ declared: FactTable, _ console: Console
  ) throws(UsageError) -> Profile {
    let file: SourceFile
    do {
      file = SourceFile(name: path, bytes: try Files.read(path))
    } catch {
      throw UsageError(
        "--target '\(path)': \(error.message); write 'reference', a URL or the file of a profile")
    }
    var diagnostics: [Diagnostic] = []
    do {
      let documents = try YAMLParser.documents(of: file)
      if let root = documents.first?.root, documents.count == 1 {
        var nodes = NodeReader(file: file.name)
        let profile = ProfileReader(facts: declared, environment: console.environment).profile(
          root, &nodes)
        diagnostics = nodes.diagnostics
        if let profile, diagnostics.isEmpty { return profile }
      } else {
        throw UsageError("\(path): a profile is a file with one YAML document")
      }
    } catch let error as YAMLError {
      diagnostics = [
        Diagnostic(
          .error, error.description, file: path, at: error.position, length: error.length)
      ]
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("\(path): \(error)")
    }
    let collection = SuiteCollection(
      suites: [], fragments: [:], catalogues: [:], facts: declared,
      diagnostics: diagnostics.sorted(),
      files: [path: file])
    throw UsageError("the target's profile has mistakes\n\(collection.report(withWarnings: true))")
  }

  /// Sets a fact from `name=value`; the value is YAML in flow style.
  private mutating func set(_ assignment: String) throws(UsageError) {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Names.isName(String(parts[0])) else {
      throw UsageError("--set takes name=value, not '\(assignment)'")
    }
    let name = String(parts[0])
    let file = SourceFile(name: "--set \(name)", text: String(parts[1]))
    do {
      guard let root = try YAMLParser.documents(of: file).first?.root else { return }
      var nodes = NodeReader(file: file.name)
      guard let value = ProfileReader(facts: FactTable()).plainValue(root, &nodes) else {
        throw UsageError("--set \(name): \(nodes.diagnostics.first?.message ?? "no value")")
      }
      profile.facts[name] = value
    } catch let error as YAMLError {
      throw UsageError("--set \(name): \(error.description)")
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("--set \(name): \(error)")
    }
  }
}

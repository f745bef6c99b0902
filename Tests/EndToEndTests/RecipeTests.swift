// SPDX-License-Identifier: Apache-2.0
// The recipes of CI systems in the manual, followed step by step.

import Formats
import Foundation
import HTTP
import Record
import TestSupport
import Testing

@Suite(.waits) struct RecipeTests {
  /// Where a recipe runs: `staging.yaml` names a service, and there are eight scenarios, one of which
  /// is not met.
  private let folder: TemporaryFolder
  private let service: AlteringServer

  init() throws {
    folder = try TemporaryFolder()
    service = try AlteringServer()
    let scenarios = (1...8).map { number in
      """
        - scenario: Question \(number)
          steps:
            - step: Ask
              request: {GET: /absent}
              expect: {status: \(number == 5 ? 200 : 404)}
      """
    }
    try folder.write(
      "suite: Questions\nscenarios:\n\(scenarios.joined(separator: "\n"))\n",
      to: "Suites/questions.yaml")
    let shipped = URL(filePath: Product.suites)
    for name in ["facts.yaml", "cookbooks"] {
      try FileManager.default.copyItem(
        at: shipped.appending(path: name), to: folder.url.appending(path: "Suites/\(name)"))
    }
    let profile = try Recipe.text("staging.yaml")
      .replacing("base-url: https://api.example.com", with: "base-url: \(service.url)")
      .replacing(/rate: .*/, with: "")
    try folder.write(profile, to: "staging.yaml")
    try folder.write(profile, to: ".ci/recipes/staging.yaml")
    for home in ["bin", "home/.cache/sso-conformance"] {
      let programs = folder.url.appending(path: home)
      try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: programs.appending(path: "sso-conformance"), withDestinationURL: Product.executable)
    }
  }

  /// Runs a text in a shell that ends at the first command that fails, as CI systems do.
  private func shell(
    _ script: String, _ shell: String = "/bin/sh", environment: [String: String] = [:]
  ) throws -> Finished {
    var all = [
      "PATH": "\(folder.path)/bin:/usr/bin:/bin", "HOME": "\(folder.path)/home",
      "SSO_SOFTWARE_STATEMENT": "statement-of-the-test",
    ]
    all.merge(environment) { $1 }
    return try RunningProduct(shell, ["-e", "-c", script], in: folder, environment: all).wait()
  }

  /// That the certificate is that of all parts, and the JUnit file where the CI looks for it.
  private func checkCertificate(_ merged: Finished, in reports: String) throws {
    #expect(merged.status == 1, "\(merged)")
    #expect(merged.output.contains("1 of 8 scenarios failed"), "\(merged)")
    let record = try RunRecord(JSONParser.document(folder.bytes("\(reports)/report.json")).root)
    #expect(record.suites.map(\.scenarios.count).reduce(0, +) == 8)
    #expect(try folder.bytes("\(reports)/junit.xml").count > 1000)
    #expect(try folder.bytes("\(reports)/report.md").count > 1000)
  }

  /// That one part of all isn't conformant.
  private func checkParts(_ parts: [Finished]) throws {
    try #require(parts.map(\.status).sorted() == [0, 0, 0, 1], "\(parts)")
  }

  @Test func `GitHub Actions`() throws {
    let action = try #require(
      try Recipe.documents(".github/actions/sso-conformance/action.yml").first)
    let workflow = try #require(try Recipe.documents(".ci/recipes/github-actions.yml").first)
    let step = try #require(action["runs"]?["steps"]?.array?.last { $0["run"] != nil })
    let script = try #require(step["run"]?.string)

    /// Runs the action with the inputs that a job gives it.
    func use(_ job: String, part: Int? = nil) throws -> Finished {
      let use = try #require(
        workflow["jobs"]?[job]?["steps"]?.array?.first {
          $0["uses"]?.string?.contains("sso-conformance") == true
        })
      #expect(use["uses"] == "./.github/actions/sso-conformance")
      let given = Recipe.texts(use["with"])
      let usual = Recipe.texts(action["inputs"]) { $0["default"]?.string }
      #expect(!given.isEmpty && Set(given.keys).isSubset(of: usual.keys))
      let inputs = usual.merging(given) { $1 }
      let variables = Recipe.texts(step["env"]).mapValues { value in
        inputs.reduce(value) { text, input in
          text.replacing("${{ inputs.\(input.key) }}", with: input.value)
        }.replacing("${{ matrix.part }}", with: part.map { "\($0)" } ?? "")
      }
      #expect(variables.values.allSatisfy { !$0.contains("${{") }, "\(variables)")
      return try shell(
        script, "/bin/bash",
        environment: variables.merging([
          "GITHUB_ACTION_PATH": SharedFolder.project.appending(
            path: ".github/actions/sso-conformance"
          ).path, "GITHUB_OUTPUT": "\(folder.path)/output",
        ]) { $1 })
    }
    // All eight scenarios are within its budget.
    #expect(try use("quick").status == 1)
    let matrix = workflow["jobs"]?["judge"]?["strategy"]?["matrix"]
    let parts = try #require(matrix?["part"]?.array).compactMap { $0.number?.integer }
    try checkParts(parts.map { try use("judge", part: $0) })
    #expect(try String(decoding: folder.bytes("output"), as: UTF8.self).contains("status=1\n"))
    // The artifact of a part is its folder of reports.
    for part in parts {
      try folder.write(
        String(decoding: folder.bytes("Reports/\(part)/report.json"), as: UTF8.self),
        to: "parts/part-\(part)/report.json")
    }
    try checkCertificate(try use("certify"), in: "Reports/whole")
  }

  @Test func `GitLab CI`() throws {
    let pipeline = try #require(try Recipe.documents(".ci/recipes/gitlab-ci.yml").first)
    func job(_ name: String) throws -> (script: String, job: JSONValue) {
      let job = try #require(pipeline["sso-conformance\(name)"])
      let script = try #require(job["script"]?.array).compactMap(\.string)
      return (script.joined(separator: "\n"), job)
    }
    let judge = try job("")
    let count = try #require(judge.job["parallel"]?.number?.integer)
    try checkParts(
      (1...count).map { index in
        try shell(
          judge.script,
          environment: ["CI_NODE_INDEX": "\(index)", "CI_NODE_TOTAL": "\(count)"])
      })
    #expect(judge.job["artifacts"]?["paths"] == ["parts/"])
    let quick = try shell(job("-quick").script)
    #expect(quick.status == 1, "\(quick)")
    #expect(quick.output.contains("--budget 5m proves "))
    let certify = try job("-certificate")
    try checkCertificate(try shell(certify.script), in: "Reports")
    #expect(certify.job["artifacts"]?["reports"]?["junit"] == "Reports/junit.xml")
  }

  @Test func `Jenkins`() throws {
    let text = try Recipe.text("Jenkinsfile")
    let commands = text.matches(of: /\bsh '([^']*)'/).map { String($0.1) }
    try #require(commands.count == 2)
    let values = try #require(text.firstMatch(of: /values ('.*')/)?.1)
    let parts = values.split(separator: ", ").map { $0.filter { $0 != "'" } }
    try checkParts(parts.map { try shell(commands[0], environment: ["PART": $0]) })
    try checkCertificate(try shell(commands[1]), in: "Reports")
    #expect(text.contains("testResults: 'Reports/junit.xml'"))
  }

  @Test func `Kubernetes`() throws {
    let manifests = try Recipe.documents(".ci/recipes/kubernetes.yaml")
    let jobs = manifests.filter { $0["kind"] == "Job" }
      .compactMap { $0["spec"]?["template"]?["spec"] }
    try #require(jobs.count == 2)
    let counts = manifests.compactMap { $0["spec"]?["completions"]?.number?.integer }
    let count = try #require(counts.first)
    func words(_ containers: JSONValue?) throws -> [String] {
      try #require(containers?.array?.first?["args"]?.array).compactMap(\.string)
    }

    /// The folders of the volumes are here.
    func placed(_ words: [String]) -> [String] {
      words.map { word in
        word.replacing("/reports/", with: "\(folder.path)/reports/")
          .replacing("/profile/", with: "\(folder.path)/")
      }
    }
    func start(_ words: [String], index: Int? = nil) throws -> Finished {
      let environment = index.map { ["JOB_COMPLETION_INDEX": "\($0)"] } ?? [:]
      let words = placed(words).map {
        $0.replacing("$(JOB_COMPLETION_INDEX)", with: environment["JOB_COMPLETION_INDEX"] ?? "")
      }
      return try RunningProduct(
        words, in: folder,
        environment: environment.merging(["SSO_SOFTWARE_STATEMENT": "statement"]) { $1 }
      ).wait()
    }
    try checkParts((0..<count).map { try start(words(jobs[0]["containers"]), index: $0) })
    let waited = try shell(try #require(placed(words(jobs[1]["initContainers"])).last))
    #expect(waited.status == 0, "\(waited)")
    try checkCertificate(try start(words(jobs[1]["containers"])), in: "reports/whole")
  }

  /// The image has the program and the suites where the program looks for them.
  @Test func `Dockerfile`() throws {
    let text = try Recipe.text("Dockerfile").replacing("\\\n", with: "")
    let readme = try String(
      contentsOf: SharedFolder.project.appending(path: "README.md"), encoding: .utf8)
    let build = "swift build -c release --static-swift-stdlib"
    #expect(text.contains("RUN \(build)") && readme.contains("\n\(build)"))
    for copy in text.matches(of: #/\nCOPY ([A-Z]\S*) /#) {
      let source = SharedFolder.project.appending(path: String(copy.1)).path
      #expect(FileManager.default.fileExists(atPath: source), "\(copy.0)")
    }
    let suites = try #require(text.firstMatch(of: /COPY Suites (\S+)/)?.1)
    let programs = try #require(text.firstMatch(of: /COPY --from=build \S+ (\S+)/)?.1)
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "image\(programs)"), withIntermediateDirectories: true)
    let program = folder.url.appending(path: "image\(programs)/sso-conformance")
    try FileManager.default.copyItem(at: Product.executable, to: program)
    try folder.write("suite: Shipped\nscenarios: []\n", to: "image\(suites)/shipped.yaml")
    try FileManager.default.removeItem(at: folder.url.appending(path: "Suites"))
    let listed = try RunningProduct(program.path, ["list"], in: folder, environment: [:]).wait()
    #expect("\(listed)".contains("shipped.yaml"), "\(listed)")
  }
}

/// A recipe of `.ci/recipes`.
enum Recipe {
  static let folder = SharedFolder.project.appending(path: ".ci/recipes")

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The documents of a YAML file.
  static func documents(_ path: String) throws -> [JSONValue] {
    let file = SharedFolder.project.appending(path: path)
    let read = Product.run(["inspect", "yaml", file.path])
    try #require(read.status == 0, "\(read.error)")
    return try read.output.split(separator: "\n").map { try JSONParser.document(String($0)).root }
  }

  /// The members of a map whose texts are wanted.
  static func texts(
    _ map: JSONValue?, _ text: (JSONValue) -> String? = \.string
  ) -> [String: String] {
    guard case .object(let object)? = map else { return [:] }
    return object.members.reduce(into: [:]) { $0[$1.name] = text($1.value) }
  }
}

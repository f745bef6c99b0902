// SPDX-License-Identifier: Apache-2.0
// The recipes of CI systems in the manual, followed step by step.

import Command
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
  /// The archive of a release; the program in it starts the one that is tested.
  private let archive: String
  /// The recipes name the version that they come with.
  private let version = ConformanceCommand.version

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
    let name = "sso-conformance-\(version)-linux-x86_64"
    archive = "file://\(folder.path)/releases/\(name).tar.gz"
    try folder.script(
      "exec '\(Product.executable.path)' \"$@\"", as: "releases/\(name)/bin/sso-conformance")
    let packed = try shell(
      """
      mkdir home
      cd releases
      tar -czf \(name).tar.gz \(name)
      sha256sum \(name).tar.gz > \(name).tar.gz.sha256
      mv \(name) ../home/release
      """, environment: ["PATH": "/usr/bin:/bin"])
    try #require(packed.status == 0, "\(packed)")
  }

  /// Runs a text in a shell that ends at the first command that fails, as CI systems do.
  private func shell(
    _ script: String, _ shell: String = "/bin/sh", environment: [String: String] = [:]
  ) throws -> Finished {
    var all = [
      "PATH": "/usr/bin:/bin", "HOME": "\(folder.path)/home",
      "SSO_SOFTWARE_STATEMENT": "statement-of-the-test", "SSO_CONFORMANCE_ARCHIVE": archive,
    ]
    all.merge(environment) { $1 }
    return try RunningProduct(shell, ["-e", "-c", script], in: folder, environment: all).wait()
  }

  /// That the certificate is that of all parts, and the JUnit file where the CI looks for it.
  private func checkCertificate(_ merged: Finished, in reports: String) throws {
    #expect(merged.status == 1, "\(merged)")
    #expect(merged.output.contains("1 of 8 scenarios failed"), "\(merged)")
    let record = try RunRecord(JSONParser.document(folder.bytes("\(reports)/report.json")).root)
    #expect(record.suites.flatMap(\.scenarios).count == 8)
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
    let steps = try #require(action["runs"]?["steps"]?.array)
    func step(_ id: String) throws -> JSONValue {
      try #require(steps.first { $0["id"]?.string == id })
    }

    /// Runs a step of the action, and returns its outputs.
    func perform(
      _ id: String, in path: String, _ variables: [String: String]
    ) throws -> (finished: Finished, outputs: [String: String]) {
      try folder.write("", to: "output")
      let finished = try shell(
        try #require(try step(id)["run"]?.string), "/bin/bash",
        environment: variables.merging([
          "GITHUB_ACTION_PATH": path, "GITHUB_OUTPUT": "\(folder.path)/output",
          "GITHUB_SERVER_URL": "https://github.com", "GITHUB_RUN_ID": "7",
          "RUNNER_TEMP": "\(folder.path)/temporary",
        ]) { $1 })
      let lines = try String(decoding: folder.bytes("output"), as: UTF8.self).split(separator: "\n")
      let pairs = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
      return (finished, pairs.reduce(into: [:]) { $0[$1[0]] = $1.count > 1 ? $1[1] : "" })
    }

    // A tag takes the archive of its release; the sources of a branch are built.
    let place = ".github/actions/sso-conformance"
    let tagged = "/__w/_actions/OWNER/sso-conformance/v\(version)/\(place)"
    let found = try perform("revision", in: tagged, ["ARCHIVE": ""])
    let release = "https://github.com/OWNER/sso-conformance/releases/download/v\(version)"
    #expect(
      try #require(found.outputs["archive"]).hasPrefix(
        "\(release)/sso-conformance-\(version)-linux-"), "\(found)")
    let own = SharedFolder.project.appending(path: place).path
    #expect(try perform("revision", in: tagged, ["ARCHIVE": archive]).outputs["archive"] == archive)
    let branch = try perform("revision", in: own, ["ARCHIVE": ""])
    #expect(branch.outputs["archive"] == "" && branch.outputs["digest"]?.count == 64, "\(branch)")
    // An archive with another digest is not unpacked.
    let wrong = try perform(
      "install", in: tagged, ["ARCHIVE": archive, "SHA256": String(repeating: "0", count: 64)])
    #expect(wrong.finished.status != 0 && wrong.outputs.isEmpty, "\(wrong)")
    let installed = try perform("install", in: tagged, ["ARCHIVE": archive, "SHA256": ""])
    let program = try #require(installed.outputs["program"], "\(installed)")

    /// Runs the action with the inputs that a job gives it.
    func use(_ job: String, part: Int? = nil) throws -> Finished {
      let use = try #require(
        workflow["jobs"]?[job]?["steps"]?.array?.first {
          $0["uses"]?.string?.contains("sso-conformance") == true
        })
      #expect(use["uses"]?.string == "OWNER/sso-conformance/\(place)@v\(version)")
      let given = Recipe.texts(use["with"])
      let usual = Recipe.texts(action["inputs"]) { $0["default"]?.string }
      #expect(!given.isEmpty && Set(given.keys).isSubset(of: usual.keys))
      let inputs = usual.merging(given) { $1 }
      let variables = Recipe.texts(try step("run")["env"]).mapValues { value in
        inputs.reduce(value) { text, input in
          text.replacing("${{ inputs.\(input.key) }}", with: input.value)
        }.replacing("${{ matrix.part }}", with: part.map { "\($0)" } ?? "")
          .replacing("${{ steps.install.outputs.program }}", with: program)
      }
      #expect(variables.values.allSatisfy { !$0.contains("${{") }, "\(variables)")
      let ran = try perform("run", in: tagged, variables)
      #expect(ran.outputs["status"] == "\(ran.finished.status)")
      return ran.finished
    }
    // All eight scenarios are within its budget.
    #expect(try use("quick").status == 1)
    let matrix = workflow["jobs"]?["judge"]?["strategy"]?["matrix"]
    let parts = try #require(matrix?["part"]?.array).compactMap { $0.number?.integer }
    try checkParts(parts.map { try use("judge", part: $0) })
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
      let before = try #require(pipeline[".sso-conformance"]?["before_script"]?.array)
      let script = (before + (job["script"]?.array ?? [])).compactMap(\.string)
      return (script.joined(separator: "\n"), job)
    }
    let judge = try job("")
    let count = try #require(judge.job["parallel"]?.number?.integer)
    try checkParts(
      (1...count).map { index in
        try shell(
          judge.script,
          environment: [
            "CI_NODE_INDEX": "\(index)", "CI_NODE_TOTAL": "\(count)", "CI_PIPELINE_ID": "7",
          ])
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
    let install = try #require(text.firstMatch(of: /\ndef install = '''([^']*)'''/)?.1)
    #expect(text.matches(of: /\bsh install\n/).count == 2)
    let commands = text.matches(of: /\bsh '([^']*)'/).map { "\(install)\($0.1)" }
    try #require(commands.count == 2)
    let values = try #require(text.firstMatch(of: /values ('.*')/)?.1)
    let parts = values.split(separator: ", ").map { $0.filter { $0 != "'" } }
    try checkParts(
      parts.map { try shell(commands[0], environment: ["PART": $0, "BUILD_TAG": "7"]) })
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
      let environment = index.map { ["JOB_COMPLETION_INDEX": "\($0)", "RUN_ID": "7"] } ?? [:]
      let words = placed(words).map {
        $0.replacing("$(JOB_COMPLETION_INDEX)", with: environment["JOB_COMPLETION_INDEX"] ?? "")
          .replacing("$(RUN_ID)", with: environment["RUN_ID"] ?? "")
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

  @Test func `Slurm`() throws {
    let text = try Recipe.text("slurm.sh")
    let range = try #require(text.firstMatch(of: /\n#SBATCH --array=([0-9]+)-([0-9]+)\n/))
    let (first, last) = (try #require(Int(range.1)), try #require(Int(range.2)))
    let path = ["PATH": "\(folder.path)/home/release/bin:/usr/bin:/bin"]
    try checkParts(
      (first...last).map { number in
        try shell(
          text, "/bin/bash",
          environment: [
            "SLURM_ARRAY_JOB_ID": "7", "SLURM_ARRAY_TASK_ID": "\(number)",
            "SLURM_ARRAY_TASK_MIN": "\(first)",
            "SLURM_ARRAY_TASK_COUNT": "\(last - first + 1)",
          ].merging(path) { $1 })
      })
    let merge = try #require(text.firstMatch(of: /--wrap '([^']*)'/)?.1)
    try checkCertificate(try shell(String(merge), environment: path), in: "Reports")
  }

  /// The image has the program in its path, and the suites where the program looks for them.
  @Test func `Dockerfile`() throws {
    let text = try Recipe.text("Dockerfile").replacing("\\\n", with: "")
    let script = try #require(text.firstMatch(of: /\nRUN (archive=.*)\n/)?.1)
    let image = "\(folder.path)/image"
    let home = try #require(text.firstMatch(of: /\nWORKDIR (\S+)\nRUN archive/)?.1)
    try FileManager.default.createDirectory(
      atPath: "\(image)/usr/local/bin", withIntermediateDirectories: true)
    let inImage = script.replacing("-o 65532 -g 65532 ", with: "")
      .replacing(#/ /(opt|usr|work)//#) { " \(image)/\($0.1)/" }
    let made = try shell(
      "mkdir -p \(image)\(home) && cd \(image)\(home) && \(inImage) && ls \(image)/work/Reports")
    #expect(made.status == 0, "\(made)")
    let listed = try shell("\(image)/usr/local/bin/sso-conformance list")
    #expect("\(listed)".contains("questions.yaml"), "\(listed)")
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

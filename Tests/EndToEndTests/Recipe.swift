// SPDX-License-Identifier: Apache-2.0
// The recipes for CI systems: what each of them runs, read from the files as they stand.

import Foundation
import TestSupport
import Testing

/// A recipe of `.ci/recipes`.
enum Recipe {
  static let folder = SharedFolder.project.appending(path: ".ci/recipes")

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The documents of a YAML file.
  static func documents<Value: Decodable>(
    _ path: String, as type: Value.Type = Value.self
  ) throws -> [Value] {
    let file = SharedFolder.project.appending(path: path)
    let read = Product.run(["inspect", "yaml", file.path])
    try #require(read.status == 0, "\(read.error)")
    return try read.output.split(separator: "\n").map {
      try JSONDecoder().decode(type, from: Data($0.utf8))
    }
  }
}

/// `.github/actions/sso-conformance/action.yml`
struct CompositeAction: Decodable {
  struct Input: Decodable {
    let `default`: String
  }
  struct Step: Decodable {
    let name: String
    let run: String?
    let env: [String: String]?
  }
  struct Runs: Decodable {
    let steps: [Step]
  }
  let inputs: [String: Input]
  let runs: Runs
}

/// `.ci/recipes/github-actions.yml`
struct Workflow: Decodable {
  struct Step: Decodable {
    let uses: String
    let with: [String: String]?
    let env: [String: String]?
  }
  struct Matrix: Decodable {
    let part: [Int]
  }
  struct Strategy: Decodable {
    let matrix: Matrix
  }
  struct Job: Decodable {
    let strategy: Strategy?
    let steps: [Step]
  }
  let jobs: [String: Job]
}

/// `.ci/recipes/gitlab-ci.yml`
struct Pipeline: Decodable {
  struct Reports: Decodable {
    let junit: String
  }
  struct Artifacts: Decodable {
    let paths: [String]
    let reports: Reports?
  }
  struct Job: Decodable {
    let parallel: Int?
    let script: [String]
    let artifacts: Artifacts
  }
  let judge: Job
  let certify: Job
  let quick: Job

  enum CodingKeys: String, CodingKey {
    case judge = "sso-conformance"
    case quick = "sso-conformance-quick"
    case certify = "sso-conformance-certificate"
  }
}

/// A document of `.ci/recipes/kubernetes.yaml`.
struct Manifest: Decodable {
  struct Container: Decodable {
    let command: [String]?
    let args: [String]
  }
  struct Pod: Decodable {
    let initContainers: [Container]?
    let containers: [Container]
  }
  struct Template: Decodable {
    let spec: Pod
  }
  struct Spec: Decodable {
    let completions: Int?
    let template: Template?
  }
  let kind: String
  let spec: Spec
}

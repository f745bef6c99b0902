// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What most of the harness works with.
let documents: [Target.Dependency] = [
  "SourceText", "JSON", "XML", "RegularExpressions", "Encodings",
]

/// The layering: each floor of `Sources/`, and each target on it with what that may import.
let floors: KeyValuePairs<String, KeyValuePairs<String, [Target.Dependency]>> = [
  "Wire": [
    "SourceText": [],
    "Encodings": [],
    "YAML": ["SourceText"],
    "RegularExpressions": ["SourceText"],
    "JSON": ["SourceText", "RegularExpressions"],
    "XML": ["SourceText"],
    "HTTPMessages": ["Encodings"],
    "HTTPTransport": ["HTTPMessages", "Encodings"],
  ],
  "Service": [
    "ReferenceService": ["HTTPMessages", "JSON", "XML", "Encodings"]
  ],
  "Harness": [
    "Documents": ["SourceText", "Encodings", "YAML"],
    "Findings": ["SourceText", "JSON"],
    "Catalogues": ["JSON"],
    "Expectations": documents + ["HTTPMessages", "Findings"],
    "SuiteModel": documents + [
      "YAML", "HTTPMessages", "Documents", "Catalogues", "Expectations", "PartnerFramework",
    ],
    "PartnerFramework": ["SourceText", "JSON", "XML", "Encodings"],
    "Results": ["SourceText", "HTTPMessages", "JSON", "Encodings", "Findings", "Catalogues"],
    "Redaction": ["Encodings", "JSON", "HTTPMessages", "SuiteModel", "Findings", "Results"],
    "Runner": documents + [
      "HTTPMessages", "HTTPTransport", "Findings", "Catalogues", "Expectations", "SuiteModel",
      "PartnerFramework", "Results", "Redaction",
    ],
    "Reporting": documents + ["HTTPMessages", "Findings", "Catalogues", "Results"],
  ],
  "Command": [
    "Host": ["PartnerFramework"],
    "ConformanceCommand": documents + [
      "YAML", "HTTPMessages", "HTTPTransport", "ReferenceService", "Documents", "Catalogues",
      "Expectations", "SuiteModel", "PartnerFramework", "Results", "Redaction", "Runner",
      "Reporting", "Host",
    ],
  ],
]

let layers = floors.flatMap { floor, targets in
  targets.map { name, dependencies in (floor: floor, name: name, dependencies: dependencies) }
}

/// The targets with tests of their own: `Tests/<Target>Tests`.
let tested = [
  "SourceText", "Encodings", "YAML", "RegularExpressions", "JSON", "XML", "HTTPMessages",
  "HTTPTransport", "ReferenceService", "Findings", "Catalogues", "Expectations",
  "SuiteModel", "PartnerFramework", "Results", "Redaction", "Runner", "Reporting", "Host",
  "ConformanceCommand",
]

/// Folders of tests that are read by them, not compiled.
let data = ["Reporting": ["Golden"], "ConformanceCommand": ["Golden"]]

let package = Package(
  name: "sso-conformance",
  platforms: [.macOS(.v15)],
  targets: layers.map { layer in
    .target(
      name: layer.name, dependencies: layer.dependencies,
      path: "Sources/\(layer.floor)/\(layer.name)", swiftSettings: strict)
  } + [
    .executableTarget(
      name: "sso-conformance", dependencies: ["ConformanceCommand", "Host"],
      path: "Sources/Command/sso-conformance", swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: ["HTTPMessages", "HTTPTransport", "Encodings", "JSON", "ReferenceService"],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "sso-conformance", "ConformanceCommand", "TestSupport", "HTTPMessages", "HTTPTransport",
        "Encodings", "JSON", "XML", "ReferenceService", "Findings", "Catalogues", "Results",
      ], swiftSettings: strict),
  ]
    + layers.filter { tested.contains($0.name) }.map { layer in
      .testTarget(
        name: "\(layer.name)Tests",
        dependencies: [.target(name: layer.name), "TestSupport"] + layer.dependencies,
        exclude: data[layer.name, default: []], swiftSettings: strict)
    }
)

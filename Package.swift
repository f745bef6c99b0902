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

/// What the tests spend most of their time in. It is optimized in debug builds, too.
let busy: Set = [
  "SourceText", "Encodings", "RegularExpressions", "JSON", "XML", "YAML", "HTTPMessages",
  "Redaction",
]
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The layering: each floor of `Sources/`, and each target on it with what it imports.
/// `StructureTests` compare both tables with the imports of the files.
let floors: KeyValuePairs<String, KeyValuePairs<String, [Target.Dependency]>> = [
  "Wire": [
    "SourceText": [],
    "Encodings": [],
    "RegularExpressions": ["SourceText"],
    "JSON": ["SourceText", "RegularExpressions"],
    "XML": ["SourceText"],
    "YAML": ["SourceText"],
    "HTTPMessages": ["Encodings"],
    "HTTPTransport": ["Encodings", "HTTPMessages"],
  ],
  "Service": [
    "ReferenceService": ["Encodings", "JSON", "XML", "HTTPMessages"],
    "Deviations": [
      "SourceText", "Encodings", "JSON", "YAML", "HTTPMessages", "Documents", "ReferenceService",
    ],
  ],
  "Harness": [
    "Findings": ["SourceText", "JSON", "XML"],
    "Documents": ["SourceText", "Encodings", "YAML"],
    "Catalogues": ["SourceText", "JSON", "Findings"],
    "Templates": [
      "SourceText", "Encodings", "RegularExpressions", "JSON", "XML", "YAML", "Documents",
    ],
    "Expectations": [
      "SourceText", "Encodings", "RegularExpressions", "JSON", "XML", "YAML", "HTTPMessages",
      "Findings", "Documents", "Templates",
    ],
    "PartnerFramework": ["SourceText", "Encodings", "JSON", "XML"],
    "SuiteModel": [
      "SourceText", "Encodings", "JSON", "YAML", "HTTPMessages", "Findings", "Documents",
      "Catalogues", "Templates", "Expectations", "PartnerFramework",
    ],
    "Results": [
      "SourceText", "Encodings", "JSON", "YAML", "HTTPMessages", "Findings", "Documents",
      "Catalogues",
    ],
    "Redaction": [
      "Encodings", "JSON", "HTTPMessages", "Findings", "Templates", "Results",
    ],
    "Runner": [
      "SourceText", "Encodings", "JSON", "HTTPMessages", "HTTPTransport", "Findings", "Catalogues",
      "Templates", "Expectations", "PartnerFramework", "SuiteModel", "Results", "Redaction",
    ],
    "Mutation": [
      "SourceText", "Encodings", "JSON", "XML", "YAML", "HTTPMessages", "HTTPTransport", "Findings",
      "Documents", "Catalogues", "Templates", "Expectations", "SuiteModel", "Results", "Runner",
    ],
    "Traffic": ["SourceText", "Encodings", "JSON", "HTTPMessages"],
    "Audit": [
      "SourceText", "Encodings", "RegularExpressions", "JSON", "XML", "YAML", "HTTPMessages",
      "HTTPTransport", "Findings",
      "Documents", "Catalogues", "Templates", "Expectations", "SuiteModel", "Results", "Redaction",
      "Traffic",
    ],
    "Reporting": [
      "SourceText", "Encodings", "JSON", "XML", "HTTPMessages", "Findings", "Catalogues",
      "Results",
    ],
  ],
  "Command": [
    "Host": ["SourceText", "HTTPTransport", "PartnerFramework"],
    "Trials": [
      "SourceText", "JSON", "HTTPMessages", "HTTPTransport", "Deviations", "Findings", "Catalogues",
      "SuiteModel", "Results", "Runner",
    ],
    "ConformanceCommand": [
      "SourceText", "Encodings", "JSON", "YAML", "HTTPMessages", "HTTPTransport",
      "ReferenceService", "Deviations", "Documents", "Catalogues", "Templates", "Expectations",
      "PartnerFramework", "SuiteModel", "Results", "Redaction", "Runner",
      "Mutation", "Traffic",
      "Reporting", "Host", "Trials", "Findings", "Audit",
    ],
    "sso-conformance": ["SourceText", "Host", "ConformanceCommand"],
  ],
]

/// The targets in `Tests/`, each with what it imports. `TestSupport` has no tests, but is built with
/// them only: the programs are linked without the testing library.
let tests: KeyValuePairs<String, [Target.Dependency]> = [
  "TestSupport": [
    "SourceText", "Encodings", "JSON", "HTTPMessages", "HTTPTransport", "ReferenceService",
    "Deviations",
  ],
  "SourceTextTests": ["SourceText"],
  "EncodingsTests": ["Encodings"],
  "RegularExpressionsTests": ["SourceText", "RegularExpressions", "TestSupport"],
  "JSONTests": ["SourceText", "RegularExpressions", "JSON", "TestSupport"],
  "XMLTests": ["SourceText", "XML"],
  "YAMLTests": ["SourceText", "YAML", "TestSupport"],
  "HTTPMessagesTests": ["Encodings", "HTTPMessages", "TestSupport"],
  "HTTPTransportTests": ["Encodings", "HTTPMessages", "HTTPTransport", "TestSupport"],
  "ReferenceServiceTests": [
    "Encodings", "JSON", "XML", "HTTPMessages", "ReferenceService", "TestSupport",
  ],
  "DeviationsTests": [
    "SourceText", "Encodings", "JSON", "HTTPMessages", "ReferenceService", "Deviations",
    "Catalogues", "TestSupport",
  ],
  "FindingsTests": ["SourceText", "JSON", "Findings", "TestSupport"],
  "DocumentsTests": ["SourceText", "YAML", "Documents"],
  "CataloguesTests": ["JSON", "Findings", "Catalogues"],
  "ExpectationsTests": [
    "SourceText", "Encodings", "JSON", "YAML", "HTTPMessages", "Findings", "Documents", "Templates",
    "Expectations", "TestSupport",
  ],
  "PartnerFrameworkTests": ["Encodings", "JSON", "XML", "PartnerFramework", "TestSupport"],
  "SuiteModelTests": [
    "SourceText", "Encodings", "JSON", "YAML", "HTTPMessages", "Findings", "Documents",
    "Catalogues", "Templates", "Expectations", "SuiteModel", "TestSupport",
  ],
  "ResultsTests": [
    "SourceText", "Encodings", "JSON", "HTTPMessages", "Findings", "Catalogues", "Results",
  ],
  "RedactionTests": [
    "SourceText", "Encodings", "JSON", "HTTPMessages", "Findings", "Results", "Redaction",
  ],
  "RunnerTests": [
    "SourceText", "Encodings", "JSON", "HTTPMessages", "HTTPTransport", "Findings", "Catalogues",
    "Templates", "Expectations", "PartnerFramework", "SuiteModel", "Results", "Redaction", "Runner",
    "TestSupport",
  ],
  "MutationTests": [
    "SourceText", "Encodings", "JSON", "XML", "HTTPMessages", "Templates", "Expectations",
    "SuiteModel", "Results", "Runner", "Mutation", "TestSupport",
  ],
  "AuditTests": [
    "SourceText", "Encodings", "JSON", "XML", "HTTPMessages", "Findings", "Catalogues",
    "SuiteModel", "Results", "Traffic", "Audit", "ReferenceService",
  ],
  "ReportingTests": [
    "SourceText", "Encodings", "JSON", "XML", "HTTPMessages", "Findings", "Catalogues", "Results",
    "Reporting", "TestSupport",
  ],
  "TrafficTests": ["Encodings", "JSON", "HTTPMessages", "Traffic"],
  "HostTests": ["PartnerFramework", "Host", "TestSupport"],
  "TrialsTests": [
    "SourceText", "Encodings", "JSON", "HTTPTransport", "Deviations", "PartnerFramework",
    "SuiteModel", "Results", "Runner", "Trials", "TestSupport",
  ],
  "ConformanceCommandTests": [
    "SourceText", "JSON", "HTTPMessages", "HTTPTransport", "Catalogues", "PartnerFramework",
    "SuiteModel", "Results", "Redaction", "Mutation", "Traffic", "Audit", "Reporting", "Host",
    "ConformanceCommand", "TestSupport",
  ],
  // Damages what is read from outside: `swift run -c release fuzz`.
  "fuzz": [
    "SourceText", "Encodings", "RegularExpressions", "JSON", "XML", "YAML", "HTTPMessages",
    "Documents", "PartnerFramework", "SuiteModel", "Results", "Redaction",
    "Traffic", "Reporting",
  ],
  // It runs the programs, and imports the others.
  "EndToEndTests": [
    "SourceText", "Encodings", "JSON", "XML", "HTTPMessages", "ReferenceService", "Deviations",
    "Findings", "Catalogues", "Results", "Reporting", "Trials", "ConformanceCommand",
    "sso-conformance", "fuzz",
    "TestSupport",
  ],
  "StructureTests": ["TestSupport"],
]

/// The targets in `Tests/` that are programs.
let testPrograms = ["fuzz"]

/// The targets whose tests compare texts with those in a folder `Golden`.
let withGoldenFiles = ["ConformanceCommandTests", "ReportingTests"]

let package = Package(
  name: "sso-conformance",
  platforms: [.macOS(.v15)],
  targets: floors.flatMap { floor, targets in
    targets.map { name, imports in
      let path = "Sources/\(floor)/\(name)"
      return name == "sso-conformance"
        ? .executableTarget(name: name, dependencies: imports, path: path, swiftSettings: strict)
        : .target(
          name: name, dependencies: imports, path: path,
          swiftSettings: busy.contains(name) ? strict + optimized : strict)
    }
  }
    + tests.map { name, imports in
      let golden = withGoldenFiles.contains(name) ? ["Golden"] : []
      return testPrograms.contains(name)
        ? .executableTarget(
          name: name, dependencies: imports, path: "Tests/\(name)", swiftSettings: strict)
        : .testTarget(
          name: name, dependencies: imports, exclude: golden, swiftSettings: strict)
    }
)

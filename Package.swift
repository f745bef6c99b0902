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
    "ReferenceService": ["Encodings", "JSON", "XML", "HTTPMessages"]
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
    "Traffic": ["SourceText", "Encodings", "JSON", "HTTPMessages"],
    "Audit": [
      "SourceText", "Encodings", "JSON", "XML", "YAML", "HTTPMessages",
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
    "ConformanceCommand": [
      "SourceText", "Encodings", "JSON", "YAML", "HTTPMessages", "HTTPTransport",
      "ReferenceService", "Documents", "Catalogues", "Templates", "Expectations",
      "PartnerFramework", "SuiteModel", "Results", "Redaction", "Runner",
      "Traffic", "Reporting", "Host", "Findings", "Audit",
    ],
    "sso-conformance": ["ConformanceCommand"],
  ],
  // Measures how sharp the suites are. The main program needs nothing of it.
  "SelfTest": [
    "SelfTest": [
      "SourceText", "Encodings", "JSON", "XML", "YAML", "HTTPMessages", "HTTPTransport",
      "ReferenceService", "Findings", "Documents", "Catalogues", "Templates", "Expectations",
      "SuiteModel", "Results", "Runner", "Traffic", "Audit", "Host", "ConformanceCommand",
    ],
    "sso-selftest": ["ConformanceCommand", "SelfTest"],
  ],
]

/// The targets in `Tests/`, each with what it imports. `TestSupport` has no tests, but is built with
/// them only: the programs are linked without the testing library.
let tests: KeyValuePairs<String, [Target.Dependency]> = [
  "TestSupport": [
    "Encodings", "HTTPMessages", "HTTPTransport", "SuiteModel", "Traffic", "Audit",
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
  "AuditTests": [
    "SourceText", "Encodings", "JSON", "XML", "HTTPMessages", "Findings", "Catalogues",
    "SuiteModel", "Results", "Traffic", "Audit", "ReferenceService", "TestSupport",
  ],
  "ReportingTests": [
    "SourceText", "Encodings", "JSON", "XML", "HTTPMessages", "Findings", "Catalogues", "Results",
    "Reporting", "TestSupport",
  ],
  "TrafficTests": ["Encodings", "JSON", "HTTPMessages", "Traffic"],
  "HostTests": ["PartnerFramework", "Host", "TestSupport"],
  "ConformanceCommandTests": [
    "SourceText", "Encodings", "JSON", "HTTPMessages", "HTTPTransport", "Catalogues",
    "PartnerFramework",
    "SuiteModel", "Results", "Redaction", "Traffic", "Audit", "Reporting", "Host",
    "ReferenceService", "ConformanceCommand", "TestSupport",
  ],
  "SelfTestTests": [
    "SourceText", "Encodings", "JSON", "XML", "HTTPMessages", "HTTPTransport", "ReferenceService",
    "Catalogues", "Templates", "Expectations", "PartnerFramework", "SuiteModel", "Results",
    "Runner", "Traffic", "Audit", "ConformanceCommand", "SelfTest", "TestSupport",
  ],
  // Damages what is read from outside: `swift run -c release fuzz`.
  "fuzz": [
    "SourceText", "Encodings", "RegularExpressions", "JSON", "XML", "YAML", "HTTPMessages",
    "Documents", "PartnerFramework", "SuiteModel", "Results", "Redaction",
    "Traffic", "Reporting",
  ],
  // It runs the programs, and imports the others.
  "EndToEndTests": [
    "SourceText", "Encodings", "JSON", "XML", "HTTPMessages", "HTTPTransport", "ReferenceService",
    "Findings", "Catalogues", "Results", "Reporting", "ConformanceCommand", "SelfTest",
    "sso-conformance", "sso-selftest", "fuzz", "TestSupport",
  ],
  "StructureTests": ["TestSupport"],
]

/// The targets in `Tests/` that are programs.
let testPrograms = ["fuzz"]

/// The targets whose tests compare texts with those in a folder `Golden`.
let withGoldenFiles = ["ConformanceCommandTests", "ReportingTests", "SelfTestTests"]

let package = Package(
  name: "sso-conformance",
  platforms: [.macOS(.v15)],
  targets: floors.flatMap { floor, targets in
    targets.map { name, imports in
      let path = "Sources/\(floor)/\(name)"
      return name.hasPrefix("sso-")
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

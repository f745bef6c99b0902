// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// For the example, whose stand-in has to be Swift for older compilers, too: those know no import
/// that is not public.
let portable: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let strict = portable + [.enableUpcomingFeature("InternalImportsByDefault")]

/// Debug builds optimize these modules, too: a run and the tests spend most of their time in them.
let optimized: Set = ["Text", "Formats", "Redaction"]

/// The targets in `Sources/`, from the bottom of the house to its top, each with what it imports.
/// `StructureTests` compare both tables with the imports of the files.
let sources: KeyValuePairs<String, [Target.Dependency]> = [
  "Text": [],
  "Formats": ["Text"],
  "HTTP": ["Text"],
  "ReferenceService": ["Text", "Formats", "HTTP"],
  "Partner": ["Text", "Formats"],
  "Expectations": ["Text", "Formats", "HTTP"],
  "Suites": ["Text", "Formats", "HTTP", "Partner", "Expectations"],
  "Redaction": ["Text", "Formats", "HTTP"],
  "Record": ["Text", "Formats", "HTTP", "Expectations", "Suites", "Redaction"],
  "Runner": [
    "Text", "Formats", "HTTP", "Partner", "Expectations", "Suites", "Redaction", "Record",
  ],
  "Audit": ["Text", "Formats", "HTTP", "Expectations", "Suites", "Redaction", "Record"],
  "Reports": ["Text", "Formats", "HTTP", "Expectations", "Suites", "Record"],
  "Command": [
    "Text", "Formats", "HTTP", "ReferenceService", "Partner", "Expectations", "Suites", "Redaction",
    "Record", "Runner", "Audit", "Reports",
  ],
  "sso-conformance": ["Command"],
  "SelfTest": [
    "Text", "Formats", "HTTP", "ReferenceService", "Expectations", "Suites", "Record", "Runner",
    "Audit", "Command",
  ],
  "sso-selftest": ["Command", "SelfTest"],
]

/// What is written in other languages than Swift. It is compiled in, so that a program is one file.
let embedded: KeyValuePairs<String, String> = [
  "Partner": "Apple/states.json", "Reports": "HTML/page.css", "Reports": "HTML/page.js",
  "Reports": "Live/live.css", "Reports": "Live/live.js",
]

/// The targets in `Tests/`, each with what it imports. `TestSupport` has no tests, but is built with
/// them only: the programs are linked without the testing library.
let tests: KeyValuePairs<String, [Target.Dependency]> = [
  "TestSupport": ["Text", "Formats", "HTTP", "Suites", "Audit", "SelfTest"],
  "TextTests": ["Text", "TestSupport"],
  "FormatsTests": ["Text", "Formats", "TestSupport"],
  "HTTPTests": ["Text", "HTTP", "TestSupport"],
  "ReferenceServiceTests": ["Text", "Formats", "HTTP", "ReferenceService", "TestSupport"],
  "PartnerTests": ["Text", "Formats", "Partner", "TestSupport"],
  "ExpectationsTests": ["Text", "Formats", "HTTP", "Expectations", "Suites", "TestSupport"],
  "SuitesTests": ["Text", "Formats", "HTTP", "Partner", "Expectations", "Suites", "TestSupport"],
  "RecordTests": [
    "Text", "Formats", "HTTP", "Expectations", "Suites", "Redaction", "Record", "TestSupport",
  ],
  "RunnerTests": [
    "Text", "Formats", "HTTP", "Partner", "Expectations", "Suites", "Redaction", "Record", "Runner",
    "TestSupport",
  ],
  "AuditTests": [
    "Text", "Formats", "HTTP", "ReferenceService", "Expectations", "Suites", "Redaction", "Record",
    "Audit", "TestSupport",
  ],
  "ReportsTests": [
    "Text", "Formats", "HTTP", "Expectations", "Suites", "Record", "Reports", "TestSupport",
  ],
  "CommandTests": [
    "Text", "Formats", "HTTP", "ReferenceService", "Partner", "Expectations", "Suites", "Redaction",
    "Record", "Audit", "Reports", "Command", "TestSupport",
  ],
  "SelfTestTests": [
    "Text", "Formats", "HTTP", "ReferenceService", "Partner", "Expectations", "Suites", "Record",
    "Runner", "Audit", "Command", "SelfTest", "TestSupport",
  ],
  "fuzz": [
    "Text", "Formats", "HTTP", "Partner", "Suites", "Redaction", "Record", "Audit", "Reports",
  ],
  "ExampleApplication": [],
  "EndToEndTests": [
    "Text", "Formats", "HTTP", "ReferenceService", "Expectations", "Suites", "Record", "Command",
    "sso-conformance", "SelfTest", "sso-selftest", "TestSupport", "fuzz", "ExampleApplication",
  ],
  "StructureTests": ["TestSupport"],
]

/// The targets that are programs.
let programs: Set = ["sso-conformance", "sso-selftest", "fuzz", "ExampleApplication"]

/// The targets whose tests compare texts with those in a folder `Golden`.
let withGoldenFiles: Set = ["ReportsTests", "CommandTests", "SelfTestTests"]

let package = Package(
  name: "sso-conformance",
  platforms: [.macOS(.v15)],
  targets: sources.map { name, imports in
    let settings =
      optimized.contains(name)
      ? strict + [.unsafeFlags(["-O"], .when(configuration: .debug))] : strict
    let files: [Resource] = embedded.filter { $0.key == name }.map { .embedInCode($0.value) }
    return programs.contains(name)
      ? .executableTarget(name: name, dependencies: imports, swiftSettings: settings)
      : .target(name: name, dependencies: imports, resources: files, swiftSettings: settings)
  }
    + tests.map { name, imports in
      let golden = withGoldenFiles.contains(name) ? ["Golden"] : []
      return programs.contains(name)
        ? .executableTarget(
          name: name, dependencies: imports, path: "Tests/\(name)",
          swiftSettings: name == "ExampleApplication" ? portable : strict)
        : .testTarget(name: name, dependencies: imports, exclude: golden, swiftSettings: strict)
    }
)

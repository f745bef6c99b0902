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

/// A backtrace names functions and lines. What a debugger needs besides takes a tenth of the time: a
/// release is built without it, and so are the tests, whose failures tell their values.
let lines = ["-Xfrontend", "-gline-tables-only"]
let traced: [SwiftSetting] = [.unsafeFlags(lines, .when(configuration: .release))]

/// There are enough targets of tests to keep all processors busy. Two processes for one, as is usual,
/// would read what it imports twice: 7 % of a build with tests. CI builds nothing a second time, and so
/// loses nothing where a target is compiled as a whole, which takes another 7 % less.
let undivided =
  Context.environment["CI"] == nil
  ? ["-driver-batch-count", "1"]
  : ["-wmo", "-num-threads", "1", "-no-emit-module-separately-wmo", "-disable-batch-mode"]

/// The tests spend most of their time in these, so that debug builds optimize them, too.
let busy: Set = ["Text", "Formats", "HTTP", "Redaction", "Suites"]
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"] + lines, .when(configuration: .debug))]

/// A release spends little of its time in these. Optimizing takes longer than the rest of compiling.
let idle: Set = [
  "ReferenceService", "Partner", "Record", "Reports", "Command", "sso-conformance", "sso-selftest",
]
let plain: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Modules are compiled one after another, so that each may use two processors: most for the code alone,
/// and those that others wait for, or the program, for all of it, in two halves. They run as fast.
let halved: Set = ["Suites", "Record", "Command"]
let threaded: [SwiftSetting] = [
  .unsafeFlags(["-num-threads", "2"], .when(configuration: .release))
]
let batched: [SwiftSetting] = [
  .unsafeFlags(
    ["-no-whole-module-optimization", "-enable-batch-mode", "-driver-batch-count", "2"],
    .when(configuration: .release))
]

/// These are about as fast where they are optimized for size, which takes less time.
let large: Set = ["Suites", "Redaction", "Runner", "Audit", "SelfTest"]
let compact: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The targets in `Sources/`, from the bottom of the house to its top, each with what it imports.
/// `StructureTests` compare both tables with the imports of the files.
let sources: KeyValuePairs<String, [Target.Dependency]> = [
  "Text": [],
  "Formats": ["Text"],
  "HTTP": ["Text"],
  "ReferenceService": ["Text", "Formats", "HTTP"],
  "Partner": ["Text", "Formats"],
  "Suites": ["Text", "Formats", "HTTP", "Partner"],
  "Redaction": ["Text", "Formats", "HTTP"],
  "Record": ["Text", "Formats", "HTTP", "Suites", "Redaction"],
  "Runner": ["Text", "Formats", "HTTP", "Partner", "Suites", "Redaction", "Record"],
  "Audit": ["Text", "Formats", "HTTP", "Suites", "Redaction", "Record"],
  "Reports": ["Text", "Formats", "HTTP", "Suites", "Record"],
  "Command": [
    "Text", "Formats", "HTTP", "ReferenceService", "Partner", "Suites", "Redaction", "Record",
    "Runner", "Audit", "Reports",
  ],
  "sso-conformance": ["Command"],
  "SelfTest": [
    "Text", "Formats", "HTTP", "ReferenceService", "Suites", "Record", "Runner", "Audit", "Command",
  ],
  "sso-selftest": ["Command", "SelfTest"],
]

/// What is written in other languages than Swift. It is compiled in, so that a program is one file.
let embedded: KeyValuePairs<String, String> = [
  "Partner": "Apple/states.json", "Reports": "HTML/page.css", "Reports": "HTML/page.js",
  "Reports": "reproduce.sh",
]

/// The targets in `Tests/`, each with what it imports. `TestSupport` has no tests, but is built with
/// them only: the programs are linked without the testing library.
let tests: KeyValuePairs<String, [Target.Dependency]> = [
  "TestSupport": ["Text", "HTTP", "Suites", "Audit", "SelfTest"],
  "TextTests": ["Text", "TestSupport"],
  "FormatsTests": ["Text", "Formats", "TestSupport"],
  "HTTPTests": ["Text", "HTTP", "TestSupport"],
  "ReferenceServiceTests": ["Text", "Formats", "HTTP", "ReferenceService", "TestSupport"],
  "PartnerTests": ["Text", "Formats", "Partner", "TestSupport"],
  "SuitesTests": ["Text", "Formats", "HTTP", "Partner", "Suites", "TestSupport"],
  "RecordTests": ["Text", "Formats", "HTTP", "Suites", "Redaction", "Record", "TestSupport"],
  "RunnerTests": [
    "Text", "Formats", "HTTP", "Partner", "Suites", "Redaction", "Record", "Runner", "TestSupport",
  ],
  "AuditTests": [
    "Text", "Formats", "HTTP", "ReferenceService", "Suites", "Redaction", "Record", "Audit",
    "TestSupport",
  ],
  "ReportsTests": ["Text", "Formats", "HTTP", "Suites", "Record", "Reports", "TestSupport"],
  "CommandTests": [
    "Text", "Formats", "HTTP", "ReferenceService", "Partner", "Suites", "Redaction", "Record",
    "Audit", "Reports", "Command", "TestSupport",
  ],
  "SelfTestTests": [
    "Text", "Formats", "HTTP", "ReferenceService", "Partner", "Suites", "Record", "Runner", "Audit",
    "Command", "SelfTest", "TestSupport",
  ],
  "fuzz": [
    "Text", "Formats", "HTTP", "Partner", "Suites", "Redaction", "Record", "Audit", "Reports",
  ],
  "EndToEndTests": [
    "Text", "Formats", "HTTP", "ReferenceService", "Suites", "Record", "Reports", "Command",
    "sso-conformance", "SelfTest", "sso-selftest", "TestSupport", "fuzz",
  ],
  "StructureTests": ["Command", "TestSupport"],
]

/// The targets that are programs.
let programs: Set = ["sso-conformance", "sso-selftest", "fuzz"]

/// The targets whose tests compare texts with those in a folder `Golden`.
let withGoldenFiles: Set = ["ReportsTests", "CommandTests", "SelfTestTests"]

let package = Package(
  name: "sso-conformance",
  platforms: [.macOS(.v15)],
  targets: sources.map { name, imports in
    let settings =
      strict + traced + (busy.contains(name) ? optimized : [])
      + (idle.contains(name) ? plain : []) + (halved.contains(name) ? batched : threaded)
      + (large.contains(name) ? compact : [])
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
          swiftSettings: strict + traced + plain)
        : .testTarget(
          name: name, dependencies: imports, exclude: golden,
          swiftSettings: strict + [.unsafeFlags(lines + undivided)])
    }
)

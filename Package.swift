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

/// A floor of `Sources/`: its folder, and each target on it with what that may import.
let floors: KeyValuePairs<String, KeyValuePairs<String, [Target.Dependency]>> = [
  "Wire": [
    "SourceText": [],
    "Encodings": [],
    "JSON": ["SourceText"],
    "HTTPMessages": ["Encodings"],
  ]
]

let layers = floors.flatMap { floor, targets in
  targets.map { name, dependencies in (floor: floor, name: name, dependencies: dependencies) }
}

let package = Package(
  name: "sso-conformance",
  platforms: [.macOS(.v15)],
  targets: layers.map { layer in
    .target(
      name: layer.name, dependencies: layer.dependencies,
      path: "Sources/\(layer.floor)/\(layer.name)", swiftSettings: strict)
  } + [
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict)
  ]
    + ["SourceText", "Encodings"].map { name in
      .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name), "TestSupport"], swiftSettings: strict)
    }
)

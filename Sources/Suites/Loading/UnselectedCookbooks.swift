// SPDX-License-Identifier: Apache-2.0
// Passes over the mistakes in files of cookbooks that were not chosen.

package import Text

/// Tells the mistakes in files of the chosen cookbooks from those in files of others.
package struct UnselectedCookbooks {
  private let sources: [String: SourceFile]
  private let chosen: Set<String>

  /// - Parameters:
  ///   - sources: The files that were read.
  ///   - chosen: The chosen cookbooks, with those that they extend.
  package init(_ sources: [String: SourceFile], chosen: Set<String>) {
    self.sources = sources
    self.chosen = chosen
  }
}

extension UnselectedCookbooks {
  /// The mistakes that count, and a remark on each file whose mistakes don't.
  package func split(_ diagnostics: [Diagnostic]) -> (own: [Diagnostic], remarks: [String]) {
    let others = Set(diagnostics.map(\.file)).filter { !counts($0) }
    let remarks = others.sorted().compactMap { file -> String? in
      let count = diagnostics.count { $0.file == file && $0.severity == .error }
      guard count > 0 else { return nil }
      return "\(file) is not of the chosen cookbooks and was passed over: "
        + "\(count) mistake\(count == 1 ? "" : "s"), which 'check' shows"
    }
    return (diagnostics.filter { !others.contains($0.file) }, remarks)
  }

  /// Whether a file is of a chosen cookbook, or may be.
  func counts(_ path: String) -> Bool {
    let names = cookbooks(of: path)
    return names.isEmpty || names.contains { $0.map(chosen.contains) ?? true }
  }

  /// The cookbooks of a file; nil among them stands for any.
  private func cookbooks(of path: String) -> [String?] {
    let folder = SuitePath.folder(of: path)
    let name = SuitePath.name(of: path)
    if SuitePath.name(of: folder) == "cookbooks", name.hasSuffix(".json") {
      return [String(name.dropLast(".json".count))]
    }
    guard Self.isShared(name) else { return [sources[path]?.cookbook] }
    // The files beside it and those in the folders below use it.
    return sources.values.filter { file in
      let own = SuitePath.folder(of: file.name)
      return (own == folder || SuitePath.above(own) == folder) && file.name.hasSuffix("ml")
        && !Self.isShared(SuitePath.name(of: file.name))
    }.map(\.cookbook)
  }

  private static func isShared(_ name: String) -> Bool {
    [
      SuiteLoader.fragmentsName, SuiteLoader.factsName, SuiteLoader.situationsName,
      "exchanges.yaml",
    ].contains(name)
  }
}

extension SourceFile {
  /// The cookbook that it names at the beginning of a line, also where it can't be read as YAML.
  fileprivate var cookbook: String? {
    let key = "cookbook:".utf8
    var rest = bytes[...]
    // Many files are asked, and most name it in one of their first lines.
    while !rest.starts(with: key) {
      guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
      rest = rest[(end + 1)...]
    }
    let line = rest.dropFirst(key.count).prefix { $0 != 0x0A && $0 != 0x0D }
    let value = String(decoding: line, as: UTF8.self).drop { " '\"".contains($0) }
    let name = value.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }
}

// SPDX-License-Identifier: Apache-2.0
// The fragments that the steps of a file can use.

import Formats

/// Finds the fragment that a name stands for in a file.
struct FragmentLookup {
  private let ids: [String: FragmentID]
  /// Whether every file in which fragments are looked up could be read.
  private let knowsAll: Bool
  /// Whether fragments are also looked up in the folder above.
  private let looksAbove: Bool
  private let anyIn: String?

  init(_ ids: [String: FragmentID] = [:], knowsAll: Bool = true, looksAbove: Bool = true) {
    self.ids = ids
    self.knowsAll = knowsAll
    self.looksAbove = looksAbove
    anyIn = nil
  }

  /// Takes every name for that of a fragment of the file: for a reader who asks no fragment.
  init(anyIn file: String) {
    ids = [:]
    knowsAll = false
    looksAbove = false
    anyIn = file
  }
}

extension FragmentLookup {
  /// The fragment of a name; nil for an unknown name, which is reported.
  func id(of name: String, _ node: YAMLNode, _ nodes: inout NodeReader) -> FragmentID? {
    if let id = ids[name] { return id }
    if let anyIn { return FragmentID(file: anyIn, name: name) }
    // A file that can't be read is reported already; the name may be in there.
    guard knowsAll else { return nil }
    let hint =
      nodes.hints.nearest(to: name, among: ids.keys).map { ", did you mean '\($0)'?" }
      ?? (looksAbove
        ? "; it is looked up in this file, in 'fragments.yaml' beside it and in the folder above"
        : "; it is looked up in this file alone: for a suite below, nothing further up is read")
    nodes.error("unknown fragment '\(name)'\(hint)", at: node)
    return nil
  }
}

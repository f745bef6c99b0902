// SPDX-License-Identifier: Apache-2.0
// The shipped tables of defects and variants.

import Foundation
package import SelfTest
package import Text

extension DeviationTables {
  /// The tables beside the shipped suites, without entries that have a mistake: `DefectTableTests`
  /// show it.
  package static let shipped = read(shippedFiles).tables

  package static let shippedFiles: [SourceFile] = {
    let folder = SharedFolder.project.appending(path: "Suites/\(Self.folder)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().compactMap { name in
      let data = try? Data(contentsOf: folder.appending(path: name))
      return data.map { SourceFile(name: name, bytes: Array($0)) }
    }
  }()
}

extension Defect {
  package static let all = DeviationTables.shipped.defects

  package static func named(_ name: String) -> Defect? { all.first { $0.name == name } }
}

extension Variant {
  package static let all = DeviationTables.shipped.variants

  package static func named(_ name: String) -> Variant? { all.first { $0.name == name } }
}

// SPDX-License-Identifier: Apache-2.0
// How sharp the suites of a run are, as its reports say it.

import JSON

/// What the record of a run keeps of a self-test.
package struct SharpnessRecord: Sendable, Equatable {
  package var mutants: MutantTally?
  package var defectCount: Int
  package var caughtDefectCount: Int
  /// Of the caught defects, how many were blamed on the right requirement.
  package var rightlyBlamedCount: Int
  package var variantCount: Int
  package var failedVariantCount: Int
  /// The names of the run's suite files that the self-test measured in another version, or not at
  /// all.
  package var otherFiles: [String]

  package init(
    mutants: MutantTally?, defectCount: Int, caughtDefectCount: Int, rightlyBlamedCount: Int,
    variantCount: Int, failedVariantCount: Int, otherFiles: [String]
  ) {
    self.mutants = mutants
    self.defectCount = defectCount
    self.caughtDefectCount = caughtDefectCount
    self.rightlyBlamedCount = rightlyBlamedCount
    self.variantCount = variantCount
    self.failedVariantCount = failedVariantCount
    self.otherFiles = otherFiles
  }
}

extension SharpnessRecord {
  /// - Parameter suites: The suites of the run: their files, and the digests of these.
  package init(_ sharpness: Sharpness, suites: [(file: String, digest: String)]) {
    let digests = Set(sharpness.suites.map(\.digest))
    let caught = sharpness.defects.filter(\.isCaught)
    self.init(
      mutants: sharpness.mutants, defectCount: sharpness.defects.count,
      caughtDefectCount: caught.count,
      rightlyBlamedCount: caught.count { $0.isBlamedRightly },
      variantCount: sharpness.variants.count,
      failedVariantCount: sharpness.variants.count { !$0.failed.isEmpty },
      otherFiles: suites.filter { !digests.contains($0.digest) }.map(\.file))
  }

  var json: JSONValue {
    var object = JSONObject()
    if let mutants {
      object.append("score", mutants.scoreJSON)
      object.append("mutants", .integer(mutants.all))
      object.append("caught", .integer(mutants.caught))
      object.append("warned", .integer(mutants.warned))
      object.append("harmless", .integer(mutants.harmless))
    }
    object.append("defects", .integer(defectCount))
    object.append("caughtDefects", .integer(caughtDefectCount))
    object.append("rightlyBlamed", .integer(rightlyBlamedCount))
    object.append("variants", .integer(variantCount))
    object.append("failedVariants", .integer(failedVariantCount))
    object.append("otherFiles", .strings(otherFiles))
    return .object(object)
  }

  init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      mutants: try MutantTally(reader), defectCount: try reader.count("defects"),
      caughtDefectCount: try reader.count("caughtDefects"),
      rightlyBlamedCount: try reader.count("rightlyBlamed"),
      variantCount: try reader.count("variants"),
      failedVariantCount: try reader.count("failedVariants"),
      otherFiles: try reader.strings("otherFiles"))
  }
}

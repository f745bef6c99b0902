// SPDX-License-Identifier: Apache-2.0
// The recipes of the steps that a scenario, or a shared fragment, has run.

import Encodings
import HTTPMessages
import JSON
import PartnerFramework
import Redaction
import Results
import SuiteModel
import Templates

extension ScenarioSession {
  /// Gives each step that was traced its recipe.
  ///
  /// - Parameter begin: When the first step began, by the clock of the scenario.
  func addRecipes(to steps: inout [StepRecord], since begin: Timestamp) {
    var secrets: [(name: String, text: String)] = []
    for (name, value) in context.facts.sorted(by: { $0.key < $1.key }) {
      let isSecret =
        context.profile.secrets.contains(name) || secretNames.contains(name)
        || KnownSecrets.isSecretName(name)
      if isSecret, let text = value.scalarText, text.utf8.count >= 4 {
        secrets.append((name, text))
      }
    }
    let isEmulated = context.surroundings.framework.followsClock
    // Of a message as such, every part is masked.
    let mask = self.secrets.withoutMessages.mask
    var writer = RecipeWriter(
      trace, origin: "\(context.profile.baseURL.origin)", begin: begin,
      isPublic: { mask.maskedGiven($0) == $0 },
      secrets: secrets, devices: devices.map { ($0.name, $0.id) },
      settings: isEmulated
        ? trace.settings.filter { !self.secrets.contains($0) && mask.maskedGiven($0) == $0 } : [])
    writer.write(to: &steps)
  }
}

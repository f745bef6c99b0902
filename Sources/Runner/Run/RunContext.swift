// SPDX-License-Identifier: Apache-2.0
// The settings, secrets, time and environment that all scenarios of a run share.

import Formats
package import HTTP
import Partner
package import Record
package import Redaction
package import Suites
import Synchronization
import Text

/// The values and the guarded resources that all scenarios of a run share.
final class RunContext: Sendable {
  let profile: Profile
  /// The facts of the profile by name.
  let facts: [String: JSONValue]
  let fragments: [FragmentID: Fragment]
  let catalogues: [String: Catalogue]
  let untriedFacts: UntriedFacts
  let settings: RunSettings
  let environment: Environment
  let time: RunTime
  let target: TargetAccess
  let secrets: RunSecrets
  let shared = SharedFragments()
  /// `${run.id}`
  let runID: String
  let jobs: Jobs

  init(
    profile: Profile, plan: Plan, settings: RunSettings, environment: Environment,
    cancellation: Cancellation, ending: Cancellation? = nil
  ) {
    self.profile = profile
    facts = profile.factsByName
    fragments = plan.fragments
    catalogues = plan.catalogues
    untriedFacts = UntriedFacts(profile, plan)
    self.settings = settings
    self.environment = environment
    time = RunTime(limit: profile.timeouts.run, cancellation: cancellation, ending: ending)
    target = TargetAccess(
      profile, userAgentName: "\(settings.tool.name)/\(settings.tool.version)",
      patience: settings.patience, time: time,
      now: environment.now)
    secrets = RunSecrets(profile, plan, settings, environment.framework, time)
    let bodies = BodiesInFlight(until: time.deadline)
    jobs = Jobs(settings.jobs) {
      var client = settings.client
      client.bodies = bodies
      return HTTPClient(settings: client, cancellation: cancellation)
    }
    runID = UUIDText.random(environment.randomBytes)
  }
}

/// The settings of a run.
package struct RunSettings: Sendable {
  /// How many scenarios are worked on at once.
  package var jobs: Int
  /// How many more may be under way because scenarios wait.
  package var waiting = 50
  /// Whether the run ends at the first scenario that is not conformant.
  package var stopsAtFailure = false
  /// Whether a missed `should` is a failure.
  package var isStrict = false
  package var tool: ToolRecord
  /// How long it waits for a target in trouble.
  package var patience = Patience()
  /// Sentences that every report shows.
  package var remarks: [String] = []
  package var client: ClientSettings
  /// Further secrets that no report may show: the credentials of a proxy.
  package var secrets: [String] = []
  /// The selected part of the suites, for the reports; nil for all of them.
  package var selection: SelectionRecord?
  /// The part of the plan that is run; nil for all of it.
  package var shard: Shard?
  /// The name of the run that the part belongs to.
  package var runName: String?
  /// How the target was named, for the reports: the value of `--target`.
  package var target: String?
  /// Whether the program has started the target itself, for the reports.
  package var isEmbedded = false
  /// The files that the suites were read from, for the reports.
  package var files: [EvidenceFile] = []
  /// What people say of requirements that no traffic shows.
  package var attestations: [Attestation] = []
  /// The failures that are known.
  package var known: [KnownFailure] = []
  /// About how many bytes of heads and bodies are kept of scenarios that failed.
  package var evidenceBytes = 16_000_000
  /// Whether these are kept of scenarios that passed as well, up to that limit.
  package var keepsPassedExchanges = false
  /// Whether the record, too, shows of messages only what is public, since a later run may tell that
  /// more of them is secret.
  package var isPreview = false
  /// Gets the answers of each scenario that is conformant, and of each shared fragment that passed,
  /// with all that they were judged by; on any thread. They are not masked. nil if no caller asks.
  package var judged: (@Sendable (PassedAnswers) -> Void)?
  /// Gets each exchange, also with other origins and after a 429, on any thread; nil for none.
  package var sent: (@Sendable (SentExchange) -> Void)?

  package init(jobs: Int, tool: ToolRecord, client: ClientSettings) {
    self.jobs = jobs
    self.tool = tool
    self.client = client
  }
}

/// Keeps secrets out of a run's reports, and evidence beyond a limit.
final class RunSecrets: Sendable {
  /// The names that any suite of the run calls secret; their values are secret in shared fragments.
  let names: Set<String>
  /// The secrets of the target's profile, which are known from the start.
  let known: KnownSecrets
  /// The mask of `known`.
  let mask: Mask
  let evidence: Evidence
  /// Whether the run's record is shown before all that is secret is known.
  private let isPreview: Bool
  /// The secrets of all scenarios so far, besides those that are masked as tokens.
  private let found: Mutex<KnownSecrets>

  convenience init(
    _ profile: Profile, _ plan: Plan, _ settings: RunSettings, _ frameworks: FrameworkSources,
    _ time: RunTime
  ) {
    let names = Set((plan.preflights + plan.suites).flatMap(\.suite.secrets))
    var known = KnownSecrets(profile, named: names, public: plan.texts, plan.documents)
    for secret in settings.secrets { known.add(secret, named: "proxy credentials") }
    known.addEncodedHeaders(
      ([frameworks.standard] + frameworks.named.map(\.source)).flatMap(\.declaration.values)
        .filter { $0.decoding == .base64JSON }.map(\.header))
    known.isTimeOver = { time.isEnding || time.deadline.isPast }
    self.init(
      known, names: names,
      Evidence(limitBytes: settings.evidenceBytes, keepsPassed: settings.keepsPassedExchanges),
      isPreview: settings.isPreview)
  }

  init(
    _ known: KnownSecrets, names: Set<String> = [], _ evidence: Evidence = Evidence(limitBytes: 0),
    isPreview: Bool = false
  ) {
    self.isPreview = isPreview
    self.known = known
    self.names = names
    self.evidence = evidence
    found = Mutex(known)
    mask = known.mask
  }

  /// Remembers the secrets of a scenario or a fragment, which others must not show either.
  func note(_ secrets: KnownSecrets) { found.withLock { $0.addShort(of: secrets) } }

  /// Masks all records, however long that takes: the end of a run's time ends the search for secrets, and
  /// not this. Only a second signal does.
  var finalMask: RunMask {
    var (known, all) = (known, found.withLock(\.self))
    known.settle()
    all.settle()
    known.isTimeOver = { false }
    all.isTimeOver = { false }
    return RunMask(known: known, all: all, isCautious: isPreview)
  }

  /// Masks what is shown before the end: what comes later may tell that more of it is secret.
  ///
  /// - Parameter secrets: Those of its scenario or fragment.
  func cautiousMask(_ secrets: KnownSecrets) -> Mask {
    var secrets = secrets
    secrets.isTimeOver = { false }
    var mask = secrets.mask
    mask.isCautious = true
    mask.general = found.withLock { found in
      found.settle()
      return found
    }
    return mask
  }
}

/// When a run began, when it has to end, and whether it was interrupted.
struct RunTime: Sendable {
  let start: ContinuousClock.Instant
  let deadline: Deadline
  /// Ends everything at once.
  let cancellation: Cancellation
  /// Ends everything but the steps under `finally`.
  let ending: Cancellation

  /// - Parameters:
  ///   - limit: How long the run may take; nil for a day.
  ///   - ending: nil for none but the cancellation.
  init(limit: Duration?, cancellation: Cancellation, ending: Cancellation? = nil) {
    start = .now
    deadline = Deadline(after: limit ?? .seconds(86_400))
    self.cancellation = cancellation
    self.ending = ending ?? cancellation
  }

  /// How long the run has taken so far.
  var elapsed: Duration { start.duration(to: .now) }

  var isCancelled: Bool { cancellation.isCancelled }

  /// Whether nothing new begins, but for the steps under `finally`.
  var isEnding: Bool { ending.isCancelled || cancellation.isCancelled }

  /// Ends a wait that begins now. Once the run ends in order, only steps under `finally` wait.
  var interruption: Cancellation { ending.isCancelled ? cancellation : ending }

  /// Waits; false if the run was interrupted meanwhile.
  func wait(for duration: Duration) -> Bool { interruption.wait(until: Deadline(after: duration)) }
}

extension KnownSecrets {
  /// The secrets that are known before anything is sent: the secret facts of the profile.
  ///
  /// - Parameters:
  ///   - names: The names that the suites call secret.
  ///   - texts: What the suites have written, which is no secret.
  ///   - documents: Files whose words are public.
  package init(
    _ profile: Profile, named names: Set<String>, public texts: [[UInt8]], _ documents: [[UInt8]]
  ) {
    let facts = profile.factsByName
    let secrets = Set(facts.keys.filter { KnownSecrets.isSecretName($0) }).union(profile.secrets)
    let values = facts.filter { !secrets.contains($0.key) && !names.contains($0.key) }
      .map { JSONWriter.bytes(["\($0.key)": $0.value]) }
    self.init(
      own: OwnTexts(
        texts + values + [Array("\(profile.baseURL)".utf8)], wordsOf: documents))
    for name in secrets.sorted() {
      if let value = facts[name] { addAll(value, named: name) }
    }
  }

  /// The same for all suites of a collection.
  package init(_ profile: Profile, for suites: SuiteCollection) {
    self.init(
      profile, named: Set(suites.suites.flatMap(\.secrets)), public: suites.texts, suites.documents)
  }
}

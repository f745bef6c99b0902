// SPDX-License-Identifier: Apache-2.0
// How a service differs from the reference service, and the service that does.

package import Formats
package import HTTP
package import ReferenceService
import Suites
import Synchronization
package import Text

/// How a service differs from the reference service: in what it does, in what passes, in its data.
package struct Deviation: Sendable {
  package var switches: [Turned] = []
  /// One after the other: the last is nearest to the client.
  package var alterations: [Alteration] = []
  /// Changes of the data, in this order.
  package var dataChanges: [@Sendable (inout ServiceData) -> Void] = []
  /// How long each answer is kept back.
  package var delay: Duration = .zero
  /// Whether the service limits the requests of each address: some rules show only there.
  package var isThrottled = false

  /// Rules that work otherwise, for the requests to some endpoints or for all.
  package struct Turned: Sendable, Equatable {
    package let switches: Set<Switch>
    /// nil for all endpoints.
    package let endpoints: Set<ServiceEndpoint>?
  }

  /// - Parameter endpoints: Those at which the switches are on; nil for all.
  package init(
    switches: Set<Switch> = [], at endpoints: Set<ServiceEndpoint>? = nil,
    alterations: [Alteration] = [],
    data: (@Sendable (inout ServiceData) -> Void)? = nil, delay: Duration = .zero
  ) {
    if !switches.isEmpty { self.switches = [Turned(switches: switches, endpoints: endpoints)] }
    self.alterations = alterations
    self.delay = delay
    if let data { dataChanges = [data] }
  }
}

extension Deviation {
  /// All of them at once.
  package init(_ parts: [Deviation]) {
    for part in parts {
      switches += part.switches
      isThrottled = isThrottled || part.isThrottled
      alterations += part.alterations
      dataChanges += part.dataChanges
      delay += part.delay
    }
  }
}

/// A right service that a defect is one of. Some rules show only at services of other data, or that
/// limit requests: there the suites have to pass without the defect, too.
package struct Setting: Sendable {
  package let name: String
  package let deviation: Deviation

  package static let all = [standard, throttled, shortTemporaryAccess]

  /// The reference service as it is.
  package static let standard = Setting(name: "standard", deviation: Deviation())

  /// It limits the requests of each address.
  package static let throttled = Setting(
    name: "throttled",
    deviation: {
      var deviation = Deviation()
      deviation.isThrottled = true
      return deviation
    }())

  /// Its temporary passes last some seconds.
  package static let shortTemporaryAccess = Setting(
    name: "short temporary access",
    deviation: Deviation(data: { data in
      for index in data.mvpds.indices where data.mvpds[index].temporary?.isPromotional == false {
        data.mvpds[index].temporary?.duration = .seconds(3)
      }
    }))
}

/// One way in which a service can be wrong. It breaks one requirement, and the others that say the
/// same.
package struct Defect: Sendable {
  /// In words with hyphens, such as `expired-token-accepted`; each defect has another.
  package let name: String
  /// The ids of the requirements that it breaks; the first is the one it was made for. A report
  /// blames it on the right requirement if it names one of them.
  package let requirements: [String]
  /// The service's behaviour, in a sentence without a full stop.
  package let summary: String
  /// The right service that it is a defect of.
  package let setting: Setting
  /// The fault, without the setting.
  package let fault: Deviation

  /// The whole way in which the service differs from the reference service.
  package var deviation: Deviation { Deviation([setting.deviation, fault]) }
}

/// One way in which a service is right and differs from the reference service.
package struct Variant: Sendable {
  /// In words with hyphens, such as `header-names-in-capitals`; each variant has another.
  package let name: String
  /// The source of the freedom: the id of an ambiguity (`AMB-12`), or a document and its section.
  package let source: String
  /// The service's behaviour, in a sentence without a full stop.
  package let summary: String
  package let deviation: Deviation

  package init(name: String, source: String, summary: String, deviation: Deviation) {
    self.name = name
    self.source = source
    self.summary = summary
    self.deviation = deviation
  }
}

/// The reference service with deviations: what `serve` runs and `selftest` tries the suites on.
/// Without deviations it is the reference service.
package final class DeviatingService: Sendable {
  private let service: ReferenceService
  private let passage: Alteration.Passage?
  /// Those that are not on for all requests.
  private let scoped: [Deviation.Turned]
  private let delay: Duration
  private let pause: @Sendable (Duration) -> Void
  private let hasAltered = Atomic(false)

  /// - Parameters:
  ///   - data: Before the deviation changes it.
  ///   - now: The clock of the service.
  ///   - randomBytes: Returns as many bytes as asked for.
  ///   - settings: Its switches are joined with those of the deviation.
  ///   - pause: Blocks for as long as it is told.
  package init(
    _ deviation: Deviation, data: ServiceData = .standard,
    now: @escaping @Sendable () -> Timestamp, randomBytes: @escaping @Sendable (Int) -> [UInt8],
    settings: ServiceSettings = .init(), pause: @escaping @Sendable (Duration) -> Void
  ) {
    var data = data
    for change in deviation.dataChanges { change(&data) }
    var settings = settings
    for turned in deviation.switches where turned.endpoints == nil {
      settings.switches.formUnion(turned.switches)
    }
    settings.isThrottled = settings.isThrottled || deviation.isThrottled
    scoped = deviation.switches.filter { $0.endpoints != nil }
    service = ReferenceService(data: data, now: now, randomBytes: randomBytes, settings: settings)
    delay = deviation.delay
    self.pause = pause
    passage = deviation.alterations.isEmpty ? nil : Alteration.passage(deviation.alterations)
  }
}

extension DeviatingService {
  /// Answers a request.
  ///
  /// - Parameter peer: The address of the client, without its port.
  package func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    if delay > .zero { pause(delay) }
    guard let passage else { return own(request, from: peer) }
    var isUnaltered = false
    var last: HTTPResponse?
    let response = passage(request) { asked in
      let answer = own(asked, from: peer)
      isUnaltered = last == nil && asked == request
      last = answer
      return answer
    }
    if !isUnaltered || response != last { hasAltered.store(true, ordering: .relaxed) }
    return response
  }

  /// Whether any request was served otherwise than by the reference service, as far as can be told:
  /// an alteration changed something, or a rule worked otherwise.
  package var hasDeviated: Bool { hasAltered.load(ordering: .relaxed) || service.hasUsedSwitch }

  /// The answer before it is altered.
  private func own(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    guard !scoped.isEmpty, let endpoint = ServiceEndpoint(request) else {
      return service.answer(request, from: peer)
    }
    var switches: Set<Switch> = []
    for turned in scoped where turned.endpoints?.contains(endpoint) == true {
      switches.formUnion(turned.switches)
    }
    return service.answer(request, from: peer, switches: switches)
  }

  /// The facts that a target profile for this service has, by their names there.
  package var facts: JSONObject { service.facts }
}

/// The defects and the right variants that can be named.
package struct DeviationTables: Sendable {
  package struct Area<Entry: Sendable>: Sendable {
    package let name: String
    package let entries: [Entry]
  }

  package private(set) var defectAreas: [Area<Defect>] = []
  /// Where several variants are on at once, they apply in this order.
  package private(set) var variantAreas: [Area<Variant>] = []

  /// All defects, in the order of the areas.
  package var defects: [Defect] { defectAreas.flatMap(\.entries) }
  /// All variants, in the order of the areas.
  package var variants: [Variant] { variantAreas.flatMap(\.entries) }
}

extension DeviationTables {
  /// Where the files of the tables are, in the folder of the suites.
  package static let folder = "selftest"

  /// Reads files, in the order of their names.
  ///
  /// - Parameter requirements: The ids of all requirements that there are; nil where nobody asks.
  /// - Returns: The entries that were read without a mistake, and the mistakes.
  package static func read(
    _ files: [SourceFile], requirements: Set<String>? = nil
  ) -> (tables: DeviationTables, diagnostics: [Diagnostic]) {
    var tables = DeviationTables()
    var diagnostics: [Diagnostic] = []
    var places: [String: String] = [:]
    for file in files.sorted(by: { $0.name < $1.name }) {
      do throws(YAMLError) {
        var reader = DeviationReader(file.name, requirements, places)
        for document in try YAMLParser.documents(of: file) { tables.add(document.root, &reader) }
        diagnostics += reader.diagnostics
        places = reader.places
      } catch {
        diagnostics.append(
          Diagnostic(
            .error, error.description, file: file.name, at: error.position, length: error.length))
      }
    }
    return (tables, diagnostics.sorted())
  }

  private mutating func add(_ root: YAMLNode, _ reader: inout DeviationReader) {
    defectAreas += reader.areas(root, "defects").map { area in
      Area(name: area.name, entries: area.entries.compactMap { reader.defect($0) })
    }
    variantAreas += reader.areas(root, "variants").map { area in
      Area(name: area.name, entries: area.entries.compactMap { reader.variant($0) })
    }
  }
}

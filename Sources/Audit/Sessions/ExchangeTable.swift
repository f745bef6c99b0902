// SPDX-License-Identifier: Apache-2.0
// Exchanges with what is known of them.

/// Exchanges in the order of time, with what is known of them.
package struct ExchangeTable: Sendable {
  private let exchanges: [IndexedExchange]
  let rows: ExchangeRows

  init(_ exchanges: [IndexedExchange], _ rows: ExchangeRows) {
    self.exchanges = exchanges
    self.rows = rows
  }
}

extension ExchangeTable: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { exchanges.count }

  package subscript(index: Int) -> IndexedExchange { exchanges[index] }
}

extension ExchangeTable {
  /// The value with an index of its name.
  package func value(_ value: Int, of index: Int) -> ValueNumber {
    rows.value(value, of: exchanges[index])
  }

  func mark(_ slot: Int, of index: Int) -> Mark { rows.mark(slot, of: exchanges[index]) }

  func detail(_ slot: Int, of index: Int) -> DetailNumber {
    rows.detail(slot, of: exchanges[index])
  }
}

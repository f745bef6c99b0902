// SPDX-License-Identifier: Apache-2.0
// The error where no scenario is within a budget.

/// No scenario is within a budget; `cost` is that of the first scenario, with all that it needs.
package struct BudgetTooSmall: Error {
  package let cost: PlanCost
}

// SPDX-License-Identifier: Apache-2.0
// Rules and exchanges of tests.

import Audit

// SPDX-License-Identifier: Apache-2.0
// Tests of the dates of header fields.

import HTTP
import Testing
import Text

@Suite struct HTTPDateTests {
  /// 2026-11-21T00:00:00Z
  static let now = Timestamp(milliseconds: 1_795_219_200_000)

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Sun Nov 06 08:49:37 1994", 784_111_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
    ("Wed Nov 30 00:00:00 2022", 1_669_766_400),
    ("Saturday, 21-Nov-76 00:00:00 GMT", 3_373_142_400),
    ("Monday, 21-Nov-77 00:00:00 GMT", 248_918_400),
    ("Sat, 31 Dec 1994 23:59:59 GMT", 788918399),
    ("Tue, 29 Feb 2000 00:00:00 GMT", 951782400),
    ("Sun, 30 Apr 1995 00:00:00 GMT", 799200000),
    ("Thu, 01 Jan 2026 00:00:00 GMT", 1767225600),
  ])
  func `reads each of the three forms`(text: String, seconds: Int) {
    #expect(HTTPDate.timestamp(text, now: Self.now)?.milliseconds == seconds * 1000)
  }

  @Test func `knows each month and each day`() {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let starts = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    for (month, days) in zip(months, starts) {
      let date = HTTPDate.timestamp("Thu, 02 \(month) 1970 00:00:01 GMT", now: Self.now)
      #expect(date?.milliseconds == ((days + 1) * 86_400 + 1) * 1000, "\(month)")
    }
    for day in ["Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur", "Sun"] {
      let texts = [
        "\(day.prefix(3)), 02 Jan 1990 00:00:01 GMT", "\(day)day, 02-Jan-90 00:00:01 GMT",
      ]
      for text in texts {
        #expect(HTTPDate.timestamp(text, now: Self.now)?.milliseconds == 631_238_401_000, "\(text)")
      }
      #expect(HTTPDate.timestamp("\(day.prefix(3)) Jan  2 00:00:01 1990", now: Self.now) != nil)
    }
  }

  @Test(arguments: [
    "", "0", "Sun", "06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
    "Wed, 29 Feb 2023 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Day, 06 Nov 1994 08:49:37 GMT",
    "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 94", "1994-11-06T08:49:37Z",
    "Sun, 06 Nov 1994 +8:49:37 GMT",
    "Fri, 32 Jan 1970 00:00:00 GMT", "Fri, 32 Mar 1970 00:00:00 GMT",
    "Fri, 32 May 1970 00:00:00 GMT",
    "Fri, 31 Jun 1970 00:00:00 GMT", "Fri, 32 Jul 1970 00:00:00 GMT",
    "Fri, 32 Aug 1970 00:00:00 GMT",
    "Fri, 31 Sep 1970 00:00:00 GMT", "Fri, 32 Oct 1970 00:00:00 GMT",
    "Fri, 30 Feb 2024 00:00:00 GMT",
    "Mon, 29 Feb 2100 00:00:00 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
    "Thu, 29 Feb 1900 00:00:00 GMT", "Sun, 31 Apr 1995 00:00:00 GMT",
    "Sun, 32 Dec 1994 00:00:00 GMT", "Sunday, 06-Nov-94 08:49:37 UTC",
    "Someday, 06-Nov-94 08:49:37 GMT", "Day Nov  6 08:49:37 1994",
    "Sun, 06 Nov 1994 08:49:37:00 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
    "Sunday, 06-Nov-94-1 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
    "Sunday 06-Nov-94 08:49:37 GMT", "Sun, Nov  6 08:49:37 1994",
  ])
  func `reads nothing else`(text: String) {
    #expect(HTTPDate.timestamp(text, now: Self.now) == nil)
  }
}

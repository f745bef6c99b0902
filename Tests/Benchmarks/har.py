#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times `sso-conformance audit` on a large recording, and measures its memory.

    python3 Tests/Benchmarks/har.py .build/release/sso-conformance [MEGABYTES] [SHARE …]

The recordings are made of that of a run (`run --record-har`), once for each SHARE of the bytes that
belongs to the service, 0.5 and 1.0 by default. Between those entries stand entries of other hosts, with
scripts and pictures. There are three shapes:

    many    each copy of the run has devices and tokens of its own, and begins an hour after the last
    one     all copies are of one device
    same    the same entries come again and again

Python's own JSON reader on the same bytes is the measure: the time of the audit is a multiple of it.
"""

import base64
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta


def recorded(executable, folder):
    """The entries of a run against the reference service, each as a line."""
    path = os.path.join(folder, "run.har")
    subprocess.run(
        [executable, "run", "--record-har", path, "--reports", os.path.join(folder, "reports")],
        check=True, stdout=subprocess.DEVNULL)
    with open(path) as file:
        return [line.rstrip(",\n") for line in file.readlines()[1:-1]]


def others():
    """Entries of other hosts."""
    script = "function f(a){return \"é\\n\"+a}\n" * 2000
    picture = base64.b64encode(random.Random(1).randbytes(60000)).decode()
    for content in ({"mimeType": "text/javascript", "text": script},
                    {"mimeType": "image/png", "text": picture, "encoding": "base64"}):
        yield json.dumps({
            "startedDateTime": "2026-11-21T05:30:00.000Z", "time": 1,
            "request": {"method": "GET", "url": "https://cdn.example.com/file", "headers": []},
            "response": {"status": 200, "headers": [], "content": content}})


def write(path, lines, size, share, shape):
    """Writes copies until the file is large enough."""
    foreign = list(others())
    written = {True: 0, False: 0}
    time_of = re.compile(r'"startedDateTime":"([^"]+)"')
    tokens = re.compile(r'[0-9a-f]{48}|fingerprint [A-Za-z0-9+/=]{20,}')
    if shape == "one":
        lines = [re.sub(r'fingerprint [A-Za-z0-9+/=]{20,}', DEVICE, line) for line in lines]
    with open(path, "w") as file:
        file.write('{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[\n')
        separator, copy = "", 0
        while sum(written.values()) < size:
            shift = timedelta(hours=0 if shape == "same" else copy)
            for line in lines:
                moved = time_of.sub(
                    lambda match: '"startedDateTime":"' + (
                        datetime.strptime(match[1], "%Y-%m-%dT%H:%M:%S.%fZ") + shift
                    ).isoformat(timespec="milliseconds") + 'Z"', line)
                if copy and shape == "many":
                    moved = tokens.sub(lambda match: changed(match[0], copy), moved)
                file.write(separator + moved)
                separator = ",\n"
                written[True] += len(moved)
                while written[False] * share < written[True] * (1 - share):
                    other = foreign[copy % 2]
                    file.write(separator + other)
                    written[False] += len(other)
                if sum(written.values()) >= size:
                    break
            copy += 1
        file.write("]}}\n")


DEVICE = "fingerprint " + base64.b64encode(b"5f" * 32).decode()


def changed(value, copy):
    """Another value of the same form: its last digits are the number of the copy."""
    if value.startswith("fingerprint "):
        text = base64.b64decode(value[12:] + "==").decode("latin-1")
        text = text[:-4] + f"{copy:04x}"
        return "fingerprint " + base64.b64encode(text.encode("latin-1")).decode()
    return value[:-4] + f"{copy:04x}"


def measured(command):
    """Seconds, peak in megabytes, and the last line of a child that is forked for it alone."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    # Linux counts kilobytes, macOS bytes.
    peak = usage.ru_maxrss / (1e3 if sys.platform == "linux" else 1e6)
    return time.perf_counter() - start, peak, (output.strip().splitlines() or [""])[-1]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    executable = sys.argv[1]
    megabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 500
    shares = [float(share) for share in sys.argv[3:]] or [0.5, 1.0]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "large.har")
        reports = os.path.join(folder, "reports")
        lines = recorded(executable, folder)
        print("shape  share   MB/s  of Python's time  peak")
        for shape in ("many", "one", "same"):
            for share in shares:
                write(path, lines, int(megabytes * 1e6), share, shape)
                size = os.path.getsize(path) / 1e6
                seconds, peak, _ = measured([executable, "audit", path, "--reports", reports])
                script = f"import json; json.load(open({path!r}))"
                python, _, _ = measured([sys.executable, "-c", script])
                print(f"{shape:6} {share:5.0%} {size / seconds:6.0f} {seconds / python:17.2f} "
                      f"{peak:4.0f} MB", flush=True)


if __name__ == "__main__":
    main()

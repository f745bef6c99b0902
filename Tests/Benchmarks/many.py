#!/usr/bin/env python3
"""Measures the peak memory of runs of very many scenarios: many.py EXECUTABLE [COUNT ...]

Three kinds of scenarios are measured: those that wait for nothing, those that get the right answer to
one request, and those that get a wrong one. The requests go to the reference service, which the
executable serves on a port of its own. Printed are the peak memory, the time, and the size of the
reports.
"""
import os
import re
import subprocess
import sys
import tempfile
import time

STEPS = {
    "waiting": "{step: Wait, wait: 0s}",
    "passing": "{step: Ask, request: {GET: /missing}, expect: {status: 404}}",
    "failing": "{step: Ask, request: {GET: /missing}, expect: {status: 200, json: {a: 1}}}",
}


def write_suite(path, count, step):
    """One file with a table of a thousand rows for each thousand scenarios."""
    with open(path, "w") as file:
        file.write("suite: Many\nscenarios:\n")
        for table in range(0, count, 1000):
            rows = ", ".join(str(row) for row in range(min(1000, count - table)))
            file.write(f"  - scenario: Row ${{row}} of table {table}\n    cases:\n      each: row\n"
                       f"      in: [{rows}]\n    steps:\n      - {step}\n")


def peak(command):
    """The peak memory of a command in MB, by a process of its own: to that of a child the system
    adds what its parent held when it was started."""
    program = ("import resource, subprocess, sys\n"
               "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
               "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    began = time.perf_counter()
    printed = subprocess.run([sys.executable, "-c", program] + command, check=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return int(printed.stdout) / 1024, time.perf_counter() - began


def main(executable, counts):
    server = subprocess.Popen([executable, "serve"], stdout=subprocess.PIPE, text=True)
    try:
        text = ""
        while "runs the suites" not in text:
            text += server.stdout.readline()
        base = re.search(r"http://\S+", text).group(0)
        with tempfile.TemporaryDirectory() as folder:
            for count in counts:
                for kind, step in STEPS.items():
                    suite = os.path.join(folder, "many.yaml")
                    reports = os.path.join(folder, "reports")
                    write_suite(suite, count, step)
                    megabytes, seconds = peak(
                        [executable, "run", suite, "--target", base, "--reports", reports])
                    size = sum(os.path.getsize(os.path.join(reports, name))
                               for name in os.listdir(reports)) / 1e6
                    print(f"{count:7} {kind}: {megabytes:6.0f} MB, {seconds:6.1f} s, "
                          f"reports of {size:.0f} MB", flush=True)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], [int(word) for word in sys.argv[2:]] or [1000, 10000])

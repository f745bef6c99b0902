#!/usr/bin/env python3
"""Times the runner against Tavern and Gabbi, side by side: peers.py EXECUTABLE [FLOWS ...]

The flows are those of flow.py: 13 requests to the reference service, which the executable serves,
and at each step the same three assertions by all: the status, the media type and a member of the
JSON. Tavern and Gabbi are those of the Python that runs this file:

    python3 -m venv .venv-peers && .venv-peers/bin/pip install tavern gabbi 'pytest<9'
    .venv-peers/bin/python Tests/Benchmarks/peers.py EXECUTABLE

Printed are the medians of three rounds and how many times faster the runner is with one job.
"""
import os
import statistics
import sys
import tempfile

import flow


def steps(facts):
    for number, (method, path) in enumerate(flow.REQUESTS):
        member = "requestor" if path == "configuration" else "profiles"
        yield number, method, f"/api/v2/{facts['service_provider']}/{path}".replace(
            "{mvpd}", facts["mvpd"]), member


def headers(facts):
    return {"Authorization": f"Bearer {facts['token']}",
            "AP-Device-Identifier": "fingerprint YmVuY2htYXJr",
            "X-Device-Info": "eyJvc05hbWUiOiJ0dk9TIn0="}


def tavern(base, facts, flows):
    documents = []
    for row in range(flows):
        stages = "".join(f"""
  - name: Request {number}
    request:
      method: {method}
      url: "{base}{path}"
      headers: {headers(facts)}
    response:
      strict: [json:off]
      status_code: 200
      headers: {{content-type: application/json}}
      json:
        {member}: !anydict""" for number, method, path, member in steps(facts))
        documents.append(f"test_name: Flow {row}\nstages:{stages}\n")
    return "---\n".join(documents)


def gabbi(facts, flows):
    tests = "".join(f"""
  - name: Flow {row} request {number}
    {method}: "{path}"
    status: 200
    response_headers: {{content-type: application/json}}
    response_json_paths: {{"$.{member}": /.*/}}""" for row in range(flows)
                    for number, method, path, member in steps(facts))
    return f"defaults:\n  request_headers: {headers(facts)}\ntests:{tests}\n"


def measure(executable, base, facts, counts):
    python = os.path.dirname(sys.executable)
    with tempfile.TemporaryDirectory() as folder:
        for flows in counts or [100]:
            def write(name, text):
                path = os.path.join(folder, name)
                with open(path, "w") as file:
                    file.write(text)
                return path

            suite = write(f"flow-{flows}.yaml", flow.suite("Flows", flows))
            # Tavern finds its files by their names.
            peer = write(f"test_{flows}.tavern.yaml", tavern(base, facts, flows))
            other = write(f"gabbi-{flows}.yaml", gabbi(facts, flows))
            rows = {
                "jobs 1": flow.runner(executable, suite, base, facts, folder, 1),
                "jobs 8": flow.runner(executable, suite, base, facts, folder, 8),
                "Tavern": [f"{python}/pytest", "-q", "-p", "no:cacheprovider", peer],
                "Gabbi": [f"{python}/gabbi-run", base, "--", other],
            }
            times = {name: [] for name in rows}
            for _ in range(3):
                for name, command in rows.items():
                    times[name].append(flow.timed(command))
            medians = {name: statistics.median(values) for name, values in times.items()}
            print(f"{flows} flows of {len(flow.REQUESTS)} steps")
            for name, seconds in medians.items():
                print(f"  {name:8} {seconds * 1000:9.1f} ms  {seconds / medians['jobs 1']:7.1f} ×")


if __name__ == "__main__":
    flow.serve(sys.argv[1], [int(word) for word in sys.argv[2:]], measure)

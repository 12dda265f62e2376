"""Prints the scripts that an example of examples/ci has its machine run: a JSON list of {name, script, environment}."""
import json
import re
import shlex
import sys

import yaml


def github(text):
    workflow = yaml.safe_load(text)
    for name, job in workflow["jobs"].items():
        for step in job["steps"]:
            if "run" in step:
                settings = [part.get("env", {}) for part in (workflow, job, step)]
                yield f"{name}: {step['name']}", step["run"], settings[0] | settings[1] | settings[2]


def gitlab(text):
    pipeline = yaml.safe_load(text)
    for name, job in pipeline.items():
        if isinstance(job, dict) and "script" in job:
            yield name, "\n".join(job["script"]), pipeline["variables"]


def jenkins(text):
    settings = dict(re.findall(r"^ +([A-Z_]+) = (.+)$", text, re.MULTILINE))
    for match in re.finditer(r"\bsh(?:\(.*?script:)? *'([^']*)'", text):
        yield match.group(1), match.group(1), {name: value.strip("'") for name, value in settings.items()}


def kubernetes(text):
    for document in yaml.safe_load_all(text):
        pod = document["spec"]["jobTemplate"]["spec"]["template"]["spec"]
        for container in pod["containers"]:
            settings = {setting["name"]: setting["value"] for setting in container["env"]}
            yield container["name"], shlex.join(container["command"] + container.get("args", [])), settings


def systemd(text):
    lines = text.splitlines()
    settings = dict(line.removeprefix("Environment=").split("=", 1) for line in lines if line.startswith("Environment="))
    for line in lines:
        if line.startswith("ExecStart="):
            yield line, line.removeprefix("ExecStart="), settings


path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    text = file.read()
if "/github/" in path:
    scripts = github(text)
elif "/gitlab/" in path:
    scripts = gitlab(text)
elif "/jenkins/" in path:
    scripts = jenkins(text)
elif "/kubernetes/" in path:
    scripts = kubernetes(text)
elif path.endswith((".service", ".timer")):
    scripts = systemd(text)
else:
    scripts = [("the script", text, {})]
json.dump([{"name": name, "script": script, "environment": env} for name, script, env in scripts], sys.stdout)

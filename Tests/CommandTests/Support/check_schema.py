"""Checks documents against a JSON Schema by Python's jsonschema, which knows nothing of the Swift code.

  check_schema.py SCHEMA FILE...    FILE is JSON, JSON lines (*.ndjson) or YAML (*.yaml, a document or several)

With STRICT=1 a member that the schema does not describe is an error too.
"""
import json, os, sys
import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """YAML as the tool reads it: JSON's booleans and numbers, and !secret says nothing of the value."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rules if tag != "tag:yaml.org,2002:timestamp"]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_constructor("!secret", lambda loader, node: "secret")


def documents(path):
    with open(path, encoding="utf-8") as file:
        if path.endswith((".yaml", ".yml")):
            return [document for document in yaml.load_all(file, Loader) if document is not None]
        if path.endswith(".ndjson"):
            return [json.loads(line) for line in file]
        return [json.load(file)]


def close(schema):
    if isinstance(schema, dict):
        if "properties" in schema and "additionalProperties" not in schema:
            schema["additionalProperties"] = False
        for value in list(schema.values()):
            close(value)
    elif isinstance(schema, list):
        for value in schema:
            close(value)


with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
if os.environ.get("STRICT") == "1":
    close(schema)
faults = []
for path in sys.argv[2:]:
    for document in documents(path):
        for error in kind(schema).iter_errors(document):
            best = jsonschema.exceptions.best_match([error])
            faults.append(f"{path}: {'/'.join(map(str, best.absolute_path))}: {best.message[:300]}")
print("\n".join(faults))
sys.exit(1 if faults else 0)

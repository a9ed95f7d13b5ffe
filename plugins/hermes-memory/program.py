"""Calls the loci program. All judgement is in it; this file only carries.

Nothing here raises: an agent must go on without its memory.
"""

import json
import logging
import os
import re
import shutil
import subprocess

log = logging.getLogger(__name__)

TOOLS = ("remember", "recall", "forget")
SECONDS = 7  # Hermes waits eight for a memory provider

FENCE = re.compile(r"<loci-context [0-9a-f]+>")

# Every request of MCP 2026-07-28 stands by itself: one line in, one line out.
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "hermes", "version": "1"},
}


def path():
    """The program, or None where there is none."""
    return shutil.which(os.environ.get("LOCI_BIN") or "loci")


def environment():
    """What the program is given: never the leave to act for a person."""
    return {name: value for name, value in os.environ.items() if name != "LOCI_PERSON"}


def run(arguments, text):
    """Returns what the program prints, and nothing if it does not run."""
    program = path()
    if not program:
        return ""
    try:
        done = subprocess.run(
            [program, *arguments],
            input=text,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            env=environment(),
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        log.warning("loci %s: %s", arguments[0], type(error).__name__)
        return ""
    if done.stderr:  # never holds what anybody said
        log.warning("%s", "; ".join(done.stderr.splitlines()))
    return done.stdout


def mapped(value):
    """The value if it is an object, an empty one otherwise."""
    return value if isinstance(value, dict) else {}


def listed(value):
    """The objects in a list, none if it is no list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def parsed(text):
    """The JSON object in a text, an empty one if there is none."""
    try:
        return mapped(json.loads(text))
    except (ValueError, RecursionError):
        return {}


def hook(event, session_id, **extra):
    """Tells the program of an event, as Hermes tells its shell hooks."""
    told = {"hook_event_name": event, "session_id": session_id, "cwd": folder(), "extra": extra}
    return parsed(run(["hook", "--host", "hermes"], json.dumps(told, default=unsent)))


def unsent(_):
    """What stands for a value that is no JSON: nothing that could be read."""
    return {}


def folder():
    try:
        return os.getcwd()
    except OSError:  # it is gone
        return ""


def ask(method, params, *flags):
    """Asks the program's MCP server one thing; the answer has result or error."""
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": META}}
    return parsed(run(["mcp", *flags], json.dumps(request, default=unsent) + "\n"))


def schemas():
    """The tools as Hermes wants them, none if the program is not there."""
    answer = mapped(ask("tools/list", {}).get("result"))
    return [
        {"name": tool["name"], "description": tool.get("description", ""), "parameters": mapped(tool.get("inputSchema"))}
        for tool in listed(answer.get("tools"))
        if tool.get("name") in TOOLS
    ]


def call(tool, arguments, user):
    """Calls a tool for a user; the answer is JSON, whatever happens."""
    if not user:
        return json.dumps({"error": "loci is paused, or cannot tell who wrote: nothing was done"})
    answer = ask("tools/call", {"name": tool, "arguments": arguments or {}}, "--user", user)
    result = mapped(answer.get("result"))
    said = text_of(result.get("content"))
    if result and not result.get("isError"):
        return json.dumps(result.get("structuredContent") or {"text": said})
    failed = said or mapped(answer.get("error")).get("message") or "loci did not answer"
    return json.dumps({"error": failed})


def model():
    """Which models the program has read messages; "host" is Hermes' own."""
    return run(["config", "get", "model.provider"], "").strip().split(",")


def think(complete):
    """Has the messages that wait read by a model: complete(instructions, text,
    schema) returns its answer, with what it took.
    """
    program = path()
    if not program:
        return
    command = [program, "maintain", "--host-model"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **pipes, encoding="utf-8", env=environment()) as loci:
        for question in map(parsed, loci.stdout):
            if "id" not in question or "instructions" not in question:
                continue
            try:
                answer = complete(question["instructions"], question.get("input", ""), question.get("schema"))
            except Exception as error:  # whatever a model's client may raise
                answer = {"error": type(error).__name__}
            loci.stdin.write(json.dumps({"id": question["id"], **answer}) + "\n")
            loci.stdin.flush()


def text_of(message):
    """The words of a message, which may be a list of parts."""
    if not isinstance(message, list):
        return message if isinstance(message, str) else ""
    parts = (part.get("text") if isinstance(part, dict) else part for part in message)
    return "\n".join(part for part in parts if isinstance(part, str))


def shown(messages):
    """Of a conversation, the marks of the blocks that the model has seen."""
    marks = {}
    for message in messages if isinstance(messages, (list, tuple)) else ():
        if isinstance(message, dict):
            sent = text_of(message.get("api_content") or message.get("content"))
            marks.update(dict.fromkeys(FENCE.findall(sent)))
    return list(marks)

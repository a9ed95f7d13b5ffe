"""Turns of several people through Hermes' own loader, tool registry and memory
manager, as its gateway drives them. Run with Hermes on the path.
"""

import json
import threading

from agent import skill_commands as skills
from agent.memory_manager import MemoryManager
from hermes_cli.plugins import get_plugin_manager
from plugins.memory import discover_memory_providers, load_memory_provider
from tools.registry import registry
from tools.skill_provenance import reset_current_write_origin, set_current_write_origin

plugins = get_plugin_manager()
plugins.discover_and_load()
(loci,) = [plugin for plugin in plugins.list_plugins() if plugin["name"] == "loci"]
assert loci["enabled"] and not loci["error"], loci


def hooks(session, sender, message, platform="telegram"):
    """A turn as the hooks are told of it; returns what the model gets."""
    same = dict(session_id=session, task_id=session, turn_id=session + message, user_message=message, model="m", platform=platform)
    got = plugins.invoke_hook("pre_llm_call", conversation_history=[], is_first_turn=True, sender_id=sender, **same)
    plugins.invoke_hook("post_llm_call", conversation_history=[], assistant_response="Noted.", **same)
    return "".join(result["context"] for result in got)


def tool(name, session, **arguments):
    return json.loads(registry.dispatch(name, arguments, session_id=session, task_id=session, user_task=None))


assert hooks("a", "42", "I live in Porto.") == ""
assert hooks("b", "43", "I live in Rome.") == ""
assert "Porto" in hooks("a2", "42", "Where do I live?")
assert tool("remember", "b", content="Sails on the Swan")["stored"]
assert tool("recall", "a", query="what sails?")["hits"] == []
assert "Swan" in json.dumps(tool("recall", "b", query="what sails?"))
assert tool("forget", "b", what="Swan")["state"] == "erased"
assert hooks("c", "", "I live in Madrid.") == "" and "error" in tool("recall", "c")
assert hooks("d", "", "I live in Berlin.", platform="subagent") == ""

# What Hermes says to itself in somebody's name, and what it puts before a person's words.
token = set_current_write_origin("background_review")
hooks("a", "", "I live in Paris.", platform="cli")
reset_current_write_origin(token)
assert "error" not in tool("recall", "a")  # 42 still is who wrote last
skill = f'[IMPORTANT: The user has invoked the "pets" skill. {skills._SINGLE_SKILL_MARKER} I have a parrot called Polly. '
hooks("l", "46", skill + skills._SINGLE_SKILL_INSTRUCTION + "I have a dog called Rex.")
assert "Rex" in json.dumps(tool("recall", "l")) and "Polly" not in json.dumps(tool("recall", "l"))

hooks("k", "45", "The spare key is with Dona Rosa.")
for thread in threading.enumerate():
    if thread.name == "loci-model":
        thread.join()

(found,) = [provider for provider in discover_memory_providers() if provider[0] == "loci-memory"]
assert found[2], found
memory = MemoryManager()
memory.add_provider(load_memory_provider("loci-memory"))
memory.initialize_all("e", platform="telegram", user_id="44", agent_context="primary")
assert "loci" in memory.build_system_prompt()
assert memory.prefetch_all("I live in Braga.") == ""
memory.sync_all("I live in Braga.", "Noted.", session_id="e", messages=[])
memory.queue_prefetch_all("I live in Braga.", session_id="e")
assert memory.flush_pending(timeout=30)
assert "Braga" in memory.prefetch_all("Where do I live?")
assert memory.has_tool("recall") and "Braga" in memory.handle_tool_call("recall", {"query": "Braga"})
memory.on_session_switch("f", parent_session_id="e", reset=True)
assert "Braga" in memory.prefetch_all("Where do I live?")
memory.on_session_end([])
memory.shutdown_all()

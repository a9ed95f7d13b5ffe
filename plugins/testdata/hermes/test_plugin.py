"""What Hermes does to the plugin, without Hermes: calls it with keyword
arguments, with more of them than it knows, for several people at once.
"""

import ast
import json
import os
import sys
import threading
import types
import unittest

import support


class Context:
    """The part of Hermes' plugin context that the plugin may use."""

    def __init__(self):
        self.hooks, self.tools = {}, {}

    def register_hook(self, event, callback):
        self.hooks[event] = callback

    def register_tool(self, name, toolset, schema, handler, check_fn=None, requires_env=None, is_async=False, description="", emoji="", override=False):
        assert toolset and not override and schema["name"] == name and schema["parameters"]["type"] == "object"
        self.tools[name] = handler


class Case(support.Case):
    def setUp(self):
        super().setUp()
        self.plugin = support.load("hermes")
        self.ctx = Context()
        self.turn = 0

    def register(self):
        self.plugin.register(self.ctx)
        return self.ctx

    def say(self, message, session="s", platform="cli", sender="", history=()):
        """A turn as Hermes 0.19 to 0.21 tell it; returns what the model gets."""
        self.turn += 1
        same = {
            "session_id": session, "task_id": session, "turn_id": f"{session}:{session}:{self.turn}", "user_message": message,
            "conversation_history": [*history, {"role": "user", "content": message}], "model": "m", "platform": platform,
            "telemetry_schema_version": "hermes.observer.v1", "of_a_later_version": object(),
        }
        got = self.ctx.hooks["pre_llm_call"](is_first_turn=self.turn == 1, sender_id=sender, **same)
        self.ctx.hooks["post_llm_call"](assistant_response="Noted.", **same)
        return got

    def call(self, tool, session="s", **arguments):
        answer = self.ctx.tools[tool](arguments, session_id=session, task_id=session, user_task="")
        self.assertIsInstance(answer, str)
        return json.loads(answer)


class Hearing(Case):
    def test_a_fact_is_kept_and_shown(self):
        self.register()
        self.assertIsNone(self.say("I am allergic to peanuts."))
        got = self.say("What can I cook tonight?")
        self.assertEqual(list(got), ["context"])
        self.assertIn("allergic to peanuts", got["context"])

    def test_a_fact_is_shown_while_the_model_has_it_not(self):
        self.register()
        self.say("I am allergic to peanuts.")
        got = self.say("What can I cook tonight?")
        had = [{"role": "user", "content": "What can I cook tonight?", "api_content": got["context"]}, {"role": "assistant", "content": None}]
        self.assertIsNone(self.say("And tomorrow?", history=had))
        self.assertEqual(list(self.say("And on Sunday?", history=had[1:])), ["context"])

    def test_a_message_may_be_a_list(self):
        self.register()
        self.say([{"type": "text", "text": "I live in Porto."}, {"type": "image_url", "image_url": {"url": "data:x"}}])
        self.say([{"type": "image_url", "image_url": {"url": "data:x"}}])
        self.say(None)
        self.assertIn("Porto", self.say(["where do I live?"])["context"])

    def test_several_people(self):
        self.register()
        people = {"a": ("telegram", "42"), "b": ("telegram", "43"), "c": ("whatsapp", "1 555@s.whatsapp.net")}
        for session, (platform, sender) in people.items():
            self.say(f"My cat is called Mia{session}.", session, platform, sender)
            self.assertTrue(self.call("remember", session, content=f"Sails on ship{session}")["stored"])
        for session, (platform, sender) in people.items():
            shown = self.say("What is my cat called?", session + "2", platform, sender)["context"]
            shown += json.dumps(self.call("recall", session + "2", query="which ship do I sail on?"))
            for other in people:
                self.assertEqual(f"Mia{other}" in shown and f"ship{other}" in shown, other == session, shown)
        self.assertIsNone(self.say("What is my cat called?", "d"))  # the owner has said nothing

    def test_nobody(self):
        self.register()
        self.say("I live in Porto.", "a", "telegram", "42")
        self.assertIsNone(self.say("I live in Rome.", "a", "telegram"))
        for tool, arguments in {"recall": {}, "remember": {"content": "Lives in Rome"}, "forget": {"what": "Porto"}}.items():
            self.assertIn("error", self.call(tool, "a", **arguments))
            self.assertIn("error", self.call(tool, "never heard of", **arguments))
        self.assertIsNone(self.say("Where do I live?"))

    def test_hermes_talking_to_itself(self):
        self.register()
        self.say("I live in Porto.", "a", "telegram", "42")
        self.pretend("tools.skill_provenance", is_background_review=lambda: True)
        self.assertIsNone(self.say("My dog is called Rex.", "a", "telegram"))
        self.assertNotIn("error", self.call("recall", "a"))  # 42 still is who wrote last
        self.pretend("tools.skill_provenance", is_background_review=lambda: False)
        self.pretend("agent.skill_commands", extract_user_instruction_from_skill_message=lambda text: text.partition("|")[2] or None)
        self.say("a skill: my bird is called Polly.|my fish is called Wanda.", "a", "telegram", "42")
        shown = json.dumps(self.call("recall", "a"))
        self.assertIn("Wanda", shown)
        self.assertNotIn("Polly", shown)
        self.assertNotIn("Rex", shown)


class Tools(Case):
    def test_they_answer(self):
        self.register()
        self.assertEqual(set(self.ctx.tools), {"remember", "recall", "forget"})
        self.say("hello there")
        self.assertTrue(self.call("remember", content="Prefers trains to planes")["stored"])
        self.assertFalse(self.call("remember", content="my password is hunter2XX99!")["stored"])
        self.assertIn("trains", json.dumps(self.call("recall", query="planes")))
        self.assertEqual(self.call("forget", what="trains")["state"], "erased")
        self.assertEqual(self.call("recall", query="planes")["hits"], [])

    def test_they_never_raise(self):
        self.register()
        self.say("hello there")
        for arguments in (None, {}, {"content": 5}, {"content": "x" * 100_000}, {"nonsense": []}):
            answer = self.ctx.tools["remember"](arguments, session_id="s")
            self.assertFalse(json.loads(answer).get("stored"), answer)
        json.loads(self.ctx.tools["remember"]({"content": "half a smile \ud83d"}, session_id="s"))

    def test_an_agent_is_no_person(self):
        os.environ["LOCI_PERSON"] = "1"
        self.register()
        self.say("I am allergic to peanuts.")
        self.assertEqual(self.call("forget", what="peanuts")["state"], "asked")


class Models(Case):
    """Hermes' own model reads what was said, where the user wants it."""

    SAID = "The spare key is with Dona Rosa."

    def complete_structured(self, *, instructions, input, json_schema, schema_name=None, purpose=None):
        (part,) = input
        self.asked.append(json.loads(part["text"])["message"])
        assert part["type"] == "text" and "quote" in instructions and json_schema["type"] == "object"
        if self.fails:
            raise RuntimeError("no credit")
        fact = {"quote": self.SAID, "text": self.SAID, "kind": "semantic", "category": "routine", "importance": "low"}
        fact |= {"polarity": "+", "due": "", "hedged": False, "confidence": 0.9}
        usage = types.SimpleNamespace(input_tokens=100, output_tokens=10, total_tokens=110)
        return types.SimpleNamespace(text=json.dumps({"facts": [fact], "remove": []}), parsed=None, usage=usage)

    def turn_read(self):
        self.say(self.SAID)
        for thread in threading.enumerate():
            if thread.name == "loci-model":
                thread.join()

    def setUp(self):
        super().setUp()
        self.asked, self.fails = [], False
        self.ctx.llm = self

    def test_it_reads(self):
        os.environ["LOCI_MODEL_PROVIDER"] = "host"
        self.register()
        self.fails = True
        self.turn_read()
        self.assertEqual(self.asked, [self.SAID])
        self.fails = False
        self.turn_read()  # both that wait
        self.assertEqual(self.asked, [self.SAID] * 3)
        (hit,) = (hit for hit in self.call("recall", query="spare key")["hits"] if hit["type"] == "memory")
        self.assertEqual((hit["category"], hit["origin"]), ("routine", "user_stated"))

    def test_it_is_not_asked_unless_wanted(self):
        self.register()
        self.turn_read()
        self.assertEqual(self.asked, [])


class Failing(Case):
    def test_no_program(self):
        os.environ["LOCI_BIN"] = "/nowhere/loci"
        with self.assertLogs("plugin.program", "WARNING"):
            self.register()
        self.assertEqual((self.ctx.tools, self.ctx.hooks), ({}, {}))

    def test_a_program_that_goes_wrong(self):
        self.register()
        for script in ("echo '[1]'", "echo nonsense", "exit 3", "printf '\\377'", "kill -9 $$"):
            self.program(script)
            self.assertIsNone(self.say("I live in Porto."), script)
            self.assertIn("error", self.call("recall"), script)

    def test_a_program_that_hangs(self):
        self.register()
        sys.modules["plugin.program"].SECONDS = 0.2
        self.program("exec sleep 60")
        with self.assertLogs("plugin.program", "WARNING"):
            self.assertIsNone(self.say("I live in Porto."))


class Files(unittest.TestCase):
    def test_only_the_standard_library(self):
        hermes = {"agent", "tools"}
        for path in support.PLUGINS.glob("hermes*/*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and node.level == 0:
                    names = [node.module]
                else:
                    names = [n.name for n in node.names] if isinstance(node, ast.Import) else []
                for name in names:
                    top = name.split(".")[0]
                    self.assertTrue(top in sys.stdlib_module_names or top in hermes, f"{path.name}: {name}")

"""What Hermes' memory manager does to the provider, without Hermes."""

import abc
import json
import os

import support


class MemoryProvider(abc.ABC):
    """What Hermes demands of a provider, and what it does if it has no more."""

    name = property(abc.abstractmethod(lambda self: ""))

    @abc.abstractmethod
    def is_available(self): ...

    @abc.abstractmethod
    def initialize(self, session_id, **kwargs): ...

    @abc.abstractmethod
    def get_tool_schemas(self): ...


class Memory(support.Case):
    def setUp(self):
        super().setUp()
        self.pretend("agent.memory_provider", MemoryProvider=MemoryProvider)

    def agent(self, session="s", platform="cli", context="primary", **who):
        """A provider as one agent of Hermes has it."""
        support.load("hermes-memory").register(self)
        provider = self.provider
        self.assertEqual(provider.name, "loci-memory")
        provider.initialize(session_id=session, platform=platform, hermes_home="/h", agent_context=context, agent_identity="default", **who)
        return provider

    def register_memory_provider(self, provider):
        self.provider = provider

    def say(self, provider, message, trivial=False):
        """A turn; returns what the model gets. What is trivial is not asked about."""
        got = "" if trivial else provider.prefetch(message, session_id="")
        self.assertIsInstance(got, str)
        sent = [{"role": "user", "content": message, "api_content": message + got}, {"role": "assistant", "content": "Noted."}]
        provider.sync_turn(message, "Noted.", session_id="s", messages=sent)
        return got

    def call(self, provider, tool, **arguments):
        return json.loads(provider.handle_tool_call(tool, arguments, session_id="s"))

    def test_nothing_raises_whatever_the_program_or_hermes_sends(self):
        provider = self.agent()
        for answer in ("", "null", "[]", '{"result":null}', '{"result":[]}', '{"error":"x"}', '{"result":{"content":null,"tools":null}}', '{"result":{"tools":[7,{}]}}'):
            self.program(f"cat > /dev/null\necho '{answer}'")
            provider.user = "me"
            self.assertIsInstance(self.call(provider, "recall", query="x"), dict, answer)
            self.assertEqual(provider.get_tool_schemas(), [])
        program = support.load("hermes-memory").program
        for messages in (None, 7, [None, "x", {}, {"content": None}, {"content": [7]}]):
            self.assertEqual(program.shown(messages), [])
        self.assertIsInstance(program.hook("pre_llm_call", "s", sender_id=object()), dict)
        self.program("echo '{\"instructions\":\"x\"}'")
        program.think(self.fail)
        os.environ["LOCI_BIN"] = "/nowhere"
        program.think(self.fail)

    def test_a_message_in_parts_is_kept(self):
        provider = self.agent()
        parts = [{"type": "text", "text": "I am allergic to peanuts."}]
        provider.prefetch(parts)
        provider.sync_turn(parts, [{"type": "text", "text": "Noted."}])
        self.assertIn("peanuts", self.say(provider, "What can I cook tonight?"))

    def test_a_fact_is_kept_and_shown(self):
        provider = self.agent()
        self.assertTrue(provider.is_available())
        self.assertIn("loci", provider.system_prompt_block())
        self.assertEqual(self.say(provider, "I am allergic to peanuts."), "")
        self.assertIn("peanuts", self.say(provider, "What can I cook tonight?"))
        self.assertEqual(self.say(provider, "And tomorrow?"), "")

    def test_what_the_model_has_lost_is_shown_again(self):
        provider = self.agent()
        self.say(provider, "I am allergic to peanuts.")
        provider.prefetch("What can I cook tonight?")
        self.assertEqual(provider.prefetch("And tomorrow?"), "")
        self.assertEqual(provider.on_pre_compress([]), "")
        self.assertIn("peanuts", provider.prefetch("And on Sunday?"))
        provider.sync_turn("And on Sunday?", "Noted.", messages=[{"role": "user", "content": "a summary"}])
        self.assertIn("peanuts", provider.prefetch("And on Monday?"))
        provider.on_session_switch("another", parent_session_id="s", reset=True, rewound=False)
        self.assertIn("peanuts", provider.prefetch("And on Monday?"))

    def test_what_is_said_in_passing(self):
        provider = self.agent()
        self.say(provider, "I live in Porto.", trivial=True)
        provider.sync_turn([{"type": "text", "text": "I have a dog called Rex."}], "Noted.")
        shown = self.say(self.agent("t"), "Tell me about my home.")
        self.assertIn("Porto", shown)
        self.assertIn("Rex", shown)

    def test_several_people(self):
        ana, ben = (self.agent(name, "telegram", user_id=name, user_name="Kim") for name in ("ana", "ben"))
        self.say(ana, "I live in Porto.")
        self.say(ben, "I live in Rome.")
        self.assertTrue(self.call(ben, "remember", content="Sails on the Swan")["stored"])
        self.assertNotIn("Swan", json.dumps(self.call(ana, "recall", query="what sails?")))
        self.assertIn("Swan", json.dumps(self.call(ben, "recall", query="what sails?")))
        self.assertEqual(self.say(self.agent("o"), "Where do I live?"), "")

    def test_those_who_are_not_heard(self):
        for provider in (self.agent(context="subagent"), self.agent(platform="cron", context="cron"), self.agent(platform="telegram")):
            self.assertEqual(self.say(provider, "I live in Porto."), "")
            self.assertIn("error", self.call(provider, "recall"))
        self.assertEqual(self.say(self.agent("o"), "Where do I live?"), "")

    def test_tools(self):
        provider = self.agent()
        self.assertEqual({schema["name"] for schema in provider.get_tool_schemas()}, {"remember", "recall", "forget"})
        self.assertIn("error", self.call(provider, "recall"))  # nobody has said anything
        self.say(provider, "hello there")
        self.assertEqual(self.call(provider, "recall", query="anything")["hits"], [])

    def test_no_program(self):
        os.environ["LOCI_BIN"] = "/nowhere/loci"
        provider = self.agent()
        self.assertFalse(provider.is_available())
        self.assertEqual(provider.get_tool_schemas(), [])
        self.assertEqual(self.say(provider, "I live in Porto."), "")

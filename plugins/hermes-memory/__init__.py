"""loci as Hermes' memory provider: hears what is said, shows the model what
matters before it answers, and gives it three tools.
"""

import threading
import uuid

from agent.memory_provider import MemoryProvider

from . import program


def register(ctx):
    """Called by Hermes when it looks for memory providers."""
    ctx.register_memory_provider(LociMemory())


class LociMemory(MemoryProvider):
    """The memory of one agent, which talks to one person at a time."""

    MOST = 16  # messages that may wait for their answer; interrupted ones wait for ever

    def __init__(self):
        self.session = ""
        self.speaker = {}  # who writes, as Hermes has verified it
        self.listens = False
        self.user = None  # whose memory the tools work on
        self.turns = {}  # message → the id of its turn
        self.schemas = []
        self.lock = threading.Lock()

    @property
    def name(self):
        return "loci-memory"

    def is_available(self):
        return program.path() is not None

    def unavailable_reason(self):
        return "loci is not there: put it on PATH, or set LOCI_BIN"

    def initialize(self, session_id, *, platform="", user_id="", agent_context="primary", **_):
        self.session = session_id
        self.speaker = {"platform": platform, "sender_id": user_id}
        self.listens = agent_context == "primary"  # and not to a sub-agent or a timer

    def system_prompt_block(self):
        return (
            "loci, the user's memory, listens by itself: what they say is kept, and what matters is shown to you. "
            "Call remember only for what they ask you to keep in other words, recall to look something up, and forget when they ask you to."
        )

    def prefetch(self, query, *, session_id=""):
        """What the model is to know before it answers a message."""
        return self.heard(program.text_of(query)).get("context") or ""

    def sync_turn(self, user_content, assistant_content, *, session_id="", messages=None):
        """A turn is over. Messages that Hermes finds trivial come here only."""
        if not self.listens:
            return
        message = program.text_of(user_content)
        with self.lock:
            turn = self.turns.pop(message, None)
        if turn is None:
            self.heard(message)
            with self.lock:
                turn = self.turns.pop(message, None)
        self.tell(
            "post_llm_call",
            turn_id=turn,
            assistant_response=program.text_of(assistant_content),
            conversation_history=None if messages is None else program.shown(messages),
        )

    def on_pre_compress(self, messages):
        """The model is about to lose what it was shown."""
        self.tell("on_pre_compress")
        return ""

    def on_session_switch(self, new_session_id, **_):
        self.session = new_session_id

    def get_tool_schemas(self):
        self.schemas = self.schemas or program.schemas()
        return self.schemas

    def handle_tool_call(self, tool_name, args, **_):
        return program.call(tool_name, args, self.user)

    def heard(self, message):
        turn = str(uuid.uuid4())
        with self.lock:
            if len(self.turns) >= self.MOST:
                self.turns.clear()
            self.turns[message] = turn
        answer = self.tell("pre_llm_call", turn_id=turn, user_message=message)
        self.user = answer.get("user")
        return answer

    def tell(self, event, **extra):
        if not self.listens:
            return {}
        return program.hook(event, self.session, **self.speaker, **extra)

"""loci in Hermes: hears what is said, shows the model what matters before it
answers, and gives it three tools.
"""

import threading
from collections import OrderedDict

from . import program


def register(ctx):
    """Called by Hermes when it loads the plugin."""
    tools = program.schemas()
    if not tools:
        program.log.warning("loci does not answer: install it and put it on PATH, or set LOCI_BIN; then restart Hermes")
        return
    model = Model(ctx) if "host" in program.model() else None
    conversations = Conversations(model)
    ctx.register_hook("pre_llm_call", conversations.heard)
    ctx.register_hook("post_llm_call", conversations.answered)
    for schema in tools:
        ctx.register_tool(
            name=schema["name"],
            toolset="loci",
            schema=schema,
            handler=conversations.tool(schema["name"]),
            description=schema["description"],
        )


class Conversations:
    """What is going on in Hermes, which may talk to several people at once."""

    MOST = 1000  # remembered; those that were silent longest are let go

    def __init__(self, model=None):
        self.model = model
        self.users = OrderedDict()  # session or task → whose memory it uses
        self.lock = threading.Lock()

    def heard(self, session_id="", task_id="", turn_id="", user_message="", conversation_history=(), platform="", sender_id="", parent_session_id="", **_):
        """pre_llm_call: somebody has written; the model is told what matters."""
        if reviewing():
            return None
        answer = program.hook(
            "pre_llm_call",
            session_id,
            turn_id=turn_id,
            user_message=spoken(user_message),
            conversation_history=program.shown(conversation_history),
            platform=platform,
            sender_id=sender_id,
            parent_session_id=parent_session_id,
        )
        self.use(answer.get("user"), session_id, task_id)
        return {"context": answer["context"]} if answer.get("context") else None

    def answered(self, session_id="", turn_id="", assistant_response="", platform="", **_):
        """post_llm_call: the agent has answered."""
        if reviewing():
            return
        reply = program.text_of(assistant_response)
        program.hook("post_llm_call", session_id, turn_id=turn_id, assistant_response=reply, platform=platform)
        if self.model:
            self.model.wake()

    def tool(self, name):
        """The handler of a tool: it acts for whoever wrote last in its session."""

        def handle(arguments, session_id="", task_id="", **_):
            with self.lock:
                user = self.users.get(session_id if session_id in self.users else task_id)
            return program.call(name, arguments, user)

        return handle

    def use(self, user, *keys):
        with self.lock:
            for key in filter(None, keys):
                self.users[key] = user
                self.users.move_to_end(key)
            while len(self.users) > self.MOST:
                self.users.popitem(last=False)


class Model:
    """The user's own model, which Hermes lends to plugins."""

    def __init__(self, ctx):
        self.ctx = ctx
        self.busy = threading.Lock()

    def wake(self):
        """Has it read what waits, unless it is at it."""
        threading.Thread(target=self.read, name="loci-model", daemon=True).start()

    def read(self):
        if self.busy.acquire(blocking=False):
            try:
                program.think(self.complete)
            except (OSError, ValueError) as error:
                program.log.warning("loci maintain: %s", type(error).__name__)
            finally:
                self.busy.release()

    def complete(self, instructions, text, schema):
        result = self.ctx.llm.complete_structured(
            instructions=instructions,
            input=[{"type": "text", "text": text}],
            json_schema=schema,
            schema_name="facts",
            purpose="what the user has said about themselves",
        )
        usage = {"input_tokens": result.usage.input_tokens, "output_tokens": result.usage.output_tokens}
        return {"text": result.text, "usage": usage}


def reviewing():
    """Whether Hermes is reviewing a conversation, which looks like going on with it."""
    try:
        from tools.skill_provenance import is_background_review
    except ImportError:  # another version of Hermes
        return False
    return is_background_review()


def spoken(message):
    """What the person said: Hermes puts a skill's whole text before it."""
    text = program.text_of(message)
    try:
        from agent.skill_commands import extract_user_instruction_from_skill_message
    except ImportError:
        return text
    return extract_user_instruction_from_skill_message(text) or ""

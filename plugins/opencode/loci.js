// loci for opencode: hands prompts and answers to `loci hook`, and what it
// says to the model. All judgement is in the program; this file only carries.
import { spawn } from "node:child_process";

const program = process.env.LOCI_BIN || "loci";
const flags = []; // that say whose memories, and in which file

// hook gives loci one event and returns its answer. It never fails: an agent
// must go on without its memory.
function hook(event, folder) {
  return new Promise((resolve) => {
    const child = spawn(program, ["hook", "--host", "loci", ...flags], { cwd: folder, stdio: ["pipe", "pipe", "ignore"], timeout: 10000 });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.on("error", () => resolve({}));
    child.on("close", () => {
      try {
        resolve(JSON.parse(out));
      } catch {
        resolve({});
      }
    });
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(event));
  });
}

const textOf = (parts) => parts.filter((p) => p.type === "text" && !p.synthetic).map((p) => p.text).join("\n");

// `opencode run` puts its message in quotation marks.
const unquoted = (text) => (text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text);

export const Loci = async ({ client, directory }) => {
  const known = new Map(); // session → what the model is to be told with its last prompt
  return {
    "chat.message": async (input, output) => {
      const text = unquoted(textOf(output.parts).trim());
      if (!text) return;
      const session = output.message.sessionID ?? input.sessionID;
      const answer = await hook({ loci_event: "prompt", session_id: session, turn_id: output.message.id, prompt: text, cwd: directory }, directory);
      known.set(session, answer.context);
    },
    "experimental.chat.messages.transform": async (_input, output) => {
      const last = output.messages.findLast((m) => m.info.role === "user");
      const context = last && known.get(last.info.sessionID);
      if (!context || last.parts.some((p) => p.text === context)) return;
      last.parts.push({ id: `prt_loci_${last.info.id}`, sessionID: last.info.sessionID, messageID: last.info.id, type: "text", text: context, synthetic: true });
    },
    "experimental.session.compacting": async ({ sessionID }) => {
      await hook({ loci_event: "compact", session_id: sessionID, cwd: directory }, directory);
    },
    event: async ({ event }) => {
      if (event.type !== "session.idle") return;
      const session = event.properties.sessionID;
      const { data } = await client.session.messages({ path: { id: session } });
      const last = (data ?? []).findLast((m) => m.info.role === "assistant");
      const reply = last && textOf(last.parts).trim();
      if (reply) await hook({ loci_event: "reply", session_id: session, reply, cwd: directory }, directory);
    },
  };
};

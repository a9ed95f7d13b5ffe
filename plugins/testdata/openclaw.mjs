// A host for plugins/openclaw without OpenClaw: node openclaw.mjs PLUGIN reads a
// list of calls from stdin and prints the text that each has returned.
import { readFileSync } from "node:fs";

const hooks = {};
const tools = {};
const { default: plugin } = await import(process.argv[2]);
plugin.register({
  runtime: { config: { current: () => ({ commands: { ownerAllowFrom: ["telegram:1"] } }) } },
  pluginConfig: {},
  logger: { warn: console.error },
  registerMemoryCapability: () => {},
  on: (name, handler) => (hooks[name] = handler),
  registerTool: (make, { name }) => (tools[name] = make),
});

const returned = [];
const calls = JSON.parse(readFileSync(0, "utf8"));
for (const [i, { hook, event, turn, tool, words }] of calls.entries()) {
  if (hook) {
    const run = hook === "agent_end" ? i - 1 : i; // it ends the one before
    const told = await hooks[hook](event, { runId: `r${run}`, sessionId: "s", sessionKey: "agent:main:main", trigger: "user", ...turn });
    returned.push(told?.prependContext ?? "");
  } else {
    const made = tools[tool]({ messageChannel: turn.channel, requesterSenderId: turn.senderId, senderIsOwner: turn.senderIsOwner });
    const { content } = await made.execute("1", { [made.parameters.required[0]]: words });
    returned.push(content[0].text);
  }
}
console.log(JSON.stringify(returned));

// Makes index.js, which OpenClaw wants of a package from npm; from a clone it
// loads index.ts itself. Needs Node 24, as OpenClaw does.
import { readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

writeFileSync("index.js", stripTypeScriptTypes(readFileSync("index.ts", "utf8")));

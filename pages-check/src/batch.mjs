// node batch.mjs JOBS RESULTS: render many texts in one process.
//
// JOBS is a JSON list of {id, text, gfm}; RESULTS becomes one of {id, html, warnings} or
// {id, error, line}. A page that fails is a result, not a failure of this program.
import fs from "node:fs/promises";
import { rendered } from "./rendering.mjs";

const [jobsFile, resultsFile] = process.argv.slice(2);
const results = [];
for (const { id, text, gfm } of JSON.parse(await fs.readFile(jobsFile, "utf8"))) {
  try {
    results.push({ id, ...(await rendered(text, { gfm })) });
  } catch (error) {
    results.push({ id, error: String(error.message ?? error), line: error.line ?? null });
  }
}
await fs.writeFile(resultsFile, JSON.stringify(results));

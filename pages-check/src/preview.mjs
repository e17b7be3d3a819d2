// node preview.mjs PAGE.mdx OUT.html: one page as one plain HTML file, to be looked at.
import fs from "node:fs/promises";
import { rendered, split } from "./rendering.mjs";

const [source, target] = process.argv.slice(2);
if (!target) {
  console.error("usage: node preview.mjs PAGE.mdx OUT.html");
  process.exit(2);
}
const text = await fs.readFile(source, "utf8");
const { html, warnings } = await rendered(text);
for (const warning of warnings) console.error(`${source}: ${warning}`);
const style = await fs.readFile(new URL("preview.css", import.meta.url), "utf8");
await fs.writeFile(target, whole(split(text).values, style, html));

function whole({ title = "", description = "" }, css, content) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(description)}">
<style>
${css}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p class="lede">${escaped(description)}</p>
${content}
</main>
</body>
</html>
`;
}

function escaped(value) {
  const names = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return value.replace(/[&<>"]/g, (character) => names[character]);
}

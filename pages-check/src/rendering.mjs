// The rendering step: MDX text -> HTML text. Nothing here knows a schema or a file.
import { createElement as h, Fragment } from "react";
import * as runtime from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { evaluate } from "@mdx-js/mdx";
import remarkGfm from "remark-gfm";
import { standIns } from "./stand-ins.mjs";

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;

/** The values of a page's front matter (JSON strings, one key a line) and the text below it. */
export function split(text) {
  const found = FRONT_MATTER.exec(text);
  const values = {};
  for (const line of found ? found[1].split("\n") : []) {
    const colon = line.indexOf(": ");
    values[line.slice(0, colon)] = JSON.parse(line.slice(colon + 2));
  }
  // Blank lines in its place keep the line numbers of error messages.
  const blank = found ? "\n".repeat(found[0].split("\n").length - 1) : "";
  return { values, body: blank + text.slice(found ? found[0].length : 0) };
}

/**
 * Compile and render one page.
 *
 * Gives `{html, warnings}`: the markup, and what React said on the console meanwhile. Throws what
 * the compiler throws (with `line` and `column`) or what the page throws while it renders.
 */
export async function rendered(text, { gfm = true, components = standIns } = {}) {
  const warnings = [];
  const { error, warn } = console;
  console.error = console.warn = (...parts) => warnings.push(message(parts));
  try {
    const remarkPlugins = gfm ? [remarkGfm] : [];
    const { default: Page } = await evaluate(split(text).body, {
      ...runtime,
      Fragment,
      remarkPlugins,
    });
    return { html: renderToStaticMarkup(h(Page, { components })), warnings };
  } finally {
    Object.assign(console, { error, warn });
  }
}

/** React's messages have printf places. */
function message([format, ...values]) {
  const text = String(format).replace(/%[sdo]/g, () => String(values.shift()));
  return [text, ...values].join(" ").trim();
}

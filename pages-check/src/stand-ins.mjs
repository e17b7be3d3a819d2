// Plain stand-ins for the three components that a page uses. A documentation site brings its own.
import { createElement as h } from "react";

/** One field or one member of a union: a head line (name, type, required) over its text. */
export function ResponseField({ name, type, required, children }) {
  const head = [h("code", { key: "name", className: "field-name" }, name)];
  if (type !== undefined) head.push(h("span", { key: "type", className: "field-type" }, type));
  if (required) head.push(h("span", { key: "required", className: "field-required" }, "required"));
  return h(
    "div",
    { className: "field", "data-field": name },
    h("div", { className: "field-head" }, head),
    h("div", { className: "field-body" }, children),
  );
}

/** A part that is folded until a reader opens it. */
export function Expandable({ title, children }) {
  return h("details", { className: "expandable" }, h("summary", null, title), children);
}

/** A boxed remark. */
export function Note({ children }) {
  return h("aside", { className: "note" }, children);
}

export const standIns = { ResponseField, Expandable, Note };

// The documentation of the JSON interface: Swagger UI, served from a Python package on this machine.
import { find } from "./lib/dom.js";

/** What the pages call the groups of requests. @type {Record<string, string>} */
const GROUPS = {
  asia: "Asia Poker",
  paigow: "Pai gow poker",
  poker: "Poker: one hand",
  equity: "Poker: equity",
  postflop: "Poker: after the flop",
  ur: "Game of Ur",
  layout: "Words",
};

/** Return the schema, with the names of the groups as people read them. */
async function schema() {
  const document = await (await fetch("api/openapi.json")).json();
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path)) {
      operation.tags = operation.tags?.map((/** @type {string} */ tag) => GROUPS[tag] ?? tag);
    }
  }
  return document;
}

const script = Object.assign(document.createElement("script"), { src: "swagger/swagger-ui-bundle.js" });
script.addEventListener("error", () => {
  find("docs").textContent = "Swagger UI is not installed. The schema is at /api/openapi.json.";
});
script.addEventListener("load", async () =>
  /** @type {any} */ (globalThis).SwaggerUIBundle({
    spec: await schema(),
    dom_id: "#docs",
    validatorUrl: null, // it would ask a foreign server
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    tryItOutEnabled: true,
    supportedSubmitMethods: ["get", "post", "delete"],
  }));
document.head.append(script);

/** Name the fields of Swagger UI for screen readers, let keys scroll its examples, and leave one main part. */
function complete() {
  find("docs").querySelector("main:not([role])")?.setAttribute("role", "group");
  for (const field of find("docs").querySelectorAll("textarea:not([aria-label])")) {
    field.setAttribute("aria-label", "Request body");
  }
  for (const example of find("docs").querySelectorAll("pre:not([tabindex])")) example.setAttribute("tabindex", "0");
}
new MutationObserver(complete).observe(find("docs"), { childList: true, subtree: true });

const dark = matchMedia("(prefers-color-scheme: dark)");
function follow() {
  const { dataset, classList } = document.documentElement;
  classList.toggle("dark-mode", dataset.theme ? dataset.theme === "dark" : dark.matches); // as Swagger UI names it
}
dark.addEventListener("change", follow);
document.addEventListener("themechange", follow); // by the button of `theme.js`
follow();

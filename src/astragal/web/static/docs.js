// The documentation of the JSON interface: Swagger UI, served from a Python package on this machine.
import { find } from "./lib/dom.js";

const script = Object.assign(document.createElement("script"), { src: "swagger/swagger-ui-bundle.js" });
script.addEventListener("error", () => {
  find("docs").textContent = "Swagger UI is not installed. The schema is at /api/openapi.json.";
});
script.addEventListener("load", () =>
  /** @type {any} */ (globalThis).SwaggerUIBundle({
    url: "api/openapi.json",
    dom_id: "#docs",
    validatorUrl: null, // it would ask a foreign server
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    tryItOutEnabled: true,
    supportedSubmitMethods: ["get", "post", "delete"],
  }));
document.head.append(script);

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches); // as Swagger UI names it
dark.addEventListener("change", follow);
follow();

// The button that copies the address of the page, which always says what is on it.
import { announce } from "./dom.js";

export function linkButton(button) {
  const name = button.textContent;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href).catch(() => {});
    button.textContent = "Copied";
    announce("The link is in the clipboard");
    setTimeout(() => (button.textContent = name), 1500);
  });
}

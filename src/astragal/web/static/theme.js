// The theme: light, dark, or as the system has it. It is set before the page is painted, so this is no module.
(() => {
  const NAME = "astragal.theme";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);

  try {
    const theme = JSON.parse(localStorage.getItem(NAME) ?? "null");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // no storage here, or damaged: the system's theme
  }

  const SUN = "M12 7a5 5 0 1 0 0 10a5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2h-4zM19 11h4v2h-4z" +
    "M4.2 5.6l1.4-1.4l2.8 2.8l-1.4 1.4zM15.6 17l1.4-1.4l2.8 2.8l-1.4 1.4z" +
    "M5.6 19.8l-1.4-1.4l2.8-2.8l1.4 1.4zM17 8.4l-1.4-1.4l2.8-2.8l1.4 1.4z";
  const MOON = "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z";

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    svg.append(path);
    button.append(svg);
    function show() {
      path.setAttribute("d", isDark() ? SUN : MOON);
      const words = isDark() ? "Use the light theme" : "Use the dark theme";
      button?.setAttribute("aria-label", words);
      button?.setAttribute("title", words);
    }
    button.addEventListener("click", () => {
      const theme = isDark() ? "light" : "dark";
      if ((theme === "dark") === system.matches) delete root.dataset.theme; // again as the system has it
      else root.dataset.theme = theme;
      try {
        if (root.dataset.theme) localStorage.setItem(NAME, JSON.stringify(theme));
        else localStorage.removeItem(NAME);
      } catch {
        // a private window: it is forgotten when the page is left
      }
      show();
      document.dispatchEvent(new Event("themechange"));
    });
    system.addEventListener("change", show);
    show();
  });
})();

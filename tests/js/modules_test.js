// Every module of the pages loads without a page; only the entries, which start a page, need one.
const STATIC = new URL("../../src/astragal/web/static/", import.meta.url);
const ENTRIES = ["docs.js", "home.js", "poker.js", "setting.js", "theme.js", "ur.js", "words.js"];

function* modules(folder, path = "") {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(path, folder))) {
    if (isDirectory && name !== "vendor") yield* modules(folder, `${path}${name}/`);
    else if (name.endsWith(".js") && !ENTRIES.includes(path + name)) yield path + name;
  }
}

for (const name of [...modules(STATIC)].sort()) {
  Deno.test(`${name} loads without a page`, async () => {
    await import(new URL(name, STATIC).href);
  });
}

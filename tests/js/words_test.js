// Words without a page: bits that fields share or nobody has, a layout of one's own, and Back.
import { assertEquals } from "./assert.js";
import { answerWith, asked, control, elements, textOf, until } from "./page.js";

const { bits, overlapsOf } = await import("../../src/astragal/web/static/lib/bits.js");
const { checkPanel, KEYS } = await import("../../src/astragal/web/static/words/check.js");
const { readLink } = await import("../../src/astragal/web/static/lib/link.js");
const { LINK, makeDecode } = await import("../../src/astragal/web/static/words/decode.js");

const field = (name, low, width) => ({
  name,
  meaning: "",
  flags: [],
  items: [{ name, low, high: low + width - 1 }],
});
const layout = (...fields) => ({ name: "x", bits: 32, meaning: "", stability: "", claims: [], fields });
const MANY = layout(field("a", 0, 8), field("b", 4, 8), field("c", 6, 20), field("d", 0, 32));
const FREE = { ...layout(field("low", 0, 16)) };
const CHECKED = { layout: "x", sound: true, overlaps: [], gaps: [], claims: [], shape: FREE };

globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} });
/** The properties of a control. */
const inputOf = (view, id) => [...elements(view)].find(({ props }) => props.id === id).props;
const ofClass = (view, name) => [...elements(view)].filter(({ props }) => props.class?.split(" ").includes(name));

Deno.test("a frame goes around all neighbours that the same fields share", () => {
  assertEquals(overlapsOf(MANY).map(({ names, high, low }) => `${high}..${low} ${names}`), [
    "25..12 c and d",
    "11..8 b and c and d",
    "7..6 a and b and c and d",
    "5..4 a and b and d",
    "3..0 a and d",
  ]);
  const view = bits(MANY);
  assertEquals([ofClass(view, "clash").length, ofClass(view, "gap").length], [5, 0]);
});

Deno.test("the verdict counts the overlaps that are listed", async () => {
  const overlaps = Array(6).fill({ high: 0, low: 0, items: [] }); // pairs
  answerWith({ "layout/check": () => ({ ...CHECKED, sound: false, shape: MANY, overlaps }) });
  const view = checkPanel({ draw: () => {} });
  await until(() => textOf(view()).includes("5 overlaps found"));
  assertEquals(ofClass(view(), "clashes").flatMap((list) => list.props.children.flat()).length, 5);
});

Deno.test("free bits are hatched, and one that is set is framed", () => {
  const view = bits(FREE, { word: "0x00c00001", fields: { low: 1 }, names: {} });
  assertEquals(ofClass(view, "gap").map(({ props }) => props.title), ["bits 31..16: free"]);
  assertEquals(ofClass(view, "stray").map(({ props }) => props["data-bit"]), [23, 22]);
  let flipped = "";
  const again = bits(FREE, { word: "0x00400001", fields: { low: 1 }, names: {} }, (word) => (flipped = word));
  ofClass(again, "stray")[0].props.onclick();
  assertEquals(flipped, "0x00000001");
});

const forget = () => globalThis.localStorage?.clear();

Deno.test("an own layout that can't be read says so once, and no word is asked about", async () => {
  forget();
  answerWith({ "layout/check": () => undefined });
  const view = checkPanel({ draw: () => {} });
  inputOf(view(), "own-word").oninput({ target: { value: "0x1" } });
  await until(() => textOf(view()).includes("no answer to layout/check"));
  assertEquals(textOf(view()).split("no answer to").length, 2);
  assertEquals(asked.some(([path]) => path === "layout/decode-own"), false);
});

Deno.test("the problems of an own word are said beside its fields, and Example brings back the example", async () => {
  forget();
  answerWith({
    "layout/check": () => CHECKED,
    "layout/decode-own": () => ({ word: "0x00400001", fields: { low: 1 }, names: {}, problems: ["bit 22 is set"] }),
  });
  const view = checkPanel({ draw: () => {} });
  const input = (id) => inputOf(view(), id);
  const example = input("toml").value;
  input("toml").oninput({ target: { value: "name = 'x'" } });
  input("own-word").oninput({ target: { value: "0x400001" } });
  await until(() => textOf(view()).includes("Bit 22 is set."));
  control(view(), "Example").onclick();
  assertEquals([input("toml").value, input("own-word").value], [example, ""]);
});

Deno.test("a layout that is chosen is a place of its own, a word is none", () => {
  answerWith({ "layout/list": () => [FREE, { ...FREE, name: "y" }] });
  const decode = makeDecode(() => {});
  decode.open({ layout: "x", word: "0x1" });
  const { steps } = history;
  decode.open({ layout: "x", word: "0x2" });
  assertEquals(history.steps, steps);
  return until(() => [...elements(decode.view())].find(({ props }) => props["data-layout"] === "y")).then((button) => {
    button.props.onclick();
    assertEquals([history.steps, history.address], [steps + 1, "#layout=y&word=0x0"]);
  });
});

Deno.test("a bit of the drawing before is a bit of the layout before", async () => {
  answerWith({
    "layout/list": () => [FREE, { ...FREE, name: "y" }],
    "layout/decode": ({ word }) => ({ word, fields: { low: 1 }, names: {}, problems: [] }),
  });
  const decode = makeDecode(() => {});
  decode.open({ layout: "x", word: "0x00000001" });
  const bit = () => [...elements(decode.view())].find(({ props }) => props["data-bit"] === 1);
  await until(bit);
  decode.open({ layout: "y", word: "0x00000004" }); // not answered yet
  bit().props.onclick();
  assertEquals(history.address, "#layout=x&word=0x00000003");
});

Deno.test("the name of a field stands beside the bits that it shares", () => {
  const view = bits(layout(field("minute", 0, 12), field("hour", 9, 10)));
  const names = ofClass(view, "name").map((one) => [textOf(one), one.props.style["--from"], one.props.style["--span"]]);
  assertEquals(names, [["minute", 24, 9], ["hour", 14, 7]]);
});

Deno.test("a link with an unknown layout says which there are", () => {
  const { said, complaint } = readLink(LINK, new URLSearchParams("layout=nosuch&word=5"));
  assertEquals([said, complaint.includes("layout “nosuch”: one of pokerval, ur-state is right")], [
    { word: "5" },
    true,
  ]);
});

Deno.test("the page lists the keys of a layout that the documentation has", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/words.md", import.meta.url));
  const documented = [...page.matchAll(/^\| (`.*) \| (?:the layout|a `\[\[\w+\]\]`) \|/gm)];
  assertEquals(KEYS.map(([keys]) => keys), documented.map(([, keys]) => keys.replaceAll("`", "")));
});

Deno.test("a repeated field with labels has its expression, and the numbers of its items", () => {
  const items = (name, offset, stride, numbers) =>
    numbers.map((number) => ({
      name: `${name}[${number}]`,
      low: offset + stride * number,
      high: offset + stride * number + 1,
    }));
  const many = (name, offset, stride, labels) =>
    layout({ ...field(name, 0, 2), items: items(name, offset, stride, labels) });
  const labelled = many("square", 16, 2, [0, 1, 2, 5, 6]);
  labelled.fields[0].items.forEach((item, at) => (item.name = `square[${"ABCDE"[at]}]`));
  const text = textOf(bits(labelled));
  assertEquals(text.includes("(w >> (16 + 2 * i)) & 0x3, i = 0..2 for A..C, 5..6 for D..E"), true);
  assertEquals(textOf(bits(many("rank", 8, -2, [1, 2, 3]))).includes("(w >> (8 - 2 * i)) & 0x3"), true);
});

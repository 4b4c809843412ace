// The answers about layouts and words: the fields that pages read.

/** Bits of a word, both ends included. */
export interface Bits {
  high: number;
  low: number;
}
export interface Item extends Bits {
  name: string;
}
export interface Field {
  name: string;
  meaning: string;
  items: Item[];
  flags: string[];
}
export interface Layout {
  name: string;
  bits: number;
  meaning: string;
  stability: string;
  fields: Field[];
}
/** A word taken apart: a number for each field, or a list for the items of a field. */
export interface Decoded {
  layout: string;
  word: string;
  fields: Record<string, number | number[]>;
  names: Record<string, string[]>;
  /** The hand in words. */
  text: string | null;
  /** Cards that make the hand. */
  cards: string[] | null;
  problems: string[];
}
export interface LayoutCheck {
  layout: string;
  sound: boolean;
  overlaps: Bits[];
  gaps: Bits[];
  claims: { says: string; holds: boolean; objections: string[] }[];
  shape: Layout;
}

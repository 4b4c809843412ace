// The types of the elements that `h` makes, and of the names that the server declares for the pages.
import type { Child, Component, Node } from "../vendor/preact.d.ts";

type NameOf<Tag extends string> = Tag extends `${infer Name}.${string}` ? Name : Tag;
type ElementOf<Tag extends string> = NameOf<Tag> extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[NameOf<Tag>]
  : HTMLElement & SVGElement;

/** An event, whose target is taken to be of the element's own kind. */
type Received<Name extends keyof HTMLElementEventMap, Target> = HTMLElementEventMap[Name] & {
  target: Target;
  currentTarget: Target;
};
type Listeners<Target> = {
  [Name in keyof HTMLElementEventMap as `on${Name}`]?:
    | ((event: Received<Name, Target>) => unknown)
    | false
    | null
    | undefined;
};
export type Attributes<Target = HTMLElement> = Listeners<Target> & {
  ref?: ((element: Target | null) => unknown) | { current: Target | null } | null;
  vars?: Record<string, string | number>;
  class?: string | false | null | undefined;
  key?: string | number;
  [name: string]: unknown;
};

/** `h`: an element with attributes or without, or a component. */
export interface MakeElement {
  <Tag extends string>(tag: Tag, ...parts: [(Attributes<ElementOf<Tag>> | Child)?, ...Child[]]): Node;
  <Props extends object>(component: new (props: Props) => Component<Props, any>, props: NoInfer<Props>): Node;
}

/** The names that pages offer; `names` of `web/pages.py` writes them. */
export interface Choices {
  categories: string[];
  games: { name: string; title: string; hole: number; ranks: number }[];
  labels: { mistake: number; blunder: number };
  layouts: string[];
  objectives: string[];
  rules: { name: string; pieces: number }[];
  setting: Record<"asia" | "paigow", {
    rules: string[];
    ways: { name: string; title: string }[];
    cards: string[];
    kinds: string[];
  }>;
  ur_state: Record<string, [low: number, high: number]>;
}

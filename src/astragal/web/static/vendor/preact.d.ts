// The types of the part of Preact that the pages use.
export interface Node {
  type: unknown;
}
export type Child = Node | string | number | boolean | null | undefined | Child[];
export type View = (props: object) => Child;
export function h(type: unknown, attributes: object | null, ...children: Child[]): Node;
export function render(view: Child, place: Element): void;
export function cloneElement(view: Node, attributes: object): Node;
export function isValidElement(value: unknown): value is Node;
export function createRef<T>(): { current: T | null };
export class Component<Props = object, State = object> {
  constructor(props: Props);
  props: Props;
  state: State;
  setState(change: Partial<State>): void;
  render(props: Props, state: State): Child;
}

import { type Component, type ComponentChildren, h } from 'preact';

/** A part that is drawn again only when one of its properties is another one, or a signal that it reads. */
export function memo<Props extends object>(part: (props: Props) => ComponentChildren) {
  return function Kept(this: Component<Props>, props: Props) {
    this.shouldComponentUpdate = (next) => isOther(this.props, next);
    return h(part as (props: Props) => never, props);
  };
}

function isOther(before: object, next: object): boolean {
  const [known, given] = [Object.entries(before), Object.entries(next)];
  return (
    known.length !== given.length || given.some(([name, value]) => before[name as never] !== value)
  );
}

interface Element {
  /** Opening tag, or text. */
  readonly open: string;
  readonly children: readonly Element[];
  readonly close: string;
}

/** Returns the markup that two results of `renderToStaticMarkup` share. Drops text, attributes and elements that differ. */
export const commonMarkup = (one: string, other: string): string =>
  written(common(parsed(one), parsed(other)));

/** Parses React's markup. React escapes `<` and `>` in texts and attributes, and closes every element. */
function parsed(markup: string): Element[] {
  const root: Element[] = [];
  const open: { tag: string; children: Element[] }[] = [];
  for (const [token] of markup.matchAll(/<[^>]*>|[^<]+/g)) {
    const siblings = open.at(-1)?.children ?? root;
    if (token.startsWith('</')) {
      const { tag = '', children = [] } = open.pop() ?? {};
      (open.at(-1)?.children ?? root).push({ open: tag, children, close: token });
    } else if (token.startsWith('<') && !token.endsWith('/>')) open.push({ tag: token, children: [] });
    else siblings.push({ open: token, children: [], close: '' });
  }
  return root;
}

/** Keeps the elements that both lists share. Pairs them from both ends, because one list may have more elements in the middle. */
function common(ones: readonly Element[], others: readonly Element[]): Element[] {
  const [one, ...moreOnes] = ones;
  const [other, ...moreOthers] = others;
  if (!one || !other) return [];
  if (ones.length === others.length || isAlike(one, other))
    return [...(isAlike(one, other) ? [merged(one, other)] : []), ...common(moreOnes, moreOthers)];
  const [last, otherLast] = [ones.at(-1), others.at(-1)];
  if (!last || !otherLast || !isAlike(last, otherLast)) return [];
  return [...common(ones.slice(0, -1), others.slice(0, -1)), merged(last, otherLast)];
}

const nameOf = ({ open }: Element): string => /^<[^\s/>]+/.exec(open)?.[0] ?? open;
const isAlike = (one: Element, other: Element): boolean => nameOf(one) === nameOf(other);

const merged = (one: Element, other: Element): Element => ({
  ...one,
  open: one.open.replaceAll(/\s[\w:-]+(?:="[^"]*")?/g, (attribute) =>
    one.open === other.open || other.open.includes(attribute) ? attribute : '',
  ),
  children: common(one.children, other.children),
});

const written = (elements: readonly Element[]): string =>
  elements.map(({ open, children, close }) => open + written(children) + close).join('');

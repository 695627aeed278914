/** Attributes that a response may fill. */
const FILLED = /^(href|src|alt|datetime|data-.+)$/;

/**
 * Clones the screen's own placeholder, or the shared placeholder. Replaces the marks (`platform/screens/response-marks.tsx`) with the response's
 * values, as text and in the attributes of `FILLED`, never as markup. Without a response, removes the marks.
 */
export function placeholderOf(path: string, response?: unknown): DocumentFragment {
  const template = (name: string) =>
    document.querySelector<HTMLTemplateElement>(`template[data-path="${name}"]`);
  const { content } = (template(path) ?? template('')) as HTMLTemplateElement;
  return filled(content, response);
}

function filled(content: DocumentFragment, value: unknown): DocumentFragment {
  const copy = content.cloneNode(true) as DocumentFragment;
  for (const part of copy.querySelectorAll<HTMLTemplateElement>('template[data-each]')) {
    const items = [valueAt(value, part.dataset['each'] ?? '') ?? []].flat();
    part.replaceWith(...items.map((item) => filled(part.content, item)));
  }
  const nodes = document.createTreeWalker(copy, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode as Element | Text;
    if (node instanceof Text) node.data = withValues(node.data, value);
    else for (const attribute of [...node.attributes]) fillAttribute(node, attribute, value);
  }
  return copy;
}

function fillAttribute(element: Element, { name, value: marked }: Attr, value: unknown): void {
  const text = withValues(marked, value);
  if (text === marked) return;
  const isUrl = name === 'href' || name === 'src';
  // Blocks `javascript:` URLs.
  const isSafe =
    !isUrl || /^https?:$/.test(Object.assign(document.createElement('a'), { href: text }).protocol);
  if (value !== undefined && FILLED.test(name) && isSafe) element.setAttribute(name, text);
  else element.removeAttribute(name);
}

/** Replaces marks with values. A percent-encoded mark, as in a URL, gets a percent-encoded value. */
const withValues = (text: string, value: unknown): string =>
  text
    .replace(/\{\{([\w.]*)\}\}/g, (_, path: string) => textAt(value, path))
    .replace(/%7B%7B([\w.]*)%7D%7D/g, (_, path: string) => encodeURIComponent(textAt(value, path)));

const textAt = (value: unknown, path: string): string =>
  String((valueAt(value, path) as string | number | null) ?? '');

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .filter(Boolean)
    .reduce((inner, name) => (inner as Readonly<Record<string, unknown>> | null | undefined)?.[name], value);

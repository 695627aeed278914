// The build leaves out what no placeholder needs.
declare const __EACH__: boolean;
declare const __ATTRIBUTES__: boolean;

type Plain = string | number | null;

const at = (value: unknown, path: string): Plain | readonly unknown[] | undefined =>
  path
    .split('.')
    .filter(Boolean)
    .reduce((inner, name) => (inner as Readonly<Record<string, unknown>> | null)?.[name], value) as
    | Plain
    | readonly unknown[]
    | undefined;

/** Puts the values of a response into a placeholder (`vite/document/placeholders.tsx`): as text, and in checked attributes, never as markup. */
export function fill(root: ParentNode & Node, value: unknown): void {
  const textAt = (path: string) => String((at(value, path) as Plain) ?? '');
  if (__EACH__) {
    for (const template of root.querySelectorAll<HTMLTemplateElement>('template[data-each]')) {
      const items = at(value, template.dataset['each'] ?? '');
      for (const item of Array.isArray(items) ? items : []) {
        const copy = template.content.cloneNode(true) as DocumentFragment;
        fill(copy, item);
        template.before(copy);
      }
    }
  }
  const marks = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const found: Comment[] = [];
  while (marks.nextNode()) found.push(marks.currentNode as Comment);
  for (const mark of found) mark.replaceWith(textAt(mark.data));
  if (__ATTRIBUTES__) {
    for (const element of root.querySelectorAll<HTMLElement>('[data-fill]'))
      for (const name of ['href', 'src', 'datetime', 'alt']) {
        const text = element
          .getAttribute(`data-${name}`)
          ?.replace(/\{\{([\w.]*)\}\}/g, (_, path: string) => textAt(path))
          .replace(/%7B%7B([\w.]*)%7D%7D/g, (_, path: string) => encodeURIComponent(textAt(path)));
        if (text === undefined) continue;
        // A script's URL must not come from data.
        if (/^(href|src)$/.test(name) && !/^https?:$/.test(URL.parse(text, location.href)?.protocol ?? ''))
          continue;
        element.setAttribute(name, text);
      }
  }
}

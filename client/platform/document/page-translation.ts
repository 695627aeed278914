/*
 * Keeps React working on pages that the browser translates. A translation wraps each text node in `<font>`, or replaces it with a `<font>` that
 * contains a copy. React would then throw a NotFoundError when it removes the node or inserts another before it.
 */
// oxlint-disable-next-line unbound-method -- called with an explicit `this` below
const { removeChild, insertBefore } = Node.prototype;

/** The `<font>` that replaced each text node. */
const replacements = new WeakMap<Node, ChildNode>();

const observer = new MutationObserver((records) => {
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
    if (type === 'characterData') restore(target as Text);
    else if (font)
      for (const node of removedNodes)
        if (node instanceof Text && !node.parentNode) {
          replacements.set(node, font as ChildNode);
          observer.observe(node, { characterData: true });
        }
  }
});
observer.observe(document, { childList: true, subtree: true });

/** Shows a replaced text node again after React has updated it. The browser then translates the new text. */
function restore(text: Text): void {
  const font = replacements.get(text);
  if (font?.parentNode && !text.parentNode) font.replaceWith(text);
}

/** Returns the child of `parent` that now represents `node`; null if a translation removed it. */
function translated(parent: Node, node: Node): Node | null {
  let outer: Node | null = node.parentNode ? node : (replacements.get(node) ?? null);
  while (outer && outer.parentNode !== parent) outer = outer.parentNode;
  if (outer?.nodeName === 'FONT') return outer;
  return node instanceof Text && !node.parentNode ? null : node;
}

Node.prototype.removeChild = function <T extends Node>(child: T): T {
  const found = child.parentNode === this ? child : translated(this, child);
  if (found) removeChild.call(this, found);
  return child;
};

Node.prototype.insertBefore = function <T extends Node>(node: T, next: Node | null): T {
  const found = next && next.parentNode !== this ? translated(this, next) : next;
  return insertBefore.call(this, node, found) as T;
};

/*
 * Keeps React working on pages that the browser translates. A translation wraps each text node in `<font>`, or replaces it with a `<font>`. React
 * would then throw a NotFoundError when it removes the node or inserts another before it.
 */
// oxlint-disable-next-line unbound-method -- called with an explicit `this` below
const { removeChild, insertBefore } = Node.prototype;
/** The `<font>` that replaced each text node. */
const replacements = new WeakMap<Node, ChildNode>();

const observer = new MutationObserver((records) => {
  for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    // React has updated a replaced text: shows it again, so that the browser translates it anew.
    if (target instanceof Text && !target.parentNode) replacements.get(target)?.replaceWith(target);
    const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
    for (const node of font ? removedNodes : []) {
      if (!(node instanceof Text)) continue;
      replacements.set(node, font as ChildNode);
      observer.observe(node, { characterData: true });
    }
  }
});
observer.observe(document, { childList: true, subtree: true });

/** Returns the child of `parent` that now represents `node`; undefined if a translation removed it. */
function translated(parent: Node, node: Node): Node | undefined {
  let outer: Node | null | undefined = node.parentNode ? node : replacements.get(node);
  while (outer && outer.parentNode !== parent) outer = outer.parentNode;
  if (outer?.nodeName === 'FONT') return outer;
  return node instanceof Text && !node.parentNode ? undefined : node;
}

Node.prototype.removeChild = function <T extends Node>(child: T): T {
  const found = child.parentNode === this ? child : translated(this, child);
  if (found) removeChild.call(this, found);
  return child;
};

Node.prototype.insertBefore = function <T extends Node>(node: T, next: Node | null): T {
  const found = next?.parentNode === this ? next : next && translated(this, next);
  return insertBefore.call(this, node, found ?? null) as T;
};

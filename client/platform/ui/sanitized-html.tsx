import './sanitized-html.css';
import { useLayoutEffect, useMemo, useRef } from 'react';

/** Trusted Types policy of this name. `trusted-types` in `bff/src/contract/sources.ts` must list it. */
const POLICY = 'sanitized-html';

interface Policy {
  readonly createHTML: (html: string) => TrustedHTML;
}

interface PolicyFactory {
  readonly createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy;
}

let policy: Policy | undefined;

/** Returns the HTML itself in browsers without Trusted Types. */
function trusted(html: string): TrustedHTML | string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory };
  policy ??= trustedTypes?.createPolicy(POLICY, { createHTML: (text) => text });
  return policy ? policy.createHTML(html) : html;
}

interface Props {
  /** HTML that the BFF has sanitized. Nothing else checks it. */
  readonly html: string;
}

/** Renders sanitized HTML. The router follows its links to screens. */
export function SanitizedHtml({ html }: Props) {
  // React replaces all elements, and loses the focus in them, whenever this object is another one.
  const content = useMemo(() => ({ __html: trusted(html) }), [html]);
  const element = useRef<HTMLDivElement>(null);
  // Safari lets the keyboard scroll only elements that can be focused. Runs after each render, and so for each HTML.
  useLayoutEffect(() => {
    for (const table of element.current?.querySelectorAll('table') ?? [])
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  });
  return <div ref={element} className="sanitized-html" dir="auto" dangerouslySetInnerHTML={content} />;
}

import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { BASE_PATH } from '#contract/constants.ts';
import { sources } from '#contract/sources.ts';
import { fail } from '#platform/contract/fail.ts';

const HANDBOOK = 'https://handbook.example/pages/';
const TAGS = `a abbr b blockquote br caption code dd del div dl dt em h2 h3 h4 h5 h6 hr i img ins kbd li
  ol p pre s small span strong sub sup table tbody td tfoot th thead tr u ul`;

const options: IOptions = {
  allowedTags: TAGS.split(/\s+/),
  allowedAttributes: {
    '*': ['colspan', 'dir', 'id', 'lang', 'rowspan', 'scope', 'start'],
    a: ['href', 'rel'],
    img: ['alt', 'height', 'src', 'width'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  parseStyleAttributes: false,
  transformTags: {
    h1: 'h2',
    a: (tagName, { href, ...others }) => ({ tagName, attribs: { ...others, ...linkTo(href) } }),
    img: (tagName, { src = '', alt = '', ...others }) => {
      const url = URL.parse(src, HANDBOOK);
      return url && sources['img-src']?.includes(url.origin)
        ? { tagName, attribs: { ...others, alt, src: url.href } }
        : { tagName: 'span', attribs: {}, text: alt };
    },
    '*': (tagName, { id, ...others }) => ({
      tagName,
      attribs: id ? { ...others, id: `handbook-${id}` } : others,
    }),
  },
};

function linkTo(href = ''): Record<string, string> {
  const url = href && URL.parse(href, HANDBOOK);
  if (!url) return {};
  const hash = url.hash.replace('#', '#handbook-');
  if (href.startsWith('#')) return { href: hash };
  const page = url.href.startsWith(HANDBOOK) && !url.search && url.pathname.slice('/pages/'.length);
  if (page) return { href: `${BASE_PATH}/handbook/${page.replaceAll('/', '%2F')}${hash}` };
  return { href: url.href, rel: 'noopener noreferrer' };
}

export function sanitize(html: string): string {
  if (html.length > 500_000) fail('upstream-invalid-response');
  let depth = 0;
  const onOpenTag = () => void (++depth > 200 && fail('upstream-invalid-response'));
  return sanitizeHtml(html, { ...options, onOpenTag, onCloseTag: () => void depth-- });
}

import { handbook } from './handbook.ts';
import { fakeUpstream } from '#platform/testing/fake-upstream.ts';

/** Pages that others have written: with a script, a picture of another host and an inline style, none of which may arrive. */
const pages: Readonly<Record<string, { readonly title: string; readonly html: string }>> = {
  start: {
    title: 'How we write notes',
    html: `<h2 id="short">Keep them short</h2>
<p onclick="alert(1)">A note has <strong>one subject</strong>. If you need more than one screen, write a page and link to it.</p>
<img src="https://tracker.example/pixel.png" alt="A note on a pin board">
<h2 id="when">When to publish</h2>
<table><tr><th>Kind</th><th>Publish</th></tr><tr><td>a date</td><td>a week before</td></tr><tr><td>a change</td><td>at once</td></tr></table>
<p>See also <a href="/pages/states">what the states mean</a>, and <a href="#short">above</a>.</p>
<script>document.body.textContent = 'Gone'</script>`,
  },
  states: {
    title: 'What the states mean',
    html: `<dl style="color: red"><dt>Draft</dt><dd>Nobody has to read it yet.</dd><dt>Published</dt><dd>It concerns its audience now.</dd>
<dt>Archived</dt><dd>It was once true.</dd></dl><p><a href="https://handbook.example/pages/start">Back to the start</a></p>`,
  },
};

export const fakeHandbook = () =>
  fakeUpstream(handbook, { 'GET /handbook/:page': ({ params }) => pages[params.page] });

import { expect, test } from 'vitest';
import { templateOf } from './prerender.tsx';

test('an image in a placeholder adds no preload link outside of its <template>', () => {
  const placeholder = <img src="/web/picture.png" alt="" />;
  expect(templateOf('/things', placeholder)).toBe(
    '<template data-path="/things"><img src="/web/picture.png" alt=""/></template>',
  );
});

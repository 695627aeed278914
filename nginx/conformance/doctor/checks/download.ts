import { header } from '../../checks.ts';
import { withEcho, type Check } from '../check.ts';
import { diagnostics } from '../echo.ts';
import { finding } from '../findings.ts';
import { summary } from '../recognise.ts';
import { checkCookie } from './cookies.ts';

export const download: Check = {
  id: 'download',
  title: 'A download arrives as one, with its name.',
  run: withEcho(async ({ target }) => {
    const response = await target.request(`${diagnostics(target)}/download`);
    const disposition = header(response, 'content-disposition');
    return disposition === 'attachment; filename="diagnostics.txt"'
      ? 'ok'
      : finding('disposition-dropped', `${summary(response)}, Content-Disposition: ${disposition ?? 'none'}`);
  }),
};

export const cookie: Check = {
  id: 'cookie',
  title: 'A cookie arrives with its path and its attributes.',
  run: withEcho(async ({ target }) => {
    const path = diagnostics(target);
    const response = await target.request(`${path}/download`);
    const [field] = response.headers['set-cookie'] ?? [];
    if (field === undefined) return finding('cookie-lost', `${response.request} set no cookie`);
    // Whether it is Secure depends on the scheme, which has a check of its own.
    return checkCookie(field, path, false);
  }),
};

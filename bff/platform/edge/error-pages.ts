/** Builds a document without styles, which the content security policy of errors would block. */
const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<main>
${content}
</main>
</html>
`;

/** Body of 414 and 431 for a browser. */
export const tooLargePage = page(
  'Request too large',
  `<h1>This page cannot be loaded</h1>
<p>Your browser has sent more than this site accepts. Probably the cookies of this host, perhaps of its other applications, are too large.</p>
<p>Delete them: open the menu to the left of the address, choose “Cookies and site data”, and delete the data of this host. In Safari, open the settings, then “Privacy” and “Manage Website Data”. Then load the page again, and sign in again if you were signed in.</p>
<p>If the address itself is very long, open a shorter one.</p>`,
);

/**
 * Body of 405 and 413 for a form that the browser has sent to a document, because an extension called `submit()`, or the scripts have not run. The
 * empty `href` is the address of the form's page.
 */
export const notSavedPage = page(
  'Not saved',
  `<h1>Your input has not been saved</h1>
<p>Your browser, or one of its extensions, has sent the form before the page could check it. Nothing has been stored.</p>
<p><a href="">Open the page again</a>, and send the form with its own button.</p>`,
);

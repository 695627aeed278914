/** Body of 414 and 431 for a browser: a document without styles, which the content security policy of errors would block. */
export const tooLargePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Request too large</title>
<main>
<h1>This page cannot be loaded</h1>
<p>Your browser has sent more than this site accepts. Probably the cookies of this host, perhaps of its other applications, are too large.</p>
<p>Delete them: open the menu to the left of the address, choose “Cookies and site data”, and delete the data of this host. In Safari, open the settings, then “Privacy” and “Manage Website Data”. Then load the page again, and sign in again if you were signed in.</p>
<p>If the address itself is very long, open a shorter one.</p>
</main>
</html>
`;

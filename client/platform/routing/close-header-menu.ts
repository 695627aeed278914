/** Closes the header's menu on Escape, and returns the focus to its button. */
addEventListener('keydown', ({ key }) => {
  const details = document.querySelector<HTMLDetailsElement>('.header-menu > [open]');
  if (key !== 'Escape' || !details?.parentElement?.contains(document.activeElement)) return;
  details.open = false;
  details.querySelector('summary')?.focus();
});

/**
 * The product's homes: paths that it owns. All other files are the platform's. An update replaces those, and keeps the homes that the product has
 * changed. So a home never moves, and contains nothing that the platform must be able to fix. README.md lists them, too.
 */
const HOMES = [
  /^README\.md$/,
  // Merged by key.
  /^((bff|client|nginx)\/)?package\.json$/,
  /^bff\/src\//,
  /^client\/(src|public)\//,
  /^client\/(index\.html|vite\.config\.ts)$/,
  /^nginx\/src\//,
];

export const isHome = (file: string): boolean => HOMES.some((pattern) => pattern.test(file));

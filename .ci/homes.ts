/**
 * The homes of a product; everything else is the platform's. An update takes the platform's files as they are, and leaves a home that the
 * product has changed alone. So a home never moves, and holds nothing that the platform must be able to mend. README.md has the same list.
 */
const HOMES = [
  /^README\.md$/,
  // By key: a dependency of the product, its name and version.
  /^((bff|client|nginx)\/)?package\.json$/,
  /^bff\/src\/(settings|roles-from-claims|plugins)\.ts$/,
  /^bff\/image\//,
  /^bff\/src\/contract\/(?!kit\/|contract\.ts$)/,
  /^bff\/src\/calls\//,
  /^bff\/src\/(services|upstreams)\/(?!kit\/|register\.)/,
  /^client\/src\/app\/(?!routing\/|document\/|session\/)/,
  /^client\/src\/features\//,
  /^client\/src\/messages\/(?!platform\/)/,
  /^client\/src\/ui\/styles\/tokens\.css$/,
  /^client\/public\//,
  /^client\/vite\.product\.ts$/,
  /^nginx\/product\//,
  /^nginx\/(ingress\/kubernetes|operations)\/product\//,
];

export const isHome = (file: string): boolean => HOMES.some((pattern) => pattern.test(file));

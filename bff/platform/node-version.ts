/** Major version of Node.js in the `Dockerfile`, on which the tests run. */
const MINIMUM = 26;

// Runs before every other module of the bundle, so it uses only what old versions support.
if (Number.parseInt(process.versions.node, 10) < MINIMUM) {
  console.error(`This application needs Node.js ${MINIMUM} or newer; this is ${process.version}.`);
  process.exit(1);
}

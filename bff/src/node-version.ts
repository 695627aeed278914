/** The oldest major version of Node.js that the bundle runs on: that of the `Dockerfile`, which the tests use. */
const MINIMUM = 26;

// Runs before every other module of the bundle, and so uses only what old versions have.
if (Number.parseInt(process.versions.node, 10) < MINIMUM) {
  console.error(`This application needs Node.js ${MINIMUM} or newer; this is ${process.version}.`);
  process.exit(1);
}

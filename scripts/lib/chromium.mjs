// How every test starts Chromium.

/** The arguments that keep it offline and quiet; as root it runs only without its sandbox. */
const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/** Launch options of Playwright: the browser that `npm test` found, else Playwright's own. */
export const chromiumLaunch = {
  args: chromiumArgs,
  ...(process.env['LEASEHOLD_CHROMIUM'] === undefined
    ? {}
    : { executablePath: process.env['LEASEHOLD_CHROMIUM'] }),
}

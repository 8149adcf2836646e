/** The browser in which the tests look at notebooks: Chromium, from the system's package manager. */
import { which } from './process.mjs';
import { installSystemPackages } from './system-packages.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a browser, or null. `MIMIR_BROWSER` names one that is not on the path. */
export const browser = () => {
  const said = process.env.MIMIR_BROWSER;
  return said ? said : (NAMES.map((name) => which(name)).find(Boolean) ?? null);
};

export async function ensure({ log = console.error, tests = true } = {}) {
  if (!tests || browser() !== null) return { ok: true };
  log('browser: missing; the tests open notebooks in Chromium');
  return installSystemPackages(['chromium'], { log });
}

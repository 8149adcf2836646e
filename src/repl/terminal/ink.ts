import type { FrameStore } from '../app.js';

/** Ink, React and the one component, loaded together. */
async function load() {
  const before = { ...process.env };
  // Ink draws nothing when it believes to run in CI; a terminal is a terminal wherever it stands.
  Object.assign(process.env, {
    CI: 'false',
    CONTINUOUS_INTEGRATION: 'false',
    NODE_ENV: 'production',
  });
  try {
    const [{ render }, { createElement }, { App }] = await Promise.all([
      import('ink'),
      import('react'),
      import('../app.js'),
    ]);
    return { render, createElement, App };
  } finally {
    // `delete` with a computed name is linted against, and `undefined` would become the text "undefined".
    for (const name of ['CI', 'CONTINUOUS_INTEGRATION', 'NODE_ENV']) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
}

/** Gives the live region to Ink; `begin` runs just before its first frame. Resolves with the way to end it. */
export async function openInk(
  store: FrameStore,
  stdin: NodeJS.ReadStream,
  stdout: NodeJS.WriteStream,
  begin: () => void,
): Promise<() => void> {
  const { render, createElement, App } = await load();
  begin();
  const { unmount } = render(createElement(App, { store }), {
    stdin,
    stdout,
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: 120,
  });
  return unmount;
}

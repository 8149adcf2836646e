import path from 'node:path';

/** The floors of the house, ground first: a room imports only from floors below its own, or from itself. */
export const FLOORS = [
  ['task'],
  ['table'],
  ['grb', 'text', 'engine'],
  ['dump', 'ops'],
  ['graph', 'facts', 'produce'],
  ['lens'],
  ['lenses', 'judges'],
  ['calibrate'],
  ['study'],
  ['view'],
  ['session'],
  ['repl', 'kernel'],
  ['cli'],
];

const floorOf = new Map(FLOORS.flatMap((rooms, floor) => rooms.map((room) => [room, floor])));

function roomOf(file, root) {
  const [first, second] = path.relative(root, file).split(path.sep);
  if (first === 'kernel') return 'kernel';
  return first === 'src' ? second : undefined;
}

export const floors = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      upward: 'import against the floors: {{from}} -> {{to}}; move the code down, or pass it in',
      unknown:
        'room without a floor: {{room}}; add it to scripts/lint-floors.mjs and to the design',
    },
  },
  create(context) {
    const root = context.cwd;
    const from = roomOf(context.filename, root);
    if (from === undefined) return {};
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const to = roomOf(path.resolve(path.dirname(context.filename), source), root);
      if (to === undefined || to === from) return;
      for (const room of [from, to]) {
        if (!floorOf.has(room))
          return context.report({ node, messageId: 'unknown', data: { room } });
      }
      if (floorOf.get(to) >= floorOf.get(from)) {
        context.report({ node, messageId: 'upward', data: { from, to } });
      }
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

// One lists file as a catalogue of ours and as a rule of Semgrep's. Members, all lists of names:
//
//   fields, calls, callbacks   sources that are a field, a method's result, what a method gives the callback it is given
//   functions                  sources that are a call's result, whether of a function or of a method
//   sinks                      functions and methods; with "every": true each argument is one, else the first
//   sanitizers                 functions and methods whose result is clean
//   guards                     functions whose yes says that their first argument is clean

/** What both give: an object of unknown type, and a function by its name. */
const anyCallee = (name) => [`?#${name}`, `? ${name}.`, name];

/** The kind that our catalogue gives the sources of the list, by which findings from built-in ones are told apart. */
export const KIND = 'listed';

/** The lists as a catalogue: fields and methods of an object of unknown type, and functions by their name. */
export function catalogueOf(lists) {
  const { fields = [], calls = [], callbacks = [], functions = [] } = lists;
  const { sinks, every = false, sanitizers, guards = [] } = lists;
  return {
    sources: [
      ...fields.map((name) => ({ callee: `?#${name}`, at: 'field', kind: KIND })),
      ...calls.map((name) => ({ callee: `?#${name}`, at: 'ret', kind: KIND })),
      ...callbacks.map((name) => ({ callee: `?#${name}`, at: 'cb1', kind: KIND })),
      ...functions.flatMap(anyCallee).map((callee) => ({ callee, at: 'ret', kind: KIND })),
    ],
    sinks: sinks
      .flatMap(anyCallee)
      .map((callee) => ({ callee, args: every ? 'all' : [0], class: 'user' })),
    sanitizers: [
      ...sanitizers.flatMap(anyCallee).map((callee) => ({ callee, classes: ['user'] })),
      ...guards.flatMap(anyCallee).map((callee) => ({ callee, at: 'guard', classes: ['user'] })),
    ],
    propagators: [],
    written: true,
  };
}

const focus = (pattern, on) => ({ patterns: [{ pattern }, { 'focus-metavariable': on }] });

/**
 * Where Semgrep, which has no guards, is to take `$X` as clean: in the branch of `if`, `&&` and `?:` that the yes leads
 * to, and after an `if` that returns on the no.
 */
function guarded(name) {
  const within = (inside, ...more) => ({
    patterns: [{ 'pattern-inside': inside }, ...more, { pattern: '$X' }],
  });
  const [yes, no] = [`${name}($X)`, `!${name}($X)`];
  const branch = (on) => ({ 'focus-metavariable': on });
  return [
    within(`if (${yes}) $THEN`, { 'pattern-not-inside': `if (${yes}) {...} else {...}` }),
    within(`if (${yes}) {$...THEN} else {...}`, branch('$...THEN')),
    within(`if (${no}) {...} else {$...THEN}`, branch('$...THEN')),
    within(`${yes} ? $THEN : $ELSE`, branch('$THEN')),
    within(`${yes} && $THEN`),
    within(`if (${no}) return ...;\n...`),
    within(`if (${no}) { ... return ...; }\n...`),
  ];
}

/** The same lists as a rule of Semgrep in taint mode; `req` is written out where ours asks for an unknown type. */
export function ruleOf(lists) {
  const { fields = [], calls = [], callbacks = [], functions = [] } = lists;
  const { id, sinks, every = false, sanitizers, guards = [] } = lists;
  const args = every ? '..., $A, ...' : '$A, ...';
  return {
    rules: [
      {
        id,
        mode: 'taint',
        languages: ['javascript'],
        severity: 'ERROR',
        message: 'flow',
        'pattern-sources': [
          ...fields.map((name) => ({ pattern: `$REQ.${name}` })),
          ...calls.map((name) => ({ pattern: `req.${name}(...)` })),
          ...callbacks.flatMap((name) => [
            focus(`$O.${name}(..., ($X) => {...})`, '$X'),
            focus(`$O.${name}(..., function ($X) {...})`, '$X'),
          ]),
          ...functions.flatMap((name) => [
            { pattern: `${name}(...)` },
            { pattern: `$O.${name}(...)` },
          ]),
        ],
        'pattern-sinks': sinks.flatMap((name) => [
          focus(`${name}(${args})`, '$A'),
          focus(`$O.${name}(${args})`, '$A'),
        ]),
        'pattern-sanitizers': [
          ...sanitizers.flatMap((name) => [
            { pattern: `${name}(...)` },
            { pattern: `$O.${name}(...)` },
          ]),
          ...guards.flatMap(guarded),
        ],
      },
    ],
  };
}

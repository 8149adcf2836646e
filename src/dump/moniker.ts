/**
 * Monikers: the SCIP symbol grammar.
 *
 *     symbol     = scheme ' ' manager ' ' package ' ' version ' ' descriptor*
 *     descriptor = name '/' (namespace) | name '#' (type) | name '.' (term) | name ':' (meta) | name '!' (macro)
 *                | name '(' [disambiguator] ').' (method) | '[' name ']' (type parameter) | '(' name ')' (parameter)
 *
 * A space inside one of the first four words is doubled; a word that is not known is `.`. A name of other characters
 * than letters, digits and `_+-$` stands in backticks, a backtick in it doubled. An id of another form is legal in a
 * dump: it has no words, and its label is itself.
 */
export interface Moniker {
  readonly scheme: string;
  readonly manager: string;
  readonly package: string;
  readonly version: string;
  /** The fifth word, as written; empty for a package itself. */
  readonly short: string;
}

export type DescriptorKind =
  'namespace' | 'type' | 'term' | 'method' | 'type_parameter' | 'parameter' | 'macro' | 'meta';

export interface Descriptor {
  readonly kind: DescriptorKind;
  /** Without backticks. */
  readonly name: string;
  readonly disambiguator: string;
}

/** The five words of a moniker, or `null` for an id of another form. */
export function splitMoniker(id: string): Moniker | null {
  const ends: number[] = [];
  for (let at = 0; ends.length < 4; at++) {
    at = id.indexOf(' ', at);
    if (at < 0) return null;
    if (id[at + 1] === ' ') {
      at++;
      continue;
    }
    ends.push(at);
  }
  const word = (i: number): string =>
    id.slice(i === 0 ? 0 : ends[i - 1]! + 1, ends[i]).replaceAll('  ', ' ');
  const short = id.slice(ends[3]! + 1);
  if (ends[0] === 0) return null;
  return { scheme: word(0), manager: word(1), package: word(2), version: word(3), short };
}

/** `<package> <short moniker>`; an id of another form is its own label. */
export function labelOf(id: string): string {
  const moniker = splitMoniker(id);
  if (moniker === null) return id;
  return moniker.short === '' ? moniker.package : `${moniker.package} ${moniker.short}`;
}

/** The moniker with `.` for its version. */
export function withoutVersion(id: string): string {
  const moniker = splitMoniker(id);
  return moniker === null ? id : formatMoniker({ ...moniker, version: '.' });
}

export function formatMoniker(moniker: Moniker): string {
  const word = (text: string): string => (text === '' ? '.' : text.replaceAll(' ', '  '));
  const { scheme, manager, package: name, version, short } = moniker;
  return `${word(scheme)} ${word(manager)} ${word(name)} ${word(version)} ${short}`;
}

const SIMPLE = /^[A-Za-z0-9_+\-$]+$/;

/** A name as a descriptor writes it: in backticks where it must be. */
export function quoteName(name: string): string {
  return SIMPLE.test(name) ? name : `\`${name.replaceAll('`', '``')}\``;
}

export function formatDescriptor({ kind, name, disambiguator }: Descriptor): string {
  const quoted = quoteName(name);
  switch (kind) {
    case 'namespace':
      return `${quoted}/`;
    case 'type':
      return `${quoted}#`;
    case 'term':
      return `${quoted}.`;
    case 'macro':
      return `${quoted}!`;
    case 'meta':
      return `${quoted}:`;
    case 'method':
      return `${quoted}(${disambiguator}).`;
    case 'type_parameter':
      return `[${quoted}]`;
    case 'parameter':
      return `(${quoted})`;
  }
}

const SUFFIXES: Readonly<Record<string, DescriptorKind>> = {
  '/': 'namespace',
  '#': 'type',
  '.': 'term',
  '!': 'macro',
  ':': 'meta',
};

/** The descriptors of a short moniker, or `null` where it does not follow the grammar. */
export function parseDescriptors(short: string): Descriptor[] | null {
  const made: Descriptor[] = [];
  let at = 0;
  const name = (): string | null => {
    if (short[at] === '`') {
      let text = '';
      for (at++; at < short.length; at++) {
        if (short[at] !== '`') text += short[at]!;
        else if (short[at + 1] === '`') text += short[at++]!;
        else {
          at++;
          return text === '' ? null : text;
        }
      }
      return null;
    }
    const start = at;
    while (at < short.length && SIMPLE.test(short[at]!)) at++;
    return at > start ? short.slice(start, at) : null;
  };
  while (at < short.length) {
    const open = short[at];
    if (open === '[' || open === '(') {
      at++;
      const inner = name();
      if (inner === null || short[at++] !== (open === '[' ? ']' : ')')) return null;
      made.push({
        kind: open === '[' ? 'type_parameter' : 'parameter',
        name: inner,
        disambiguator: '',
      });
      continue;
    }
    const text = name();
    if (text === null) return null;
    const suffix = short[at++];
    if (suffix === '(') {
      const close = short.indexOf(').', at);
      const disambiguator = close < 0 ? '' : short.slice(at, close);
      if (close < 0 || (disambiguator !== '' && !SIMPLE.test(disambiguator))) return null;
      made.push({ kind: 'method', name: text, disambiguator });
      at = close + 2;
      continue;
    }
    const kind = suffix === undefined ? undefined : SUFFIXES[suffix];
    if (kind === undefined) return null;
    made.push({ kind, name: text, disambiguator: '' });
  }
  return made.length === 0 ? null : made;
}

/** The leaf name that an id itself tells: its last descriptor's, else what follows its last `/`, `#` or space. */
export function leafName(id: string): string {
  const moniker = splitMoniker(id);
  if (moniker?.short === '') return moniker.package;
  const descriptors = parseDescriptors(moniker?.short ?? id);
  const last = descriptors?.[descriptors.length - 1];
  if (last) return last.name;
  const bare = id.replace(/[/#.!:]+$/u, '');
  return (
    bare.slice(Math.max(bare.lastIndexOf('/'), bare.lastIndexOf('#'), bare.lastIndexOf(' ')) + 1) ||
    id
  );
}

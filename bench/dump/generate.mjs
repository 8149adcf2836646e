/**
 * Code-like dumps of any size: crates of modules, types with fields, traits with implementations, functions with
 * parameters, blocks and tests. Calls prefer few, popular targets, as real call graphs do.
 */
import { UnitWriter } from './unit-writer.mjs';

/** Edges that one function brings, measured over what `unit` makes. */
const EDGES_PER_FUNCTION = 19.9;
const WORDS =
  'add apply bind build check close commit copy decode drain emit encode fetch find flush fold guard hash index insert join load lock map merge open pack parse poll pop push put read reduce render reset resolve route scan seek send shift sort split store sync take trim unpack update verify visit walk wrap write'.split(
    ' ',
  );
const TYPES =
  'Arena Batch Block Buffer Cache Chunk Codec Cursor Entry Event Field Filter Frame Graph Guard Handle Header Index Job Key Layout Lease Log Matrix Node Page Plan Pool Queue Record Ring Route Row Schema Scope Session Shard Slot Span Store Stream Table Task Token Tree View Worker Zone'.split(
    ' ',
  );
const PRIMITIVES = [
  'u8',
  'u32',
  'u64',
  'usize',
  'bool',
  '&str',
  'String',
  'Vec<u8>',
  'Option<u32>',
  'Result<(), Error>',
];

/** Mulberry32: small, seeded, good enough to look like code. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function* generateUnits({
  edges,
  seed = 1,
  units = Math.max(1, Math.min(64, Math.round(edges / 40_000))),
}) {
  const total = Math.max(units, Math.round(edges / EDGES_PER_FUNCTION));
  const sizes = Array.from(
    { length: units },
    (_, unit) => Math.floor(total / units) + (unit < total % units ? 1 : 0),
  );
  for (let unit = 0; unit < units; unit++) yield new Crate(unit, sizes, seed).columns();
}

/** Names follow from numbers alone, so that one crate can call another's functions without making them. */
const crateName = (crate) => `crate-${String(crate).padStart(3, '0')}`;
const prefix = (crate) => `rust cargo ${crateName(crate)} 0.1.0 `;
const typeName = (n) =>
  `${TYPES[n % TYPES.length]}${n < TYPES.length ? '' : Math.floor(n / TYPES.length)}`;
const moduleOf = (fn) => `m${Math.floor(fn / 24)}_${WORDS[Math.floor(fn / 24) % WORDS.length]}`;
const fnName = (fn) =>
  `${WORDS[fn % WORDS.length]}_${WORDS[(fn * 7 + 3) % WORDS.length]}${fn < WORDS.length ? '' : fn}`;
const typeCount = (size) => Math.max(1, Math.floor(size / 6));
/** Two of three functions are methods, every fifteenth is a test. */
const isTest = (fn) => fn % 15 === 14;
const ownerOf = (fn, size) =>
  fn % 3 === 2 || isTest(fn) ? null : Math.floor(fn / 4) % typeCount(size);
const fnId = (crate, fn, size) => {
  const owner = ownerOf(fn, size);
  const at =
    owner === null ? `${moduleOf(fn)}/` : `${moduleOf(owner * 4)}/impl#[${typeName(owner)}]`;
  return `${prefix(crate)}${at}${fnName(fn)}().`;
};
const typeId = (crate, type) => `${prefix(crate)}${moduleOf(type * 4)}/${typeName(type)}#`;

class Crate {
  constructor(crate, sizes, seed) {
    this.crate = crate;
    this.sizes = sizes;
    this.size = sizes[crate];
    this.next = random(seed * 7919 + crate * 104729);
    this.out = new UnitWriter(crateName(crate));
    this.fields = [];
  }

  below(n) {
    return Math.floor(this.next() * n);
  }

  /** Few numbers come often: the square of a square of an even draw. */
  popular(n) {
    return Math.floor(this.next() ** 4 * n);
  }

  node(id, kind, name, rest = {}) {
    this.out.node({
      id,
      kind,
      name,
      crate: crateName(this.crate),
      version: '0.1.0',
      repo: 'bench',
      origin: 'local',
      ...rest,
    });
  }

  child(parent, id, kind, name, rest) {
    this.node(id, kind, name, rest);
    this.out.edge('CONTAINS', parent, id);
  }

  columns() {
    const root = `${prefix(this.crate)}crate/`;
    this.node(root, 'crate', crateName(this.crate));
    for (let used = 0; used < 3; used++) {
      const other = this.below(this.sizes.length);
      if (other < this.crate) this.out.edge('DEPENDS_ON', root, `${prefix(other)}crate/`);
    }
    for (let fn = 0; fn < this.size; fn += 24) {
      this.child(root, `${prefix(this.crate)}${moduleOf(fn)}/`, 'module', moduleOf(fn), {
        file: this.file(fn),
      });
    }
    for (let type = 0; type < typeCount(this.size); type++) this.type(type);
    for (let fn = 0; fn < this.size; fn++) this.fn(fn);
    return this.out.columns();
  }

  file(fn) {
    return `crates/${crateName(this.crate)}/src/${moduleOf(fn)}.rs`;
  }

  type(type) {
    const home = `${prefix(this.crate)}${moduleOf(type * 4)}/`;
    const id = typeId(this.crate, type);
    const place = {
      file: this.file(type * 4),
      line: 10 + type * 3,
      end_line: 14 + type * 3,
      visibility: 'public',
      has_doc: type % 2 === 0,
    };
    this.child(home, id, 'struct', typeName(type), place);
    const impl = `${home}impl#[${typeName(type)}]`;
    this.child(home, impl, 'impl', `impl ${typeName(type)}`, place);
    this.out.edge('FOR_TYPE', impl, id);
    for (let field = 0; field < 1 + this.below(6); field++) {
      const fieldId = `${id}${WORDS[(type + field) % WORDS.length]}.`;
      this.child(id, fieldId, 'field', WORDS[(type + field) % WORDS.length], {
        ty: PRIMITIVES[this.below(PRIMITIVES.length)],
        visibility: 'private',
      });
      this.fields.push(fieldId);
    }
    if (type % 10 === 0) {
      const trait = `${home}${typeName(type)}Ops#`;
      this.child(home, trait, 'trait', `${typeName(type)}Ops`, place);
      this.child(trait, `${trait}run().`, 'method', 'run', place);
      for (let i = 0; i < 3; i++) {
        const self = this.below(typeCount(this.size));
        const made = `${home}impl#[${typeName(self)}][${typeName(type)}Ops]`;
        if (this.out.has(made)) continue;
        this.child(home, made, 'impl', `impl ${typeName(type)}Ops`, place);
        this.out.edge('IMPLEMENTS', made, trait);
        this.out.edge('FOR_TYPE', made, typeId(this.crate, self));
        this.child(made, `${made}run().`, 'method', 'run', place);
      }
    }
  }

  fn(fn) {
    const id = fnId(this.crate, fn, this.size);
    const owner = ownerOf(fn, this.size);
    const home =
      owner === null
        ? `${prefix(this.crate)}${moduleOf(fn)}/`
        : `${prefix(this.crate)}${moduleOf(owner * 4)}/impl#[${typeName(owner)}]`;
    const line = 100 + (fn % 24) * 40;
    const file = this.file(owner === null ? fn : owner * 4);
    const test = isTest(fn);
    this.child(home, id, owner === null ? 'fn' : 'method', fnName(fn), {
      file,
      line,
      end_line: line + 5 + this.below(30),
      visibility: this.next() < 0.4 ? 'public' : 'private',
      has_doc: this.next() < 0.3,
      is_test: test,
    });
    const params = this.below(4);
    for (let param = 0; param < params; param++) {
      this.child(id, `${id}(p${param})`, 'param', `p${param}`, {
        ty: PRIMITIVES[this.below(PRIMITIVES.length)],
      });
    }
    this.child(id, `${id}(ret)`, 'ret', 'ret', { ty: PRIMITIVES[this.below(PRIMITIVES.length)] });
    const callees = this.calls(id, line, test);
    for (let i = 0; i < 2; i++)
      this.out.edge(
        'USES_TYPE',
        id,
        typeId(this.crate, this.popular(typeCount(this.size))),
        line + i,
        5,
      );
    for (let i = 0; i < 2 && this.fields.length > 0; i++) {
      const field = this.fields[this.popular(this.fields.length)];
      this.out.edge('READS_FIELD', id, field, line + i + 2, 9);
      if (this.next() < 0.3) this.out.edge('WRITES_FIELD', id, field, line + i + 2, 9);
    }
    this.blocks(id, line, callees);
  }

  calls(id, line, test) {
    const callees = [];
    for (let i = 0; i < 1 + this.below(7); i++) {
      const far = this.next() < 0.2;
      const crate = far ? this.popular(this.sizes.length) : this.crate;
      const outside = this.next() < 0.03;
      const callee = outside
        ? `rust cargo std 1.90.0 ${WORDS[this.popular(WORDS.length)]}/${WORDS[this.below(WORDS.length)]}().`
        : fnId(crate, this.popular(this.sizes[crate]), this.sizes[crate]);
      callees.push(callee);
      this.out.edge('CALLS', id, callee, line + 1 + i, 9 + this.below(30));
      if (test && i === 0) this.out.edge('TESTS', id, callee);
    }
    return callees;
  }

  blocks(id, line, callees) {
    const count = 1 + callees.length;
    for (let block = 0; block < count; block++) {
      const name = `bb${block}`;
      const callee = callees[block];
      const fp = (this.below(2 ** 32) * 2 ** 20).toString(16).padStart(16, '0').slice(-16);
      const term = callee === undefined ? 'return' : `call ${callee}⟨_1⟩->_${block + 2}`;
      const ty = `${fp}␞${term}@${line + block}:9␞_${block + 3} = copy _1@${line + block}:5␞_1:u32␟_${block + 2}:u32␟_${block + 3}:u32␞`;
      this.child(id, `${id}${name}.`, 'mir_block', name, { ty });
      if (block > 0) this.out.edge('CFG_SUCC', `${id}bb${block - 1}.`, `${id}${name}.`);
      if (block > 1 && this.next() < 0.3)
        this.out.edge('CFG_SUCC', `${id}bb${block - 2}.`, `${id}${name}.`);
    }
  }
}

/** Columns of one generated unit, in the form that the dump room writes: ids sorted, edges sorted and merged. */

const NODE_TEXT = [
  'kind',
  'name',
  'crate',
  'version',
  'repo',
  'origin',
  'file',
  'ty',
  'visibility',
];
const NODE_INTEGERS = ['line', 'end_line'];
const NODE_FLAGS = ['has_doc', 'is_test'];
const EDGE_KINDS = [
  'CONTAINS',
  'CALLS',
  'IMPLEMENTS',
  'FOR_TYPE',
  'GATED_BY',
  'ENABLES',
  'USES_TYPE',
  'READS_FIELD',
  'WRITES_FIELD',
  'TESTS',
  'EXPANDS',
  'TOUCHES_TABLE',
  'CFG_SUCC',
  'DEPENDS_ON',
  'SYSCALLS',
  'INSTANCE_OF',
];
const MISSING = 2;
const encoder = new globalThis.TextEncoder();

export class UnitWriter {
  constructor(unit) {
    this.unit = unit;
    this.rows = [];
    this.rowOf = new Map();
    this.codeOf = new Map();
    this.ids = [];
    this.kind = [];
    this.src = [];
    this.dst = [];
    this.line = [];
    this.col = [];
  }

  has(id) {
    return this.rowOf.has(id);
  }

  node(row) {
    if (this.rowOf.has(row.id)) return;
    this.rowOf.set(row.id, this.rows.length);
    this.rows.push(row);
  }

  code(id) {
    let code = this.codeOf.get(id);
    if (code === undefined) {
      code = this.ids.push(id) - 1;
      this.codeOf.set(id, code);
    }
    return code;
  }

  edge(kind, src, dst, line = 0, col = 0) {
    this.kind.push(EDGE_KINDS.indexOf(kind));
    this.src.push(this.code(src));
    this.dst.push(this.code(dst));
    this.line.push(line);
    this.col.push(col);
  }

  columns() {
    // Ids are ASCII, so the order of strings is the order of their bytes.
    this.rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    return {
      metadata: {
        producer: 'mimir-bench/1',
        fidelity: 'driver',
        unit: this.unit,
        schema: 6,
        repo: 'bench',
      },
      nodes: this.nodeColumns(),
      edges: this.edgeColumns(),
    };
  }

  nodeColumns() {
    const text = {};
    for (const name of NODE_TEXT) {
      const column = coded(this.rows.map((row) => row[name]));
      text[name] = () => column;
    }
    const integers = {};
    for (const name of NODE_INTEGERS)
      integers[name] = Int32Array.from(this.rows, (row) => row[name] ?? 0);
    const flags = { defined: new Uint8Array(this.rows.length).fill(1) };
    for (const name of NODE_FLAGS) {
      flags[name] = Uint8Array.from(this.rows, (row) =>
        row[name] === undefined ? MISSING : Number(row[name]),
      );
    }
    return {
      rows: this.rows.length,
      ids: poolOf(this.rows.map((row) => row.id)),
      text,
      integers,
      flags,
    };
  }

  edgeColumns() {
    const own = this.rows.map((row) => row.id);
    const others = this.ids.filter((id) => !this.rowOf.has(id)).sort();
    const rank = new Uint32Array(this.ids.length);
    [...own, ...others].forEach((id, place) => {
      const code = this.codeOf.get(id);
      if (code !== undefined) rank[code] = place;
    });
    const { kind, line, col } = this;
    const src = Uint32Array.from(this.src, (code) => rank[code]);
    const dst = Uint32Array.from(this.dst, (code) => rank[code]);
    const order = Uint32Array.from(kind, (_, i) => i).sort(
      (a, b) =>
        kind[a] - kind[b] ||
        src[a] - src[b] ||
        dst[a] - dst[b] ||
        line[a] - line[b] ||
        col[a] - col[b],
    );
    const merged = { kind: [], src: [], dst: [], count: [], offsets: [0], line: [], col: [] };
    for (const row of order) {
      const last = merged.kind.length - 1;
      const again =
        last >= 0 &&
        merged.kind[last] === kind[row] &&
        merged.src[last] === src[row] &&
        merged.dst[last] === dst[row];
      if (again) merged.count[last]++;
      else {
        merged.kind.push(kind[row]);
        merged.src.push(src[row]);
        merged.dst.push(dst[row]);
        merged.count.push(1);
        merged.offsets.push(merged.line.length);
      }
      if (line[row] > 0) {
        merged.line.push(line[row]);
        merged.col.push(col[row]);
      }
      merged.offsets[merged.kind.length] = merged.line.length;
    }
    const pool = poolOf([...own, ...others]);
    const sites = {
      offsets: Uint32Array.from(merged.offsets),
      file: null,
      line: Int32Array.from(merged.line),
      col: Int32Array.from(merged.col),
    };
    return {
      rows: merged.kind.length,
      src: { codes: Uint32Array.from(merged.src), pool },
      dst: { codes: Uint32Array.from(merged.dst), pool },
      kind: { codes: Uint32Array.from(merged.kind), pool: poolOf(EDGE_KINDS) },
      count: Uint32Array.from(merged.count),
      sites: () => sites,
      partial: null,
      text: {},
    };
  }
}

function coded(values) {
  const codes = new Map();
  const texts = [''];
  const column = Uint32Array.from(values, (value) => {
    if (value === undefined) return 0;
    let code = codes.get(value);
    if (code === undefined) {
      code = texts.push(value) - 1;
      codes.set(value, code);
    }
    return code;
  });
  return { codes: column, pool: poolOf(texts) };
}

function poolOf(texts) {
  const offsets = new Uint32Array(texts.length + 1);
  let bytes = new Uint8Array(1 << 16);
  let end = 0;
  texts.forEach((text, i) => {
    if (end + text.length * 3 > bytes.length) {
      const wider = new Uint8Array(Math.max(bytes.length * 2, end + text.length * 3));
      wider.set(bytes);
      bytes = wider;
    }
    end += encoder.encodeInto(text, bytes.subarray(end)).written;
    offsets[i + 1] = end;
  });
  return { bytes: bytes.slice(0, end), offsets, length: texts.length };
}

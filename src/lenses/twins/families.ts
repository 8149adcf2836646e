/**
 * Names that stand for one API: the first row whose prefix starts the label wins, and the column is
 * `<family>::<last segment>`. The manual's 48 rows are lost (S1:2508); these are our own, for Rust crates and for
 * Node's modules. More rows come by the parameter `families` and go before these.
 */
export const FAMILIES: readonly (readonly [prefix: string, family: string])[] = [
  ['sha2 ', 'digest'],
  ['sha1 ', 'digest'],
  ['md-5 ', 'digest'],
  ['md5 ', 'digest'],
  ['blake2 ', 'digest'],
  ['blake3 ', 'digest'],
  ['digest ', 'digest'],
  ['ring digest/', 'digest'],
  ['openssl sha/', 'digest'],
  ['openssl hash/', 'digest'],
  ['hmac ', 'hmac'],
  ['ring hmac/', 'hmac'],
  ['openssl sign/', 'hmac'],
  ['hex ', 'hex'],
  ['data-encoding ', 'base64'],
  ['base64 ', 'base64'],
  ['rand ', 'random'],
  ['getrandom ', 'random'],
  ['fastrand ', 'random'],
  ['ring rand/', 'random'],
  ['uuid ', 'uuid'],
  ['serde_json ', 'json'],
  ['simd-json ', 'json'],
  ['sonic-rs ', 'json'],
  ['toml ', 'toml'],
  ['toml_edit ', 'toml'],
  ['serde_yaml ', 'yaml'],
  ['flate2 ', 'deflate'],
  ['miniz_oxide ', 'deflate'],
  ['zstd ', 'zstd'],
  ['reqwest ', 'http'],
  ['ureq ', 'http'],
  ['hyper ', 'http'],
  ['isahc ', 'http'],
  ['std fs/', 'fs'],
  ['tokio fs/', 'fs'],
  ['async-std fs/', 'fs'],
  ['std net/', 'net'],
  ['tokio net/', 'net'],
  ['std process/', 'process'],
  ['tokio process/', 'process'],
  ['std time/', 'time'],
  ['tokio time/', 'time'],
  ['chrono ', 'time'],
  ['time ', 'time'],
  ['parking_lot ', 'lock'],
  ['std sync/', 'lock'],
  ['tokio sync/', 'lock'],
  ['@types/node fs/promises.d.ts/', 'fs'],
  ['@types/node fs.d.ts/', 'fs'],
  ['@types/node child_process.d.ts/', 'process'],
  ['@types/node crypto.d.ts/', 'crypto'],
  ['@types/node http.d.ts/', 'http'],
  ['@types/node https.d.ts/', 'http'],
  ['@types/node path.d.ts/', 'path'],
  ['axios ', 'http'],
  ['got ', 'http'],
  ['undici ', 'http'],
];

/** The column of a callee's label. */
export function apiFamily(
  label: string,
  more: readonly (readonly [string, string])[] = [],
): string {
  const plain = label.replace(/`/g, '');
  const row = [...more, ...FAMILIES].find(([prefix]) => plain.startsWith(prefix));
  if (row === undefined) return plain;
  const segment = plain.slice(
    Math.max(...['/', ']', '#', ' '].map((mark) => plain.lastIndexOf(mark))) + 1,
  );
  return `${row[1]}::${segment.replace(/\(\)\.$/, '')}`;
}

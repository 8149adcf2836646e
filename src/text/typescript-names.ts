/**
 * Names of JavaScript and its hosts that a normalised text keeps, as the names of std stay in Rust (S1:1301). Ours: the
 * manual has no TypeScript.
 */
const words = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).filter((w) => w !== ''));

/** Global values and types. */
export const TYPESCRIPT_GLOBALS = words(`
  undefined NaN Infinity globalThis window document process console arguments
  Object Function Boolean Symbol Number BigInt Math Date String RegExp JSON Reflect Proxy Intl
  Array Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array
  Float64Array BigInt64Array BigUint64Array ArrayBuffer SharedArrayBuffer DataView Atomics
  Map Set WeakMap WeakSet WeakRef Promise Error TypeError RangeError SyntaxError EvalError ReferenceError URIError
  AggregateError Buffer URL URLSearchParams TextEncoder TextDecoder Request Response Headers FormData Blob File
  AbortController AbortSignal Event EventTarget ReadableStream WritableStream TransformStream
  parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI setTimeout clearTimeout
  setInterval clearInterval setImmediate queueMicrotask structuredClone fetch require
  Partial Required Readonly Record Pick Omit Exclude Extract NonNullable Parameters ReturnType InstanceType Awaited
  ConstructorParameters ThisType Iterable Iterator IterableIterator AsyncIterable AsyncIterator AsyncIterableIterator
  Generator AsyncGenerator PromiseLike ArrayLike ReadonlyArray ReadonlyMap ReadonlySet PropertyKey
`);

/** Members behind a dot. */
export const TYPESCRIPT_MEMBERS = words(`
  length size prototype constructor name message stack
  at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes
  indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice subarray toReversed
  toSorted toSpliced unshift values with
  charAt charCodeAt codePointAt endsWith localeCompare match matchAll normalize padEnd padStart repeat replace
  replaceAll search split startsWith substring toLowerCase toUpperCase trim trimEnd trimStart
  add clear delete get has set
  assign create defineProperty defineProperties freeze fromEntries getOwnPropertyNames getOwnPropertySymbols
  getOwnPropertyDescriptor getPrototypeOf hasOwnProperty hasOwn is isExtensible isFrozen isSealed
  preventExtensions seal setPrototypeOf
  apply bind call toString valueOf toJSON toFixed toPrecision
  then catch finally all allSettled any race resolve reject
  next return throw done value iterator asyncIterator
  abs ceil floor max min pow random round sign sqrt trunc log log2 hypot imul clz32
  parse stringify now getTime toISOString isArray isInteger isSafeInteger isNaN isFinite from of test exec lastIndex
  byteLength byteOffset buffer setInt8 setUint8 setInt16 setUint16 setInt32 setUint32 setFloat32 setFloat64
  getInt8 getUint8 getInt16 getUint16 getInt32 getUint32 getFloat32 getFloat64
  error warn info debug log
`);

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Part of the scripts' names: cargo compiles anew when a wrapper's path changes. */
const FORMAT = 3;

/** Compilations of one crate, each of which finds at least one more closure that it cannot print. */
const ROUNDS = 16;

/**
 * What cargo runs instead of rustc. RUSTC_BOOTSTRAP is set for the crate's own compilation only: build scripts that
 * probe for nightly features, and dependencies, must see the toolchain that they would see without us. Facts go to a
 * folder of the crate's own, under the name that cargo gives its artifacts, and replace the last ones when complete.
 */
const PREAMBLE = String.raw`#!/bin/sh
rustc=$1; shift
name= extra= next=
for a in "$@"; do
  case $next in
    name) name=$a ;;
    code) case $a in extra-filename=*) extra=\${a#extra-filename=} ;; esac ;;
  esac
  next=
  case $a in --crate-name) next=name ;; -C) next=code ;; esac
done
case $name in ''|___|build_script_*) exec "$rustc" "$@" ;; esac
[ -n "$extra" ] || exec "$rustc" "$@"
final=$MIMIR_RUST_FACTS/$name$extra
dir=$final.new
rm -rf "$dir"
mkdir -p "$dir/mir" || exit 1
`.replaceAll('\\$', '$');

/** The same arguments for rustdoc: what only a compilation takes is left out, a test build becomes `cfg(test)`. */
const DOCUMENT = String.raw`
drop= macros=
case " $* " in *" --extern proc_macro "*) macros="--crate-type proc-macro" ;; esac
for a in "$@"; do
  shift
  if [ -n "$drop" ]; then drop=; continue; fi
  case $a in
    --out-dir|-l) drop=1 ;;
    --error-format=*|--json=*|--emit=*|-l?*) ;;
    --test) set -- "$@" --cfg test $macros ;;
    *) set -- "$@" "$a" ;;
  esac
done
if ! RUSTC_BOOTSTRAP=1 "$MIMIR_RUSTDOC" "$@" -o "$dir" -Zunstable-options --output-format json \
  --document-private-items --document-hidden-items --cap-lints allow >"$dir/rustdoc.log" 2>&1
then : >"$dir/rustdoc.failed"; fi
rm -rf "$final"
mv "$dir" "$final"
`;

/**
 * rustc prints a body with the contents of every static that it names. A closure in a static's own initializer that
 * names the static so needs itself (E0391), though the code is right. The cycle begins when the text of the closure is
 * written up to the static's name: it is kept and closed, and a folder in its place keeps rustc from writing it in the
 * next round. Where that does not help, it is compiled as cargo would, without MIR, and what rustc said is left to tell.
 */
const COMPILE = String.raw`
compile() {
  RUSTC_BOOTSTRAP=1 "$rustc" "$@" -Zdump-mir='all & built' -Zdump-mir-dir="$dir/mir" -Zmir-include-spans=on \
    -Ztrim-diagnostic-paths=no -Zdump-mir-exclude-pass-number 2>"$dir/rustc.log"
}
keep_cut() {
  found=1
  for file in "$dir"/mir/*.mir; do
    [ -f "$file" ] && [ -n "$(tail -c 1 "$file")" ] || continue
    case $(tail -n 1 "$file") in alloc*' (static: '*) ;; *) continue ;; esac
    mkdir -p "$dir/cut" && echo ')' >>"$file" && mv "$file" "$dir/cut/" && mkdir "$file" && found=0
  done
  return $found
}
code=0 rounds=0
until compile "$@"; do
  rounds=$((rounds + 1))
  if [ $rounds -le ${ROUNDS} ] && keep_cut; then continue; fi
  mv "$dir/rustc.log" "$dir/mir.failed"
  "$rustc" "$@" 2>"$dir/rustc.log"; code=$?
  break
done
cat "$dir/rustc.log" >&2
if [ $code -ne 0 ]; then rm -rf "$dir"; exit $code; fi
rm "$dir/rustc.log"
if [ -d "$dir/cut" ]; then
  rmdir "$dir"/mir/*.mir 2>/dev/null
  mv "$dir"/cut/*.mir "$dir/mir/"
  rmdir "$dir/cut"
fi
`;

const MEMBER = PREAMBLE + COMPILE + DOCUMENT;

/** A dependency is compiled as ever, then documented. A member comes with its own wrapper as the first argument. */
const DEPENDENCY = String.raw`#!/bin/sh
case $1 in "$MIMIR_RUST_MEMBER") exec "$@" ;; esac
${PREAMBLE.replace('#!/bin/sh\n', '')}
"$rustc" "$@" || exit $?
${DOCUMENT}`;

export interface Wrappers {
  /** For RUSTC_WORKSPACE_WRAPPER. */
  readonly member: string;
  /** For RUSTC_WRAPPER, where dependencies are documented too. */
  readonly dependency: string;
}

export function writeWrappers(folder: string): Wrappers {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
    return file;
  };
  return {
    member: write(`member-${FORMAT}.sh`, MEMBER),
    dependency: write(`dependency-${FORMAT}.sh`, DEPENDENCY),
  };
}

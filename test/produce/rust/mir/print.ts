import type {
  MirBody,
  MirConstant,
  MirOperand,
  MirPlace,
  MirRvalue,
  MirSpan,
  MirStatement,
  MirTerminator,
  MirUnwind,
} from '../../../../src/produce/rust/mir/index.js';

/** A body as rustc prints it, with spans: the inverse of the reader, written from rustc's manner and not from it. */
export function printMir(body: MirBody): string {
  return [
    `// MIR for \`${body.path}\` after built`,
    '',
    '| User Type Annotations',
    '|',
    ...head(body),
    ...body.debug.map(({ name, place, constant, scope, span }) =>
      commented(
        `    debug ${name} => ${place === null ? `const ${constant!}` : printPlace(place)};`,
        `in scope ${scope}`,
        span,
      ),
    ),
    ...body.locals.flatMap((local, number) => {
      const isParameter = number > 0 && number <= body.params.length;
      if (!local || isParameter) return [];
      const what =
        number === 0 ? `return place in scope ${local.scope}` : `in scope ${local.scope}`;
      const keyword = local.mutable ? 'let mut' : 'let';
      return [commented(`    ${keyword} _${number}: ${local.type};`, what, local.span)];
    }),
    ...body.blocks.flatMap((block) => [
      '',
      `    bb${block.id}${block.cleanup ? ' (cleanup)' : ''}: {`,
      '        StorageLive(_0);                 // scope 0 at no-location',
      ...block.statements.flatMap(printStatement),
      ...printTerminator(block.terminator),
      '    }',
    ]),
    '}',
    ...[...body.allocations].flatMap(([id, allocation]) =>
      allocation.sort === 'other'
        ? ['', `${id} (${allocation.text}) {`, '    0x00 │ 61 _1 = copy _2; │ a', '}']
        : ['', `${id} (${allocation.sort}: ${allocation.path}, size: 4, align: 4)`],
    ),
    '',
  ].join('\n');
}

function head(body: MirBody): string[] {
  switch (body.kind) {
    case 'const':
      return [`const ${body.path}: ${body.returns} = {`];
    case 'static':
      return [`static ${body.mutable ? 'mut ' : ''}${body.path}: ${body.returns} = {`];
    case 'promoted':
      return [`promoted[${body.promoted!}] in ${body.path}: ${body.returns} = {`];
    default: {
      const params = body.params.map(({ local, type }) => `_${local}: ${type}`).join(', ');
      const line = `fn ${body.path}(${params}) -> ${body.returns}`;
      return body.yields === null ? [`${line} {`] : [line, `yields ${body.yields}`, ' {'];
    }
  }
}

function commented(code: string, what: string, span: MirSpan | null): string {
  return `${code.padEnd(41)}// ${what} at ${printSpan(span)}`;
}

function printSpan(span: MirSpan | null): string {
  return span === null
    ? 'no-location'
    : `${span.file}:${span.line}:${span.col}: ${span.endLine}:${span.endCol}`;
}

export function printPlace({ local, projections }: MirPlace): string {
  let text = `_${local}`;
  for (const one of projections)
    switch (one.sort) {
      case 'deref':
        text = `(*${text})`;
        break;
      case 'field':
        text = `(${text}.${one.index}: ${one.type})`;
        break;
      case 'downcast':
        text = `(${text} as ${one.variant})`;
        break;
      case 'cast':
        text = `(${text} as subtype ${one.type})`;
        break;
      case 'index':
        text += `[_${one.local}]`;
        break;
      case 'element':
        text += `[${one.fromEnd ? '-' : ''}${one.offset} of ${one.offset + 1}]`;
        break;
      case 'slice':
        text += `[${one.from}:-${one.to}]`;
    }
  return text;
}

function printConstant({ form, text }: MirConstant): string {
  return form === 'fn' ? text : `const ${text}`;
}

function printOperand(operand: MirOperand): string {
  return operand.sort === 'constant'
    ? printConstant(operand.constant)
    : `${operand.sort} ${printPlace(operand.place)}`;
}

function list(operands: readonly MirOperand[]): string {
  return operands.map(printOperand).join(', ');
}

function printRvalue(value: MirRvalue): string {
  switch (value.sort) {
    case 'use':
      return printOperand(value.operand);
    case 'ref':
      return `&${{ shared: '', mut: 'mut ', fake: 'fake shallow ' }[value.kind]}${printPlace(value.place)}`;
    case 'raw':
      return `&raw ${value.mutable ? 'mut' : 'const'} ${printPlace(value.place)}`;
    case 'cast':
      return `${printOperand(value.operand)} as ${value.type} (${value.how})`;
    case 'operation':
      return `${value.name}(${value.types.length > 0 ? value.types.join(', ') : list(value.operands)})`;
    case 'of-place':
      return `${value.name}(${printPlace(value.place)})`;
    case 'repeat':
      return `[${printOperand(value.operand)}; ${value.count}]`;
    case 'thread-local':
      return `&/*tls*/ ${value.path}`;
    case 'aggregate': {
      const operands = value.members.map(({ operand }) => operand);
      const named = value.members
        .map(({ name, operand }) => `${name!}: ${printOperand(operand)}`)
        .join(', ');
      switch (value.form) {
        case 'tuple':
          return operands.length === 1 ? `(${list(operands)},)` : `(${list(operands)})`;
        case 'array':
          return `[${list(operands)}]`;
        case 'pointer':
          return `${value.name} from (${list(operands)})`;
        default:
          if (operands.length === 0) return value.name;
          return value.members[0]!.name === null
            ? `${value.name}(${list(operands)})`
            : `${value.name} { ${named} }`;
      }
    }
  }
}

function operandsOf(value: MirRvalue): readonly MirOperand[] {
  switch (value.sort) {
    case 'use':
    case 'cast':
    case 'repeat':
      return [value.operand];
    case 'operation':
      return value.operands;
    case 'aggregate':
      return value.members.map(({ operand }) => operand);
    default:
      return [];
  }
}

const MARGIN = ' '.repeat(41);

/** rustc comments on constants whose type is no number, `bool`, `char` or unit. */
function comments(operands: readonly MirOperand[]): string[] {
  return operands.flatMap((operand) => {
    if (operand.sort !== 'constant') return [];
    const { form, text, type, span } = operand.constant;
    if (['integer', 'float', 'bool', 'char', 'unit'].includes(form) || type === null) return [];
    return [
      `${MARGIN}// mir::ConstOperand`,
      `${MARGIN}// + span: ${printSpan(span)}`,
      `${MARGIN}// + const_: Const { ty: ${type}, val: Value(${text}) }`,
    ];
  });
}

function printStatement(statement: MirStatement): string[] {
  const line = (code: string): string =>
    commented(`        ${code};`, `scope ${statement.scope}`, statement.span);
  switch (statement.sort) {
    case 'assign': {
      const { value } = statement;
      return [
        line(`${printPlace(statement.to)} = ${printRvalue(value)}`),
        ...comments(operandsOf(value)),
        ...(value.sort === 'aggregate' && value.definition !== null
          ? [
              `${MARGIN}// ${value.form}`,
              `${MARGIN}// + def_id: DefId(0:27 ~ demo[d70e]::${value.definition})`,
              `${MARGIN}// + args: [`,
              `${MARGIN}//     i8,`,
              `${MARGIN}// ]`,
            ]
          : []),
      ];
    }
    case 'discriminant':
      return [line(`discriminant(${printPlace(statement.place)}) = ${statement.variant}`)];
    case 'intrinsic':
      return [
        line(`${statement.name}(${list(statement.operands)})`),
        ...comments(statement.operands),
      ];
  }
}

function targets(main: readonly (readonly [string, number | null])[], unwind: MirUnwind): string {
  const parts = main.flatMap(([name, block]) => (block === null ? [] : [`${name}: bb${block}`]));
  if (typeof unwind === 'number') parts.push(`unwind: bb${unwind}`);
  else if (unwind !== null) parts.push(`unwind ${unwind}`);
  return `[${parts.join(', ')}]`;
}

function callTargets(target: number | null, unwind: MirUnwind): string {
  if (target !== null) return targets([['return', target]], unwind);
  return typeof unwind === 'number' ? `bb${unwind}` : `unwind ${unwind ?? 'continue'}`;
}

function terminatorCode(from: MirTerminator): string {
  switch (from.sort) {
    case 'goto':
      return `goto -> bb${from.target}`;
    case 'switch': {
      const cases = from.cases.map(({ value, target }) => `${value}: bb${target}`);
      if (from.otherwise !== null) cases.push(`otherwise: bb${from.otherwise}`);
      return `switchInt(${printOperand(from.on)}) -> [${cases.join(', ')}]`;
    }
    case 'coroutine-drop':
      return 'coroutine_drop';
    case 'terminate':
      return `terminate(${from.reason})`;
    case 'drop':
      return `drop(${printPlace(from.place)}) -> ${targets([['return', from.target]], from.unwind)}`;
    case 'tailcall':
      return `tailcall ${printOperand(from.callee)}(${list(from.operands)})`;
    case 'call':
      return `${printPlace(from.to!)} = ${printOperand(from.callee)}(${list(from.operands)}) -> ${callTargets(from.target, from.unwind)}`;
    case 'assert': {
      const rest = from.operands.map((operand) => `, ${printOperand(operand)}`).join('');
      return `assert(${from.expected ? '' : '!'}${printOperand(from.on)}, "${from.message}"${rest}) -> ${targets([['success', from.target]], from.unwind)}`;
    }
    case 'yield':
      return `${printPlace(from.to)} = yield(${printOperand(from.value)}) -> ${targets(
        [
          ['resume', from.target],
          ['drop', from.drop],
        ],
        null,
      )}`;
    case 'false-edge':
      return `falseEdge -> [real: bb${from.target}, imaginary: bb${from.imaginary}]`;
    case 'false-unwind':
      return `falseUnwind -> ${targets([['real', from.target]], from.unwind)}`;
    case 'asm':
      throw new Error('assembly is tested by golden texts');
    default:
      return from.sort;
  }
}

function terminatorOperands(from: MirTerminator): readonly MirOperand[] {
  switch (from.sort) {
    case 'call':
    case 'tailcall':
      return [from.callee, ...from.operands];
    case 'assert':
      return [from.on, ...from.operands];
    case 'switch':
      return [from.on];
    case 'yield':
      return [from.value];
    default:
      return [];
  }
}

function printTerminator(from: MirTerminator): string[] {
  return [
    commented(`        ${terminatorCode(from)};`, `scope ${from.scope}`, from.span),
    ...comments(terminatorOperands(from)),
  ];
}

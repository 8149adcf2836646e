import type { DrawnMark } from './chart-data.js';
import { pointsOf, valueOf, type Plane, type Point } from './plane.js';

export const dotX = (x: number): number => Math.floor(x * 2);
export const dotY = (plane: Plane, y: number): number =>
  Math.min(plane.height * 4 - 1, Math.floor((plane.height - y) * 4));

/** Lines, rules, ticks and arrows as braille. */
export function drawStroke(plane: Plane, mark: DrawnMark): void {
  const { braille } = plane;
  const dash = mark.spec.style?.dash === true;
  const right = plane.width * 2 - 1;
  const bottom = plane.height * 4 - 1;
  switch (mark.spec.mark) {
    case 'line': {
      const lastOf = new Map<string | number | null, Point>();
      for (const point of pointsOf(plane, mark, 'y')) {
        const series = valueOf(mark, 'stroke', point.row) ?? valueOf(mark, 'fill', point.row);
        const before = lastOf.get(series) ?? point;
        lastOf.set(series, point);
        const { style } = plane.inks.of(mark, point.row);
        braille.line(
          clampDot(dotX(before.x), right),
          dotY(plane, before.y),
          clampDot(dotX(point.x), right),
          dotY(plane, point.y),
          style,
          dash,
        );
      }
      return;
    }
    case 'ruleX':
    case 'tick':
      if (mark.spec.mark === 'tick' && !mark.channels.has('x')) break;
      for (let row = 0; row < mark.length; row++) {
        const x = plane.x.position(valueOf(mark, 'x', row));
        const band =
          plane.y.scale.kind === 'bands' ? plane.y.extent(valueOf(mark, 'y', row)) : null;
        const low = band?.[0] ?? plane.y.position(valueOf(mark, 'y1', row)) ?? 0;
        const high = band?.[1] ?? plane.y.position(valueOf(mark, 'y2', row)) ?? plane.height;
        if (x !== null)
          braille.line(
            clampDot(dotX(x), right),
            dotY(plane, high),
            clampDot(dotX(x), right),
            dotY(plane, low),
            plane.inks.of(mark, row).style,
            dash,
          );
      }
      return;
    case 'arrow':
      for (let row = 0; row < mark.length; row++) {
        const [x1, x2] = [
          plane.x.position(valueOf(mark, 'x1', row)),
          plane.x.position(valueOf(mark, 'x2', row)),
        ];
        const [y1, y2] = [
          plane.y.position(valueOf(mark, 'y1', row)),
          plane.y.position(valueOf(mark, 'y2', row)),
        ];
        if (x1 === null || x2 === null || y1 === null || y2 === null) continue;
        const { style } = plane.inks.of(mark, row);
        braille.line(dotX(x1), dotY(plane, y1), dotX(x2), dotY(plane, y2), style, dash);
      }
      return;
    default:
      break;
  }
  for (let row = 0; row < mark.length; row++) {
    const y = plane.y.position(valueOf(mark, 'y', row));
    if (y === null) continue;
    const at = Math.min(bottom, dotY(plane, y));
    const low = plane.x.position(valueOf(mark, 'x1', row)) ?? 0;
    const high = plane.x.position(valueOf(mark, 'x2', row)) ?? plane.width;
    braille.line(
      clampDot(dotX(low), right),
      at,
      clampDot(dotX(high), right),
      at,
      plane.inks.of(mark, row).style,
      dash,
    );
  }
}

export function clampDot(dot: number, last: number): number {
  return Math.max(0, Math.min(last, dot));
}

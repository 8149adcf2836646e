import type { ChannelName } from '../lens/index.js';
import type { BrailleLayer, CellCanvas } from './cell-canvas.js';
import type { Axis } from './cells-axis.js';
import type { Inks } from './cells-inks.js';
import type { ChartValue, DrawnMark } from './chart-data.js';

/** The part of a canvas between the axes, and what is drawn on it. */
export interface Plane {
  readonly canvas: CellCanvas;
  readonly braille: BrailleLayer;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly x: Axis;
  /** From the bottom up. */
  readonly y: Axis;
  readonly inks: Inks;
  readonly color: boolean;
  /** Words for which there was no room. */
  dropped: number;
}

export function valueOf(mark: DrawnMark, name: ChannelName, row: number): ChartValue {
  return mark.channels.get(name)?.values[row] ?? null;
}

/** A drawn row's place, in cells from the left and from the bottom. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly row: number;
}

export function pointsOf(plane: Plane, mark: DrawnMark, y: 'y' | 'y1'): Point[] {
  const points: Point[] = [];
  for (let row = 0; row < mark.length; row++) {
    const at = plane.x.position(valueOf(mark, 'x', row));
    const value = valueOf(mark, y, row) ?? (y === 'y' ? valueOf(mark, 'y2', row) : null);
    const height = plane.y.position(value);
    if (at !== null && height !== null) points.push({ x: at, y: height, row });
  }
  return points;
}

/** The line of the canvas on which a height stands. */
export function rowAt(plane: Plane, y: number): number {
  return Math.max(0, Math.min(plane.height - 1, Math.floor(plane.height - y)));
}

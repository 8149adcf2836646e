import * as Plot from '@observablehq/plot';
import { drawingDocument } from '../view/document.js';

type PlotModule = typeof Plot;

/** Observable Plot as cells see it: it draws without a browser, and `mark.plot()` too. */
export function cellPlot(): PlotModule {
  const plot = (options: Plot.PlotOptions = {}) =>
    Plot.plot({ document: drawingDocument(), ...options });
  const { Mark } = Plot as unknown as { readonly Mark: { readonly prototype: { plot: unknown } } };
  Mark.prototype.plot = function (
    this: Plot.Markish,
    { marks = [], ...options }: Plot.PlotOptions = {},
  ) {
    return plot({ ...options, marks: [...marks, this] });
  };
  return { ...Plot, plot } as PlotModule;
}

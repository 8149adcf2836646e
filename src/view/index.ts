// Text of any sort, measured in terminal cells
export { cutEnd, cutMiddle, pad, printable, widthOf, wrap, type Align } from './text-width.js';
export { ANSI_PAINT, NO_PAINT, paintFor, type Paint } from './paint.js';
export {
  cellView,
  counted,
  looseCellView,
  MISSING,
  rationalText,
  realText,
  typeLine,
} from './cell-text.js';
export {
  htmlPlace,
  placeText,
  placeUrl,
  terminalLink,
  terminalPlace,
  type LinkOptions,
  type Place,
} from './links.js';
export { formulaMathml, formulaText } from './formula.js';

// Tables
export { layoutTable, type PlacedColumn, type TableLayout } from './table-layout.js';
export { tableFooter, tableText, type TextOptions } from './table-text.js';
export { pagedTable, tableBody, tableElement, tableHtml, type HtmlOptions } from './table-html.js';

// Reports
export { findingsRelation, reportText, STATE_WORDS, whyEmpty } from './report-text.js';
export { reportBody, reportHtml } from './report-html.js';

// Lens runs, step by step
export {
  isRun,
  parameterPairs,
  rowsOfStep,
  runHtml,
  runText,
  stepText,
  type AnyRun,
} from './run-view.js';

// Source: evidence paths and clones
export {
  pathHtml,
  pathText,
  type EvidenceOptions,
  type Hop,
  type SourceReader,
} from './evidence.js';
export {
  alignBodies,
  differenceCounts,
  sideBySideHtml,
  sideBySideText,
  type AlignedRow,
  type Body,
  type Piece,
} from './side-by-side.js';

export { sidesHtml, sidesText, type SidesOptions } from './finding-sides.js';

// Charts
export { drawChart, rowsOfTable, type DrawnChart, type RowsOf } from './chart-data.js';
export { chartCells, type CellsOptions } from './chart-cells.js';
export { chartSvg, describeChart, type SvgOptions, type Theme } from './chart-svg.js';
export { svgPixels, svgPng, type Raster, type RasterOptions } from './raster.js';
export { Chart, chartOf } from './chart.js';
export { chartBody, chartHtml } from './chart-html.js';
export { elementHtml, elementSvg, elementText, isDrawnElement } from './plot-element.js';
export {
  itermImage,
  kittyImage,
  sixelImage,
  svgCells,
  terminalImage,
  type ImageProtocol,
  type ImageSize,
} from './terminal-image.js';

export { RUN_MARK, sliderHtml, tunedHtml, type SliderLook } from './slider-html.js';

// Any value of a cell
export {
  bundleOf,
  bundleOfSync,
  DISPLAY,
  isRelation,
  isReport,
  plainText,
  type Bundle,
  type BundleOptions,
} from './bundle.js';

// Studies as pages
export {
  galleryHtml,
  galleryMarkdown,
  recordedRelation,
  studyHtml,
  studyMarkdown,
  type GalleryEntry,
  type StudyView,
} from './study-page.js';

// Pages and fragments
export { codeHtml } from './code-html.js';
export { reportMarkdown, tableMarkdown, type MarkdownOptions } from './markdown.js';
export { htmlPage } from './page.js';
export { escapeHtml, fragment } from './html.js';

/** Names that compiled cells use for what the host passes in; no cell may declare them. */
export const INTRINSICS = [
  'mimirStop_',
  'mimirOwn_',
  'mimirHalt_',
  'mimirShow_',
  'mimirImport_',
  'mimirMeta_',
] as const;

/** Module name of an earlier cell in compiled code. */
export const CELL_PREFIX = 'cell:';

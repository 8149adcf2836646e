/** Path of a browser, or null. */
export function browser(): string | null;

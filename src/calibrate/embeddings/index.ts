export { embedDump, type EmbedOptions, type EmbeddedTable } from './embed.js';
export { openModel, type TextModel } from './model.js';
export { textsToEmbed, type TextToEmbed } from './texts.js';

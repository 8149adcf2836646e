import { Box, Text, useCursor, useStdout } from 'ink';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Frame } from './screen.js';

/** A frame to draw and a way to hear of the next: the model lives outside of React, so that no key meets stale state. */
export interface FrameStore {
  subscribe(listener: () => void): () => void;
  frame(): Frame;
  /** Hands over the way to write above the live region. */
  attach(write: (text: string) => void): void;
}

/** The live region under the scrollback, or a full-screen view: lines and a cursor. */
export function App({ store }: { readonly store: FrameStore }) {
  const frame = useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.frame(),
  );
  const { write } = useStdout();
  useLayoutEffect(() => {
    store.attach(write);
  }, [store, write]);
  const { setCursorPosition } = useCursor();
  setCursorPosition(frame.cursor === undefined ? undefined : { ...frame.cursor });
  return (
    <Box flexDirection="column">
      {frame.lines.map((line, at) => (
        <Text key={at} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
    </Box>
  );
}

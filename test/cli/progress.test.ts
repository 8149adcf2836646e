import { expect, it, vi } from 'vitest';
import { interruptible, tellingTask } from '../../src/cli/progress.js';
import { processIo } from '../../src/cli/io.js';

it('says of what is slow how far it is', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const told: string[] = [];
  const io = { ...processIo(), live: true, err: (text: string) => void told.push(text) };
  const { task, end } = tellingTask(io);
  task.progress('pairs', 1, 4);
  clock.mockReturnValue(2_000);
  task.progress('loading', 3);
  clock.mockReturnValue(3_000);
  task.progress('twins, pairs', 2, 4);
  end();
  clock.mockRestore();
  const clear = '\r\x1b[2K';
  expect(told).toEqual([`${clear}loading: 3`, `${clear}twins, pairs: 2 of 4 (50 %)`, clear]);
});

it('answers ctrl-c at once, though the work looks at it later', async () => {
  const told: string[] = [];
  const io = { ...processIo(), live: false, err: (text: string) => void told.push(text) };
  const before = process.listenerCount('SIGINT');
  const stopped = await interruptible(io, (task) => {
    process.listeners('SIGINT').at(-1)!('SIGINT');
    return Promise.resolve(task.stopped);
  });
  expect(stopped).toBe(true);
  expect(told).toEqual(['stopping after this step; ctrl-c again ends at once\n']);
  expect(process.listenerCount('SIGINT')).toBe(before);
});

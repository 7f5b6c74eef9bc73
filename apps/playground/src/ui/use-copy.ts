import { useState } from 'preact/hooks';

/** Copies a text, at once or when it is made, and what is to be said of it: `done` once it is copied, or why it is not. */
export function useCopy(): readonly [said: string, copy: (text: string | Promise<string>, done: string) => void] {
  const [said, setSaid] = useState('');
  const copy = async (text: string | Promise<string>, done: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text);
      setSaid(done);
    } catch {
      setSaid('The browser does not let this page copy: download the results in place of it.');
    }
  };
  return [said, (text, done) => void copy(text, done)];
}

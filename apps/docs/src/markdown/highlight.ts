import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import shell from 'highlight.js/lib/languages/shell';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { escapeHtml } from '../template/html.ts';

/** Colours code by classes, as the policy of the pages forbids styles: HTML, or the text escaped where nobody knows the language. */
export function highlighter(): (code: string, language: string) => string {
  const engine = hljs.newInstance();
  for (const [name, language] of Object.entries({ bash, cpp, javascript, json, shell, typescript, xml, yaml }))
    engine.registerLanguage(name, language);
  engine.registerAliases(['cu', 'cuda', 'wgsl'], { languageName: 'cpp' });
  return (code, language) =>
    engine.getLanguage(language) === undefined
      ? escapeHtml(code)
      : engine.highlight(code, { language, ignoreIllegals: true }).value;
}

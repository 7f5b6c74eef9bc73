/** What the policy of the pages forbids, in one of them: inline scripts and styles, handlers, addresses that are programs. */
export function policyProblems(path: string, html: string): readonly string[] {
  const rules: readonly (readonly [RegExp, string])[] = [
    [/<script(?![^>]*\ssrc=)[^>]*>/iu, 'an inline script'],
    [/<style/iu, 'a style element'],
    [/<[^>]+\sstyle=/iu, 'a style attribute'],
    [/<[^>]+\son[a-z]+=/iu, 'an event handler'],
    [/(?:href|src)="\s*(?:javascript|data):/iu, 'an address that is a program or data'],
  ];
  const found = rules.filter(([pattern]) => pattern.test(html)).map(([, what]) => `${path}: has ${what}`);
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/u.exec(html)?.[1];
  if (policy === undefined || policy.includes('unsafe')) found.push(`${path}: has no strict content security policy`);
  return found;
}
